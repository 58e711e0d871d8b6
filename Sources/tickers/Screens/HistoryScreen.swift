import Foundation
import MarketCore
import Terminal

/// The history of one pair, as a chart or as rows; the period follows the keys.
struct HistoryScreen: ScreenModel {
  private(set) var viewModel: ListViewModel<CandleRow>
  var room = TerminalSize(columns: 80, rows: 24)
  private let layout: Layout<CandleRow>
  private let table: TableRenderer
  private let chart: CandleChart
  /// The exchanges that may answer.
  private let exchanges: [any Exchange]
  /// The options before any key, and now.
  private let firstOptions: HistoryOptions
  private var options: HistoryOptions
  private let source: HistoryFetch
  private var isChart: Bool
  /// The first row that is shown; `nil` to follow the newest candle.
  private var first: Int?

  /// - Parameter exchanges: those that may answer, whose periods the keys go through.
  init(
    _ viewModel: ListViewModel<CandleRow>, layout: Layout<CandleRow>, table: TableRenderer,
    timeZone: TimeZone, options: HistoryOptions, source: HistoryFetch, exchanges: [any Exchange]
  ) {
    self.viewModel = viewModel
    self.layout = layout
    self.table = table
    self.source = source
    self.exchanges = exchanges
    firstOptions = options
    self.options = options
    isChart = options.isChart
    // The heading of the screen names what is drawn.
    chart = CandleChart(looks: table.looks, hasHeader: false, timeZone: timeZone)
  }

  var fetch: PollJob<ListViewModel<CandleRow>>.Fetch {
    { [source, options] in await source($0, options.range) }
  }

  mutating func apply(_ polls: [Poll<Answer<[CandleRow]>>]) { viewModel.apply(polls) }

  static let bindings: [KeyBinding<HistoryScreen>] = [
    KeyBinding(
      "c", "chart", "Toggle chart / table",
      now: { $0.viewModel.rows.isEmpty ? nil : $0.isChart ? "table" : "chart" },
      [
        .character("c"): { screen in
          if !screen.viewModel.rows.isEmpty { screen.isChart.toggle() }
          return .handled
        }
      ]),
    KeyBinding(
      "[ ]", "period", "Shorter / longer period", if: { $0.periods.count > 1 },
      [
        .character("["): { $0.changePeriod(by: -1) }, .character("]"): { $0.changePeriod(by: 1) },
      ]),
    .movement("Scroll", if: \.canScroll) { $0.move($1) },
  ]

  /// Whether there are more rows than fit.
  private var canScroll: Bool {
    !isChart && viewModel.rows.count > room.rows - (table.hasHeader ? 1 : 0)
  }

  var sourceTitles: [String]? { exchanges.map(\.title) }

  func missing(_ failure: MarketError) -> String? {
    switch failure {
    case .unknownSymbol, .recordingMissing:
      let titles = exchanges.map(\.title).joined(separator: ", ")
      return "no price history of \(source.pair) on \(titles)"
    default: return failure.isPermanent ? nil : "no data yet"
    }
  }

  /// The periods of the exchange that answered, else of all that may.
  private var periods: [Period] {
    let exchanges = source.exchange.map { [$0] } ?? exchanges
    return Set(exchanges.flatMap(\.info.periods)).sorted()
  }

  private mutating func changePeriod(by step: Int) -> KeyResult {
    let periods = periods
    guard let index = periods.firstIndex(of: options.period),
      periods.indices.contains(index + step)
    else { return .handled }
    options = firstOptions.changed(to: periods[index + step])
    // The last answer is of the other period.
    viewModel = ListViewModel(viewModel.query, of: viewModel.sources.all.map(\.exchange))
    first = nil
    return .restart
  }

  var heading: [String] {
    let pair = viewModel.elements.first?.pair ?? source.pair
    let subject = [pair.symbol, options.period.rawValue]
    guard viewModel.freshness.asOf != nil else { return subject }
    let count = viewModel.rows.count
    return subject + [count == 1 ? "1 period" : "\(count) periods"]
  }

  var body: [Line] {
    guard !viewModel.rows.isEmpty else { return emptyLines }
    guard !isChart else {
      // Heading, status line and keys are around it.
      return chart.lines(
        of: viewModel, fitting: TerminalSize(columns: room.columns, rows: room.rows + 3),
        reserving: 3)
    }
    let table = rows
    let viewport = viewport(of: table)
    return table.heading + table.rows.dropFirst(firstRow(in: viewport)).prefix(viewport.room)
  }

  /// What is missing where there are no candles, and the key that helps.
  private var emptyLines: [Line] {
    let keys = periods.count > 1 ? ["[ ] to change the period"] : []
    return Page.empty(viewModel.notices, keys: keys, columns: room.columns)
  }

  var finalLines: [Line] { body }

  private var rows: Table {
    table.table(
      of: layout.report(viewModel, name: "", timeZone: chart.timeZone), fitting: room)
  }

  private func viewport(of table: Table) -> Viewport {
    Viewport(count: table.rows.count, room: max(0, room.rows - table.heading.count))
  }

  /// The first row; the newest candle is shown unless the rows were moved.
  private func firstRow(in viewport: Viewport) -> Int {
    let usual = viewModel.query.sort == RowOrder(CandleRow.column("time")) ? viewport.lastFirst : 0
    return first.map(viewport.clamped) ?? usual
  }

  private mutating func move(_ movement: Movement) {
    guard !isChart else { return }
    let viewport = viewport(of: rows)
    let row = Viewport.row(
      firstRow(in: viewport), movement, page: room.rows, last: viewport.lastFirst)
    let followsNewest =
      row == viewport.lastFirst && viewModel.query.sort == RowOrder(CandleRow.column("time"))
    first = followsNewest ? nil : row
  }
}

extension Layout<CandleRow> {
  /// The report of a history for a screen, whose times are local.
  fileprivate func report(
    _ list: ListViewModel<CandleRow>, name: String, timeZone: TimeZone
  ) -> Report {
    let style = Date.ISO8601FormatStyle(timeZone: timeZone).dateTimeSeparator(.space)
      .year().month().day().time(includingFractionalSeconds: false)
    let time = columns.firstIndex { $0.name == "time" }
    let group = group(name, list.rows) { columns, row in
      var cells = list.cells(of: columns, in: row)
      // Periods begin at whole minutes.
      if let time {
        cells[time] = Cell(cells[time].value, String(style.format(row.candle.time).dropLast(3)))
      }
      return cells
    }
    return Report(groups: [group])
  }
}
