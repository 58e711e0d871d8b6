import Foundation
import MarketCore
import Reports
import Terminal

/// The history of one pair, as a chart or as rows, or of several as rows.
struct HistoryScreen: RowsScreen {
  var polls: PollState<ListViewModel<CandleRow>> { didSet { followSelection() } }
  var room = TerminalSize(columns: 80, rows: 24)
  var table: RowsTable<CandleRow>
  private var chart: CandleChart
  /// The exchanges that may answer, whose periods the keys go through.
  private let exchanges: [any Exchange]
  private let source: HistoryFetch<CandleRow>
  /// The options before any key, and now.
  private let firstOptions: HistoryOptions
  private var options: HistoryOptions
  private var isChart: Bool
  /// Whether the heading names the exchange: what led here does not.
  private let namesExchange: Bool

  /// A chart comes first, unless rows are wanted.
  init(
    _ job: PollJob<ListViewModel<CandleRow>>, layout: Layout<CandleRow>, table: TableRenderer,
    options: HistoryOptions, source: HistoryFetch<CandleRow>, exchanges: [any Exchange],
    isChart: Bool = true, namesExchange: Bool = false
  ) {
    polls = PollState(job)
    self.table = RowsTable(layout, table, job.viewModel.query)
    (self.source, self.exchanges) = (source, exchanges)
    self.isChart = isChart && source.requests.count == 1
    (firstOptions, self.options, self.namesExchange) = (options, options, namesExchange)
    // The heading of the screen names what is drawn.
    chart = CandleChart(
      looks: table.looks, hasHeader: false, timeZone: job.context.world.timeZone(),
      hasRange: options.hasRange)
  }

  static let bindings: [KeyBinding<HistoryScreen>] =
    [
      KeyBinding(
        "g", "chart", "Toggle chart / table", now: { $0.isChart ? "table" : "chart" },
        [
          .character("g"): { screen in
            screen.isChart.toggle()
            return .handled
          }
        ]
      ).when { $0.source.requests.count == 1 && !$0.viewModel.rows.isEmpty },
      KeyBinding(
        "[ ]", "period", "Shorter / longer period", if: { $0.periods.count > 1 },
        [.character("["): { $0.changePeriod(by: -1) }, .character("]"): { $0.changePeriod(by: 1) }]),
    ]
    + ([.movement("Move through the rows", if: \.hasOrder) { $0.move(by: $1) }] + rowsBindings)
    .map { $0.when { !$0.showsChart } }

  var prompt: Prompt? { conditionPrompt }
  var escapeHint: KeyHint? { isConditionEdited ? .reset : nil }

  mutating func handle(_ key: Key) -> KeyResult {
    if table.expression != nil { return editCondition(key) }
    guard key == .escape, isConditionEdited else { return perform(key) }
    discardCondition()
    return .handled
  }

  private var symbols: String {
    let known = viewModel.elements.reduce(into: [Pair]()) { pairs, row in
      if pairs.last != row.pair, !pairs.contains(row.pair) { pairs.append(row.pair) }
    }
    let requested = source.requests.reduce(into: [Pair]()) { pairs, request in
      if !pairs.contains(request.pair) { pairs.append(request.pair) }
    }
    // Rows have everyday names.
    return (known.count == requested.count ? known : requested).map(\.symbol)
      .joined(separator: ", ")
  }

  var requested: String { "price history of \(symbols)" }
  var sourceTitles: [String] { exchanges.map(\.title) }

  func missing(_ failure: MarketError) -> String? {
    switch failure {
    case .unknownSymbol, .missing:
      "no price history of \(symbols) on \(sourceTitles.joined(separator: ", "))"
    default: failure.isPermanent ? nil : "no data yet"
    }
  }

  /// The periods that all exchanges have that answered; of candidates, before they answer, any.
  private var periods: [Period] {
    let chosen = source.chosenExchanges
    let exchanges = chosen.isEmpty ? exchanges : chosen
    let isAny = chosen.isEmpty && source.requests.contains { !$0.candidates.isEmpty }
    return Set(exchanges.flatMap(\.info.periods)).sorted().filter { period in
      isAny || exchanges.allSatisfy { $0.info.periods.contains(period) }
    }
  }

  private mutating func changePeriod(by step: Int) -> KeyResult {
    let periods = periods
    guard let index = periods.firstIndex(of: options.period), periods.indices.contains(index + step)
    else { return .handled }
    options = firstOptions.changed(to: periods[index + step])
    chart.hasRange = options.hasRange
    table.selection = nil
    var job = polls.job
    // The last answer is of the other period.
    job.viewModel = ListViewModel(viewModel.query, of: job.context.exchanges)
    job.fetch = HistoryCommand.fetch(options, from: source, in: context, isScreen: true)
    return restart(job)
  }

  var heading: [String] {
    let count = viewModel.rows.count
    // Several pairs have a row for the same period.
    let noun = source.requests.count > 1 ? "row" : "period"
    let isSorted = !showsChart && !endsWithNewest
    let hasCount = !showsChart && viewModel.freshness.asOf != nil
    var subject = [symbols + (options.currency.map { " in \($0)" } ?? "")]
    if namesExchange { subject += sourceTitles }
    return subject + [options.period.rawValue]
      + (hasCount ? ["\(count) \(noun)\(count == 1 ? "" : "s")"] : [])
      + (conditionText.isEmpty ? [] : ["where \(conditionText)"])
      + (isSorted ? [viewModel.query.sort.map { "sort \($0.text)" }].compactMap(\.self) : [])
  }

  /// Without rows there is nothing to draw.
  private var showsChart: Bool { isChart && !viewModel.rows.isEmpty }

  var body: [Line] {
    guard !showsChart else {
      // Heading, status line and keys are around it.
      let terminal = TerminalSize(columns: room.columns, rows: room.rows + 3)
      return chart.lines(of: viewModel, fitting: terminal, reserving: 3)
    }
    guard viewModel.rows.isEmpty else { return rowLines }
    let keys = [
      conditionText.isEmpty ? nil : "w to edit the condition",
      periods.count > 1 ? "[ ] to change the period" : nil,
    ]
    return Page.empty(
      viewModel.notices, keys: prompt == nil ? keys.compactMap(\.self) : [], columns: room.columns)
  }

  var finalLines: [Line] {
    guard showsChart else { return finalRowLines }
    // There is no heading above it.
    return chart.withHeading.lines(of: viewModel, fitting: room)
  }

  mutating func prepare(ages: [ExchangeID: String]) { if !showsChart { layOut() } }

  func report(rows: Range<Int>) -> Report {
    let style = Date.ISO8601FormatStyle(timeZone: chart.timeZone).dateTimeSeparator(.space)
      .year().month().day().time(includingFractionalSeconds: false)
    // Times are local; periods begin at whole minutes.
    return table.layout.report(
      viewModel, rows: rows,
      texts: (CandleRow.Columns.time, { String(style.format($0.candle.time).dropLast(3)) }))
  }

  private var endsWithNewest: Bool { viewModel.query.sort == RowOrder(CandleRow.Columns.time) }

  /// The newest candle.
  var firstSelection: Int { endsWithNewest ? viewModel.rows.count - 1 : 0 }
}
