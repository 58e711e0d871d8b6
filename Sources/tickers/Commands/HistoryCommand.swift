import Arguments
import Foundation
import MarketCore
import Reports

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
    operand: .symbols(1...Int.max),
    options: HistoryOptions.options + RowOptions<CandleRow>.historyOptions
      + FormatOptions<CandleRow>.options(Format.ofPrices, hasTemplate: true)
      + [Condition<CandleRow>.until.option] + CommandContext.options,
    fields: [CandleRow.fieldList("Fields")],
    examples: [
      .init("tickers history BTC-USD -e kraken", "The last 30 days"),
      .init("tickers history BTC-USD -e kraken -p 1h --from 7d -o csv", "One week, hourly"),
      .init("tickers history BTC-USD ETH-USD -e kraken --in EUR", "Several pairs, in euros"),
      .init(
        "tickers history BTC-USD -e kraken -o csv --after btc.csv | tee -a btc.csv",
        "Add the candles that a file lacks"),
      .init(
        "tickers history BTC-USD -e kraken --from 365d -s high:desc -c high | head -2",
        "Highest price of a year"),
    ])

  private static let screenInterval = Duration.seconds(60)

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let pairs = try invocation.pairs()
    let options = try HistoryOptions(invocation)
    let rows = try RowOptions<CandleRow>(invocation)
    let (output, help) = try FormatOptions<CandleRow>.read(
      invocation, formats: Format.ofPrices)
    let until = try invocation.value(of: Condition<CandleRow>.until)
    let context = try CommandContext(
      invocation, in: world, polls: false,
      screenInterval: output.isTable && options.after == nil ? screenInterval : nil,
      hasCondition: until != nil, pairs: pairs,
      historyFilter: { $0.info.periods.contains(options.period) })
    try options.check(now: context.world.date())
    if let help { return { world.print(help) } }
    for client in context.clients { try options.period.check(client.exchange, in: world) }
    try output.check(exchanges: context.exchanges.count)

    var query = rows.sortedQuery
    // It counts the periods of a pair, not the rows.
    query.limit = nil
    let isScreen = context.isOnScreen && output.isTable && options.after == nil
    if !context.isOneShot, !isScreen {
      // A candle is printed when it is complete, once.
      query.onlyChanges = true
      query.conditions.append(.isComplete)
    }
    // Lines on stderr would disturb a screen.
    let tracing = isScreen && world.errors.isTerminal ? context : context.traced
    let fetch: HistoryFetch<CandleRow> = tracing.historyFetch()
    let isSeveral = fetch.requests.count > 1
    if options.isChart, isSeveral {
      throw UsageError("--chart accepts one pair on one exchange", of: "chart")
    }
    if output.format == .beancount { try options.checkDates(in: "format") }
    if options.after != nil { query.conditions.append(.isComplete) }
    var job = job(query, options, fetch, in: context, tracing, isScreen: isScreen)
    job.condition = until.map { condition in
      { @Sendable (list: ListViewModel<CandleRow>) in
        // The newest candle of each pair counts, printed or not.
        let newest = Dictionary(list.elements.map { ($0.listing, $0) }) {
          $0.candle.time < $1.candle.time ? $1 : $0
        }
        return newest.values.contains { condition.holds(for: $0, asOf: list.asOf($0)) }
      }
    }
    let table = TableRenderer(looks: context.looks, hasHeader: output.hasHeader)
    var layout = Layout(
      output, isMultiExchange: context.isMultiExchange,
      isMultiPair: Set(fetch.requests.map(\.pair)).count > 1)
    if output.isTable { layout = layout.withoutQuoteCodes }
    if isScreen {
      // Options that a chart does not follow.
      let wantsRows = output.columns != nil || output.format != nil || rows.query.sort != nil
      return { [job, layout] in
        await job.show {
          HistoryScreen(
            $0, layout: layout, table: table, options: options, source: fetch,
            exchanges: context.historyExchanges, isChart: options.isChart || !wantsRows)
        }
      }
    }
    if options.isChart {
      let chart = CandleChart(
        looks: table.looks, hasHeader: table.hasHeader, timeZone: world.timeZone(),
        hasRange: options.hasRange)
      return { [job] in await job.print(chart.text) }
    }
    return { [job, layout] in
      var (job, output, layout) = (job, output, layout)
      if let path = options.after {
        do throws(ExitStatus) {
          let earlier = try EarlierOutput(
            path, of: Set(fetch.requests.map(\.pair)), options, output.format, layout.columns,
            in: context.world)
          job.fetch = HistoryCommand.fetch(
            options, from: fetch, in: tracing, isScreen: false, after: earlier.file)
          if let columns = earlier.columns {
            if output.columns.map({ $0 != columns }) ?? false {
              let names = columns.map(\.name).joined(separator: ",")
              context.notice("--columns ignored: \(earlier.title) has the columns \(names)")
            }
            layout = Layout(columns, areChosen: true)
            output.hasHeader = false
          }
        } catch {
          return error
        }
        job.notices = { list, _ in
          list.rows.isEmpty && !list.query.onlyChanges ? ["no new candles"] : []
        }
      }
      return await job.print(output) { [layout] list in
        var report = layout.report(list, name: "history")
        let warnings = list.sources.all.flatMap(\.warnings)
        report.after = [.gaps(warnings, namesEach: isSeveral), .rates(warnings)]
        report.tags = [("period", options.period.rawValue)]
        return report
      }
    }
  }

  /// The polling of candles.
  ///
  /// - Parameter tracing: the context of requests.
  private static func job(
    _ query: ListQuery<CandleRow>, _ options: HistoryOptions, _ fetch: HistoryFetch<CandleRow>,
    in context: CommandContext, _ tracing: CommandContext, isScreen: Bool
  ) -> PollJob<ListViewModel<CandleRow>> {
    var viewModel = ListViewModel(query, of: context.exchanges)
    // The exchange of a prefix has to list the pair.
    viewModel.sources.required = Set(
      context.pairRequests.filter(\.isPrefixed).flatMap(\.exchanges))
    return PollJob(
      context: context, viewModel: viewModel,
      fetch: HistoryCommand.fetch(options, from: fetch, in: tracing, isScreen: isScreen),
      hasOwnTries: true,
      failureSentence: { failure, exchange in
        fetch.sentence(on: failure, of: exchange).map { sentence in
          failure.unlisted == nil ? context.attributed(sentence, to: exchange) : sentence
        }
      })
  }

  /// The screen of the history of a pair, on the first exchange of a context that has one.
  static func screen(of pair: Pair, in context: CommandContext) -> HistoryScreen {
    let client = context.clients.first { !$0.exchange.info.periods.isEmpty } ?? context.client
    return screen(of: Listing(exchange: client.exchange.id, pair: pair), in: context)
  }

  /// The screen of the history of a pair on an exchange, with the default options, as a chart.
  static func screen(
    of listing: Listing, namingExchange: Bool = false, in context: CommandContext
  ) -> HistoryScreen {
    let context = context.only(
      listing.exchange, isEndless: true, interval: screenInterval)
    // An exchange without history leaves it to the first other one that lists the pair.
    let others = context.onAllExchanges(listing.pair).clients
      .filter { $0.exchange.info.periods.contains(.oneDay) }
    let periods = context.client.exchange.info.periods
    let candidates = periods.isEmpty ? others : []
    let period = periods.contains(.oneDay) ? .oneDay : periods.max() ?? .oneDay
    let options = HistoryOptions(period)
    let request = HistoryFetch<CandleRow>.Request(
      listing.pair, on: context.client.exchange.id, candidates: candidates)
    let fetch = HistoryFetch([request], among: context.world.exchanges, now: context.world.date)
    return HistoryScreen(
      job(
        ListQuery(sort: RowOrder(CandleRow.Columns.time)), options, fetch, in: context, context,
        isScreen: true),
      layout: Layout(CandleRow.tableColumns), table: TableRenderer(looks: context.looks),
      options: options, source: fetch,
      exchanges: candidates.isEmpty ? [context.client.exchange] : candidates.map(\.exchange),
      namesExchange: namingExchange)
  }
}

extension CommandContext {
  /// A fetch of the requested pairs, each on each of its exchanges, or on the first candidate that lists
  /// it.
  func historyFetch<Row: MarketRow>() -> HistoryFetch<Row> {
    var listings = Set<Listing>()
    let requests = pairRequests.flatMap { request in
      request.exchanges.filter {
        listings.insert(Listing(exchange: $0, pair: request.pair)).inserted
      }.map {
        HistoryFetch<Row>.Request(
          // The rates of a coin are found on several exchanges anyway.
          request.pair, on: $0,
          candidates: request.isOpen && request.pair.base != nil ? candidates : [])
      }
    }
    return HistoryFetch(requests, among: world.exchanges, now: world.date)
  }

  /// The exchanges that may have the requested history.
  var historyExchanges: [any Exchange] {
    pairRequests.contains(where: \.isOpen) ? candidates.map(\.exchange) : clients.map(\.exchange)
  }
}

extension Report.Member {
  /// The starts of the periods without a candle; each with its pair where there are several.
  fileprivate static func gaps(_ warnings: [Warning], namesEach: Bool) -> Report.Member {
    let gaps = warnings.compactMap { if case .gaps(let gaps) = $0 { gaps } else { nil } }
    guard namesEach else {
      let starts = gaps.flatMap(\.starts).compactMap { FieldValue.moment($0).text }
      return .value("gaps", .words(starts))
    }
    return .objects(
      "gaps",
      gaps.flatMap { gaps in
        gaps.starts.map { start in
          [
            .value("exchange", gaps.listing.exchange.map { .text($0.rawValue) } ?? .unknown),
            .value("symbol", .text(gaps.listing.pair.symbol)), .value("time", .moment(start)),
          ]
        }
      })
  }

  /// The pairs by whose candles prices were converted.
  static func rates(_ warnings: [Warning]) -> Report.Member {
    let listings = warnings.flatMap { warning -> [Listing] in
      if case .converted(_, let listings) = warning { listings } else { [] }
    }
    var rates: [ConversionRate] = []
    for listing in listings {
      let rate = ConversionRate(exchange: listing.exchange, pair: listing.pair, rate: nil)
      if !rates.contains(rate) { rates.append(rate) }
    }
    return .rates(rates)
  }
}
