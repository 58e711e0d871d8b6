import Arguments
import Foundation
import MarketCore
import Reports
import Screens

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
    operand: .symbols(1...Int.max, coin: "one of its pairs"),
    options: HistoryFeed.options + RowOptions<CandleRow>.historyOptions
      + FormatOptions<CandleRow>.options(Format.ofPrices, hasTemplate: true)
      + [Watch<CandleRow>.untilOption] + Session.options,
    fields: [CandleRow.fieldList("Fields")],
    examples: [
      .init("tickers history BTC-USD -e kraken", "The last 30 days"),
      .init("tickers history BTC-USD -e kraken -p 1h --from 7d -o csv", "One week, hourly"),
      .init("tickers history BTC-USD -e kraken --with sma20,rsi14 --chart", "With indicators"),
      .init("tickers history btc ETH-USD -e kraken --in EUR", "Several pairs, in euros"),
      .init(
        "tickers history BTC-USD -e kraken -o csv --after btc.csv | tee -a btc.csv",
        "Add the candles that a file lacks"),
      .init(
        "tickers history BTC-USD -e kraken --from 365d -s high:desc -c high | head -2",
        "Highest price of a year"),
    ])

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let pairs = try invocation.symbols()
    let period = try invocation.value(of: HistoryFeed.periodOption) ?? .oneDay
    let rows = try RowOptions<CandleRow>(invocation)
    let (output, help) = try FormatOptions<CandleRow>.read(invocation, formats: Format.ofPrices)
    let watch = try Watch<CandleRow>(invocation)
    let after = try invocation.value(of: HistoryFeed.afterOption)
    let hasScreen = output.isTable && after == nil
    let session = try Session(
      invocation, in: world, .once, waits: watch.until != nil, hasScreen: hasScreen,
      screenInterval: hasScreen ? HistoryScreen.interval : nil)
    let market = try session.market(for: pairs) { $0.info.periods.contains(period) }
    var feed = HistoryFeed(market, rows.sortedQuery, period)
    try feed.read(invocation)
    if let help { return { world.print(help) } }
    for client in market.clients { try period.check(client.exchange, in: world) }
    try output.check(exchanges: market.clients.count)
    let isChart = invocation.has(HistoryFeed.chartOption)
    if isChart, feed.historyFetch.isSeveral {
      throw UsageError("--chart accepts one pair on one exchange", of: "chart")
    }
    if output.format == .beancount { try period.checkDates(of: "Beancount", in: "format") }
    let hasDates = try HistoryFeed.hasDates(invocation, output.format, period)
    feed.watch = watch
    let isNews = !session.pace.isOneShot && !session.isScreen
    // Several polls without a screen report complete candles that are new or have changed.
    feed.query.onlyChanges = isNews
    if isNews || after != nil { feed.query.conditions.append(.isComplete) }
    var layout = Layout(
      output, isMultiExchange: market.isMultiExchange, isMultiPair: feed.isMultiPair)
    let indicators = try invocation.value(of: HistoryFeed.withOption) ?? []
    layout = layout.adding(indicators.map(\.column))
    feed.columns = layout.columns
    if output.isTable { layout = layout.withoutQuoteCodes }
    if session.isScreen {
      // A chart ignores these options, so the screen shows rows first, unless `--chart` was given.
      let wantsRows = output.columns != nil || output.format != nil || rows.query.sort != nil
      let screen = HistoryScreen(
        feed, at: session.pace, on: session.stage, layout: layout, hasHeader: output.hasHeader,
        isChart: isChart || !wantsRows)
      return { await session.show(screen) }
    }
    if isChart {
      let looks = session.voice.looks
      let chart = CandleChart(
        looks: looks, hasHeader: output.hasHeader, timeZone: world.timeZone(),
        hasRange: feed.hasRange, indicators: indicators.eachOnce)
      feed.capacity = { CandleChart.capacity(of: looks.terminal()) }
      return { [feed] in
        await session.print(feed) { chart.text(of: $0, isFirst: $1) }
      }
    }
    return { [feed, layout, output] in
      guard let after else {
        return await session.print(feed, output, hasDates == true ? layout.withDates : layout)
      }
      return await session.print(feed, output, layout, hasDates: hasDates, after: after)
    }
  }
}

extension Session {
  /// Prints the candles that continue the earlier output in a file; returns the exit status. If `hasDates`
  /// is `nil`, times have the form of the file.
  fileprivate func print(
    _ feed: HistoryFeed, _ output: Output<CandleRow>, _ layout: Layout<CandleRow>,
    hasDates: Bool?, after path: String
  ) async -> ExitStatus {
    do throws(ExitStatus) {
      let earlier = try EarlierOutput(path, feed, output.format, layout.columns, in: world)
      var (feed, output, layout) = (feed, output, layout)
      feed.earlier = earlier.file
      var usesDates = hasDates ?? false
      if let columns = earlier.columns {
        if layout.columns != columns, layout.columns != Layout(Output(output.format)).columns {
          let names = columns.map(\.name).joined(separator: ",")
          let option = output.columns == nil ? "with" : "columns"
          voice.notice("--\(option) ignored: \(earlier.title) has the columns \(names)")
        }
        usesDates = earlier.file.hasDates ?? usesDates
        if let hasDates, hasDates != usesDates {
          voice.notice(
            "--date-format ignored: \(earlier.title) has \(usesDates ? "dates" : "times")")
        }
        layout = Layout(columns, areChosen: true)
        output.hasHeader = false
      }
      feed.columns = layout.columns
      if usesDates { layout = layout.withDates }
      return await print(feed, output, layout)
    } catch {
      return error
    }
  }
}
