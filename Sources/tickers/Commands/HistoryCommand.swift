import Arguments
import Foundation
import MarketCore

/// `tickers history SYMBOL`: past prices as candles.
enum HistoryCommand {
  static let declaration = Command(
    "history",
    otherNames: ["candles", "ohlc", "klines", "chart"],
    summary: "Show price history as candles: open, high, low, close, volume",
    details: [
      "Prints once. With --interval, --count or --until it polls: a pipe receives each candle after "
        + "its period ends, a terminal shows a screen. Times are the starts of periods, in UTC; "
        + "local on a screen and in a chart.",
      "A notice counts the ended periods that have no candle; json lists them as gaps.",
    ],
    operand: .symbols(.one),
    options: HistoryOptions.options + RowOptions<HistoryField>.historyOptions
      + FormatOptions<HistoryField>.options(Format.ofPrices) + UntilOption<HistoryField>.options
      + CommandContext.options,
    fields: [HistoryField.list("Fields")],
    examples: [
      .init("tickers history BTC-USD -e kraken", "The last 30 days"),
      .init("tickers history BTC-USD -e kraken -p 1h --from 7d -o csv", "One week, hourly"),
      .init(
        "tickers history BTC-USD -e kraken --from 365d -s high:desc -c high | head -2",
        "Highest price of a year"),
    ])

  @Sendable static func prepare(
    _ invocation: Invocation, in world: World
  ) throws(UsageError) -> Run {
    let options = try HistoryOptions(invocation)
    let rows = try RowOptions<HistoryField>(invocation)
    let output = try FormatOptions<HistoryField>(invocation, formats: Format.ofPrices)
    let until = try UntilOption<HistoryField>(invocation)
    let context = try CommandContext(
      invocation, in: world, polls: false, hasCondition: until.expression != nil,
      pairs: try invocation.pairs(), candidateFilter: { $0.offers.periods.contains(options.period) }
    )
    try options.check(output)
    try options.check(now: context.now())
    guard output.help == nil, let pair = options.typed?.pair else {
      return { world.write(output.help ?? "") ?? .success }
    }
    for client in context.clients { try options.check(client.exchange, in: world) }

    var query = rows.query(sortedBy: .time)
    let isScreen =
      context.isOnScreen && output.template == nil && output.format ?? .table == .table
    if !context.isOneShot, !isScreen {
      // A candle is printed when it is complete, once.
      query.onlyChanges = true
      query.conditions += [try complete()]
    }
    // Lines on stderr would disturb a screen.
    let clients = isScreen && world.errors.isTerminal ? context.clients : context.traced.clients
    let fetch = HistoryFetch(
      of: pair, options, candidates: clients.count > 1 ? clients : [], among: world.exchanges,
      clock: world.clock, now: context.now,
      progress: { if !isScreen { context.showProgress($0, of: $1, "candles") } })
    // The fetch requests the exchanges in turn: one poll covers all.
    let job = PollJob(
      context: context.only(context.client.exchange.id),
      viewModel: ListViewModel<CandleRow>(query, of: [context.client.exchange.id]),
      fetch: { await fetch($0) },
      condition: condition(until.expression),
      failureSentence: { failure, _ in fetch.sentence(on: failure) })
    if isScreen {
      let table = TableRenderer(looks: TextLooks(of: context), hasHeader: output.hasHeader)
      return {
        await job.show {
          HistoryScreen(
            $0, layout: Layout(output, for: .table), table: table, timeZone: world.timeZone(),
            source: fetch, exchanges: context.clients.map(\.exchange))
        }
      }
    }
    guard options.isChart else {
      let sink = ListSink(output, name: "history") { [("gaps", .words($0.flatMap(\.gapStarts)))] }
      return { await sink.print(job) }
    }
    let chart = CandleChart(
      looks: TextLooks(of: context), hasHeader: output.hasHeader, timeZone: world.timeZone())
    return { await job.print(chart.text) }
  }

  /// The screen of the history of a pair, on the first exchange of a context that has one.
  static func screen(of pair: Pair, in context: CommandContext) -> HistoryScreen {
    let client = context.clients.first { !$0.exchange.offers.periods.isEmpty } ?? context.client
    return screen(of: Listing(exchange: client.exchange.id, pair: pair), in: context)
  }

  /// The screen of the history of a pair on an exchange, with the default options, as a chart.
  static func screen(of listing: Listing, in context: CommandContext) -> HistoryScreen {
    let context = context.endless(on: listing.exchange)
    // An exchange without history leaves it to the first other one that lists the pair.
    let others = context.onAllExchanges(listing.pair).clients
      .filter { $0.exchange.offers.periods.contains(.oneDay) }
    let periods = context.client.exchange.offers.periods
    let candidates = periods.isEmpty ? others : []
    let period = periods.contains(.oneDay) ? .oneDay : periods.max() ?? .oneDay
    let fetch = HistoryFetch(
      of: listing.pair, HistoryOptions(chartOf: listing.pair, period),
      candidates: candidates, among: context.world.exchanges, clock: context.world.clock,
      now: context.now, progress: { _, _ in })
    return HistoryScreen(
      PollJob(
        context: context,
        viewModel: ListViewModel<CandleRow>(
          ListQuery(sort: RowOrder(.time)), of: context.exchanges),
        fetch: { await fetch($0) }),
      layout: Layout(HistoryField.tableColumns),
      table: TableRenderer(looks: TextLooks(of: context), hasHeader: true),
      timeZone: context.world.timeZone(), source: fetch,
      exchanges: candidates.isEmpty ? [context.client.exchange] : candidates.map(\.exchange))
  }

  /// The `--until` condition, which applies to the newest candle, printed or not.
  private static func condition(
    _ expression: FieldExpression<HistoryField>?
  ) -> (@Sendable (ListViewModel<CandleRow>) -> Bool)? {
    guard let expression else { return nil }
    return { list in
      guard let newest = list.elements.max(by: { $0.candle.time < $1.candle.time }) else {
        return false
      }
      return expression.holds { list.value(of: $0, in: newest) }
    }
  }

  private static func complete() throws(UsageError) -> FieldExpression<HistoryField> {
    do {
      return try FieldExpression("complete == true")
    } catch {
      throw UsageError(error.reason)
    }
  }
}

extension Warning {
  /// The starts of the periods without a candle, as text.
  fileprivate var gapStarts: [String] {
    guard case .gaps(let gaps) = self else { return [] }
    return gaps.starts.compactMap { FieldValue.moment($0).text }
  }
}
