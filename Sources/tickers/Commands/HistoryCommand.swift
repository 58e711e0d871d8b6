import Arguments
import Foundation
import MarketCore

enum HistoryCommand {
  static let declaration = Command(
    "history", otherNames: ["candles", "ohlc", "klines", "chart"],
    summary: "Show price history as candles: open, high, low, close, volume",
    details: [
      "A terminal shows a screen, first with a chart, updated every 60 s; --once prints a table. A pipe "
        + "or a file receives rows once; with --interval, --count or --until it polls and receives "
        + "each candle after its period ends. Times are the starts of periods, in UTC; local on a "
        + "screen and in a chart.",
      "A notice counts the ended periods that have no candle; json lists them as gaps.",
    ],
    operand: .symbols(1...1),
    options: HistoryOptions.options + RowOptions<CandleRow>.historyOptions
      + FormatOptions<CandleRow>.options(Format.ofPrices) + [Condition<CandleRow>.until.option]
      + CommandContext.options, fields: [CandleRow.fieldList("Fields")],
    examples: [
      .init("tickers history BTC-USD -e kraken", "The last 30 days"),
      .init("tickers history BTC-USD -e kraken -p 1h --from 7d -o csv", "One week, hourly"),
      .init(
        "tickers history BTC-USD -e kraken --from 365d -s high:desc -c high | head -2",
        "Highest price of a year"),
    ])

  private static let screenInterval = Duration.seconds(60)

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let pairs = try invocation.pairs()
    let options = try HistoryOptions(invocation)
    let rows = try RowOptions<CandleRow>(invocation)
    let output = try FormatOptions<CandleRow>(invocation, formats: Format.ofPrices)
    let until = try invocation.value(of: Condition<CandleRow>.until)
    let context = try CommandContext(
      invocation, in: world, polls: false, screenInterval: output.isTable ? screenInterval : nil,
      hasCondition: until != nil, pairs: pairs,
      candidateFilter: { $0.info.periods.contains(options.period) })
    try options.check(now: context.world.date())
    guard output.help == nil, let pair = pairs.first?.pair else {
      return { world.print(output.help ?? "") }
    }
    for client in context.clients { try options.period.check(client.exchange, in: world) }

    var query = rows.query(sortedBy: CandleRow.column("time"))
    let isScreen = context.isOnScreen && output.isTable
    if !context.isOneShot, !isScreen {
      // A candle is printed when it is complete, once.
      query.onlyChanges = true
      query.conditions.append(.isComplete)
    }
    // Lines on stderr would disturb a screen.
    let clients = isScreen && world.errors.isTerminal ? context.clients : context.traced.clients
    let fetch = HistoryFetch(
      of: pair, candidates: clients.count > 1 ? clients : [], among: world.exchanges,
      clock: world.clock, now: context.world.date)
    // The fetch requests the exchanges in turn: one poll covers all.
    let job = PollJob(
      context: context.only(context.client.exchange.id),
      viewModel: ListViewModel(query, of: [context.client.exchange.id]),
      fetch: HistoryScreen.fetch(options, from: fetch, in: context, isScreen: isScreen),
      condition: until.map { condition in
        { @Sendable (list: ListViewModel<CandleRow>) in
          // The newest candle counts, printed or not.
          list.elements.max { $0.candle.time < $1.candle.time }
            .map { condition.holds(for: $0, asOf: list.asOf($0)) } ?? false
        }
      },
      failureSentence: { failure, _ in fetch.sentence(on: failure) })
    let table = TableRenderer(looks: context.looks, hasHeader: output.hasHeader)
    let layout = output.isTable ? Layout(output).withoutQuoteCodes : Layout(output)
    if isScreen {
      // Options that a chart does not follow.
      let wantsRows = output.columns != nil || output.format != nil || rows.query.sort != nil
      return {
        await job.show {
          HistoryScreen(
            $0, layout: layout, table: table, options: options, source: fetch,
            exchanges: context.clients.map(\.exchange), isChart: options.isChart || !wantsRows)
        }
      }
    }
    if options.isChart {
      let chart = CandleChart(
        looks: table.looks, hasHeader: table.hasHeader, timeZone: world.timeZone(),
        hasRange: options.hasRange)
      return { await job.print(chart.text) }
    }
    return {
      await job.print(output) { list in
        var report = layout.report(list, name: "history")
        let gaps = list.sources.all.flatMap(\.warnings).flatMap { warning -> [Date] in
          if case .gaps(let gaps) = warning { gaps.starts } else { [] }
        }
        report.after = [.value("gaps", .words(gaps.compactMap { FieldValue.moment($0).text }))]
        return report
      }
    }
  }

  /// The screen of the history of a pair, on the first exchange of a context that has one.
  static func screen(of pair: Pair, in context: CommandContext) -> HistoryScreen {
    let client = context.clients.first { !$0.exchange.info.periods.isEmpty } ?? context.client
    return screen(of: Listing(exchange: client.exchange.id, pair: pair), in: context)
  }

  /// The screen of the history of a pair on an exchange, with the default options, as a chart.
  static func screen(of listing: Listing, in context: CommandContext) -> HistoryScreen {
    let context = context.only(
      listing.exchange, isEndless: true, interval: screenInterval)
    // An exchange without history leaves it to the first other one that lists the pair.
    let others = context.onAllExchanges(listing.pair).clients
      .filter { $0.exchange.info.periods.contains(.oneDay) }
    let periods = context.client.exchange.info.periods
    let candidates = periods.isEmpty ? others : []
    let period = periods.contains(.oneDay) ? .oneDay : periods.max() ?? .oneDay
    let options = HistoryOptions(period)
    let fetch = HistoryFetch(
      of: listing.pair, candidates: candidates, among: context.world.exchanges,
      clock: context.world.clock, now: context.world.date)
    return HistoryScreen(
      PollJob(
        context: context,
        viewModel: ListViewModel(
          ListQuery(sort: RowOrder(CandleRow.column("time"))), of: context.exchanges),
        fetch: HistoryScreen.fetch(options, from: fetch, in: context)),
      layout: Layout(CandleRow.tableColumns), table: TableRenderer(looks: context.looks),
      options: options, source: fetch,
      exchanges: candidates.isEmpty ? [context.client.exchange] : candidates.map(\.exchange))
  }
}
