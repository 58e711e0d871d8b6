import Foundation
import MarketCore
import Terminal

/// The history of one pair, as a chart or as rows.
struct HistoryScreen: ScreenModel {
  var polls: PollState<ListViewModel<CandleRow>>
  var room = TerminalSize(columns: 80, rows: 24)
  private let layout: Layout<CandleRow>
  private let table: TableRenderer
  private let chart: CandleChart
  /// The exchanges that may answer, whose periods the keys go through.
  private let exchanges: [any Exchange]
  private let source: HistoryFetch
  /// The options before any key, and now.
  private let firstOptions: HistoryOptions
  private var options: HistoryOptions
  private var isChart: Bool
  /// The first row that is shown; `nil` to follow the newest candle.
  private var first: Int?

  init(
    _ job: PollJob<ListViewModel<CandleRow>>, layout: Layout<CandleRow>, table: TableRenderer,
    options: HistoryOptions, source: HistoryFetch, exchanges: [any Exchange]
  ) {
    polls = PollState(job)
    (self.layout, self.table, self.source, self.exchanges) = (layout, table, source, exchanges)
    (firstOptions, self.options, isChart) = (options, options, options.isChart)
    // The heading of the screen names what is drawn.
    chart = CandleChart(
      looks: table.looks, hasHeader: false, timeZone: job.context.world.timeZone())
  }

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
      [.character("["): { $0.changePeriod(by: -1) }, .character("]"): { $0.changePeriod(by: 1) }]),
    .movement("Scroll", if: { !$0.isChart && $0.lastFirstRow > 0 }) { $0.move(by: $1) },
  ]

  var requested: String { "price history of \(source.pair)" }
  var sourceTitles: [String] { exchanges.map(\.title) }

  func missing(_ failure: MarketError) -> String? {
    switch failure {
    case .unknownSymbol, .missing:
      "no price history of \(source.pair) on \(sourceTitles.joined(separator: ", "))"
    default: failure.isPermanent ? nil : "no data yet"
    }
  }

  /// The periods of the exchange that answered, else of all that may.
  private var periods: [Period] {
    let exchanges = source.exchange.map { [$0] } ?? exchanges
    return Set(exchanges.flatMap(\.info.periods)).sorted()
  }

  private mutating func changePeriod(by step: Int) -> KeyResult {
    let periods = periods
    guard let index = periods.firstIndex(of: options.period), periods.indices.contains(index + step)
    else { return .handled }
    options = firstOptions.changed(to: periods[index + step])
    first = nil
    var job = polls.job
    // The last answer is of the other period.
    job.viewModel = ListViewModel(viewModel.query, of: job.context.exchanges)
    job.fetch = { [source, options] in await source($0, options.range) }
    return restart(job)
  }

  var heading: [String] {
    let pair = viewModel.elements.first?.pair ?? source.pair
    let count = viewModel.rows.count
    return [pair.symbol, options.period.rawValue]
      + (viewModel.freshness.asOf == nil ? [] : [count == 1 ? "1 period" : "\(count) periods"])
  }

  var body: [Line] {
    if viewModel.rows.isEmpty {
      let keys = periods.count > 1 ? ["[ ] to change the period"] : []
      return Page.empty(viewModel.notices, keys: keys, columns: room.columns)
    }
    guard !isChart else {
      // Heading, status line and keys are around it.
      let terminal = TerminalSize(columns: room.columns, rows: room.rows + 3)
      return chart.lines(of: viewModel, fitting: terminal, reserving: 3)
    }
    let style = Date.ISO8601FormatStyle(timeZone: chart.timeZone).dateTimeSeparator(.space)
      .year().month().day().time(includingFractionalSeconds: false)
    // Times are local; periods begin at whole minutes.
    let report = layout.report(
      viewModel, texts: ("time", { String(style.format($0.candle.time).dropLast(3)) }))
    let table = table.table(of: report, fitting: room)
    return table.heading + table.rows.dropFirst(firstRow).prefix(rowRoom)
  }

  private var rowRoom: Int { max(0, room.rows - (table.hasHeader ? 1 : 0)) }

  /// The first row when the last one is in view.
  private var lastFirstRow: Int { max(0, viewModel.rows.count - rowRoom) }

  private var endsWithNewest: Bool { viewModel.query.sort == RowOrder(CandleRow.column("time")) }

  /// The first row; the newest candle is shown unless the rows were moved.
  private var firstRow: Int {
    first?.clamped(to: lastFirstRow) ?? (endsWithNewest ? lastFirstRow : 0)
  }

  private mutating func move(by rows: Int) {
    guard !isChart else { return }
    let row = (firstRow + rows).clamped(to: lastFirstRow)
    first = row == lastFirstRow && endsWithNewest ? nil : row
  }
}
