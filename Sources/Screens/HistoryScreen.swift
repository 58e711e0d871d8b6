import Foundation
package import MarketCore
package import Reports
package import Terminal

/// A screen that shows candles as rows or, for one pair on one exchange, as a chart.
package struct HistoryScreen: RowsScreen {
  package var polls: PollState<HistoryFeed> { didSet { followSelection() } }
  package var room = TerminalSize(columns: 80, rows: 24)
  package var table: RowsTable<CandleRow>
  private var chart: CandleChart
  private let firstFeed: HistoryFeed
  private var isChart: Bool
  /// The indicators that the key `i` shows again.
  private var lastIndicators = Indicator.examples.filter {
    ["sma20", "bb20"].contains($0.groupName)
  }

  /// If `isChart` is true, the chart is shown first. Several pairs or exchanges have no chart.
  package init(
    _ feed: HistoryFeed, at pace: Pace, on stage: Stage, layout: Layout<CandleRow>,
    hasHeader: Bool = true, isChart: Bool = true
  ) {
    var feed = feed
    // At least 240, because a table can show more candles than a chart, and the terminal can become larger.
    feed.capacity = { max(CandleChart.capacity(of: stage.looks.terminal()), 240) }
    polls = PollState(feed, at: pace)
    firstFeed = feed
    table = RowsTable(layout, feed.query, on: stage, hasHeader: hasHeader)
    self.isChart = isChart && !feed.historyFetch.isSeveral
    // The chart has no heading: the heading of the screen names the pair and the period.
    chart = CandleChart(
      looks: stage.looks, hasHeader: false, timeZone: stage.timeZone(), hasRange: feed.hasRange)
    chart.indicators = indicators
  }

  /// Shows the history of `listing` or, if its exchange offers none, of the same pair on another exchange.
  init(of listing: Listing, in market: Market, at pace: Pace, on stage: Stage) {
    self.init(
      HistoryFeed(of: listing, in: market), at: pace.polled(every: Self.interval), on: stage,
      layout: Layout(CandleRow.tableColumns))
  }

  package static let interval = Duration.seconds(60)

  private var feed: HistoryFeed { polls.feed }

  package static let bindings: [KeyBinding<HistoryScreen>] = {
    let chart = KeyBinding<HistoryScreen>(
      "g", "chart", "Toggle chart / table", now: { $0.isChart ? "table" : "chart" },
      changing: [.character("g"): { $0.isChart.toggle() }]
    ).when { !$0.feed.historyFetch.isSeveral && !$0.viewModel.rows.isEmpty }
    let period = KeyBinding<HistoryScreen>(
      "[ ]", "period", "Shorter / longer period", if: { $0.periods.count > 1 },
      [.character("["): { $0.changePeriod(by: -1) }, .character("]"): { $0.changePeriod(by: 1) }])
    let indicators = KeyBinding<HistoryScreen>(
      "i", "indicators", "Show or hide the last chosen indicators",
      if: { !$0.viewModel.rows.isEmpty }, [.character("i"): { $0.toggleIndicators() }])
    let movement = KeyBinding<HistoryScreen>.movement(
      "Move through the rows", page: \.page, if: \.hasOrder
    ) { $0.move(by: $1) }
    let ofRows = [movement] + rowsBindings
    return [chart, period, indicators] + ofRows.map { $0.when { !$0.showsChart } } + [reset]
  }()

  package static let priceColumn: Column<CandleRow>? = CandleRow.Columns.close

  private var exchanges: [any Exchange] { market.historyExchanges }

  private var symbols: String {
    let known = viewModel.elements.reduce(into: [Pair]()) { pairs, row in
      if pairs.last != row.pair, !pairs.contains(row.pair) { pairs.append(row.pair) }
    }
    // Rows have everyday codes (`BTC`); requested pairs can have an exchange's own codes (`XBT`).
    return (known.count == feed.pairs.count ? known : feed.pairs).map(\.symbol)
      .joined(separator: ", ")
  }

  package var requested: (subject: String, exchanges: [String]) {
    ("price history of \(symbols)", exchanges.map(\.title))
  }

  package var exchangeTitles: [String] {
    let chosen = feed.historyFetch.chosenExchanges.map(\.title)
    return chosen.isEmpty ? requested.exchanges : chosen.eachOnce
  }

  package func missing(_ failure: MarketError) -> String? {
    switch failure {
    case .unknownSymbol, .missing:
      "no \(requested.subject) on \(requested.exchanges.joined(separator: ", "))"
    default: failure.isPermanent ? nil : "no data yet"
    }
  }

  /// The periods that all exchanges of the history offer; before an answer has chosen a candidate, the
  /// periods that any candidate offers.
  private var periods: [Period] {
    let chosen = feed.historyFetch.chosenExchanges
    let exchanges = chosen.isEmpty ? exchanges : chosen
    let isAny = chosen.isEmpty && feed.historyFetch.requests.contains { !$0.candidates.isEmpty }
    return Set(exchanges.flatMap(\.info.periods)).sorted().filter { period in
      isAny || exchanges.allSatisfy { $0.info.periods.contains(period) }
    }
  }

  private mutating func changePeriod(by step: Int) -> ScreenEffect {
    let periods = periods
    guard let index = periods.firstIndex(of: feed.period), periods.indices.contains(index + step)
    else { return .handled }
    var feed = firstFeed.changed(to: periods[index + step])
    (feed.query, feed.columns) = (viewModel.query, table.layout.columns)
    chart.hasRange = feed.hasRange
    table.selection = nil
    return restart(feed)
  }

  private var indicators: [Indicator] { table.layout.columns.compactMap(\.indicator) }

  private mutating func toggleIndicators() -> ScreenEffect {
    let shown = indicators
    if !shown.isEmpty { lastIndicators = shown }
    let columns = table.layout.columns.filter { $0.indicator == nil }
    table.choose(
      (columns + (shown.isEmpty ? lastIndicators.map(\.column) : [])).map(\.name))
    return refetch()
  }

  /// Restarts polling if the rows lack the values of an indicator.
  package mutating func refetch() -> ScreenEffect {
    var feed = polls.feed
    (feed.query, feed.columns) = (viewModel.query, table.layout.columns)
    chart.indicators = indicators
    if !feed.indicators.isSubset(of: polls.feed.indicators) {
      return restart(feed, showing: viewModel)
    }
    return .handled
  }

  private var heading: [String] {
    let count = viewModel.rows.count
    // With several pairs or exchanges, one period has several rows.
    let noun = feed.historyFetch.isSeveral ? "row" : "period"
    let isSorted = !showsChart && !endsWithNewest
    let hasCount = !showsChart && viewModel.freshness.asOf != nil
    return [symbols + (feed.currency.map { " in \($0)" } ?? ""), feed.period.rawValue]
      + (showsChart ? [chart.legend].compactMap(\.self) : [])
      + (hasCount ? ["\(count) \(noun)\(count == 1 ? "" : "s")"] : [])
      + (conditionText.isEmpty ? [] : ["where \(conditionText)"])
      + (isSorted ? [viewModel.query.sort.map { "sort \($0.text)" }].compactMap(\.self) : [])
  }

  private var showsChart: Bool { isChart && !viewModel.rows.isEmpty }

  package mutating func view(at now: ContinuousClock.Instant, ages: [ExchangeID: String])
    -> ScreenView
  {
    guard showsChart else {
      var view = rowsView(heading: heading, at: now)
      if viewModel.rows.isEmpty { view.body = emptyLines }
      return view
    }
    // The chart expects the size of a whole terminal: also the heading, the status line and the keys.
    let terminal = TerminalSize(columns: room.columns, rows: room.rows + 3)
    return ScreenView(
      heading: heading, body: chart.lines(of: viewModel, fitting: terminal, reserving: 3)
    ) { [chart, viewModel, room] in
      // The final lines lack the heading of the screen, so the chart has a heading.
      chart.withHeading.lines(of: viewModel, fitting: room)
    }
  }

  package var keysWithoutRows: [String?] {
    [
      conditionText.isEmpty ? nil : "w to edit the condition",
      periods.count > 1 ? "[ ] to change the period" : nil,
    ]
  }

  package var cellTexts: (column: Column<CandleRow>, text: (CandleRow) -> String?)? {
    let style = Date.ISO8601FormatStyle(timeZone: chart.timeZone).dateTimeSeparator(.space)
      .year().month().day().time(includingFractionalSeconds: false)
    // The text lacks seconds, because periods begin at whole minutes.
    return (CandleRow.Columns.time, { String(style.format($0.candle.time).dropLast(3)) })
  }

  private var endsWithNewest: Bool { viewModel.query.sort == RowOrder(CandleRow.Columns.time) }

  package var firstSelection: Int { endsWithNewest ? viewModel.rows.count - 1 : 0 }
}
