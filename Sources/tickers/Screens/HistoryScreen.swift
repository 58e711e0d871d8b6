import Foundation
import MarketCore
import Terminal

/// The history of one pair, as a chart or as rows, or of several as rows.
struct HistoryScreen: RowsScreen {
  /// What is fetched of a period, and whether the number of candles was chosen.
  typealias Fetch =
    @Sendable (Period) -> (fetch: PollJob<ListViewModel<CandleRow>>.Fetch, hasRange: Bool)

  var polls: PollState<ListViewModel<CandleRow>> { didSet { followSelection() } }
  var room = TerminalSize(columns: 80, rows: 24)
  var table: RowsTable<CandleRow>
  private var chart: CandleChart
  private let source: HistoryFetch<CandleRow>
  private var period: Period
  /// The currency of the prices; `nil` for that of each pair.
  private let currency: String?
  private let fetch: Fetch
  private var isChart: Bool
  /// Whether the heading names the exchange: what led here does not.
  var namesExchange = false

  /// A chart comes first, unless rows are wanted.
  init(
    _ job: PollJob<ListViewModel<CandleRow>>, table: RowsTable<CandleRow>,
    of source: HistoryFetch<CandleRow>, _ period: Period, in currency: String? = nil,
    isChart: Bool = true, fetch: @escaping Fetch
  ) {
    polls = PollState(job)
    (self.table, self.source, self.fetch) = (table, source, fetch)
    (self.period, self.currency) = (period, currency)
    self.isChart = isChart && source.requests.count == 1
    // The heading of the screen names what is drawn.
    chart = CandleChart(
      looks: table.renderer.looks, hasHeader: false, timeZone: polls.time.zone,
      hasRange: fetch(period).hasRange)
  }

  static let bindings: [KeyBinding<HistoryScreen>] = {
    let chart = KeyBinding<HistoryScreen>(
      "g", "chart", "Toggle chart / table", now: { $0.isChart ? "table" : "chart" },
      changing: [.character("g"): { $0.isChart.toggle() }]
    ).when { $0.source.requests.count == 1 && !$0.viewModel.rows.isEmpty }
    let period = KeyBinding<HistoryScreen>(
      "[ ]", "period", "Shorter / longer period", if: { $0.periods.count > 1 },
      [.character("["): { $0.changePeriod(by: -1) }, .character("]"): { $0.changePeriod(by: 1) }])
    let movement = KeyBinding<HistoryScreen>.movement(
      "Move through the rows", page: \.page, if: \.hasOrder
    ) { $0.move(by: $1) }
    let ofRows = [movement] + rowsBindings
    return [chart, period] + ofRows.map { $0.when { !$0.showsChart } } + [reset]
  }()

  static let priceColumn: Column<CandleRow>? = CandleRow.Columns.close

  /// The exchanges that may answer, whose periods the keys go through.
  private var exchanges: [any Exchange] {
    let candidates = source.requests.first { !$0.candidates.isEmpty }?.candidates
    return (candidates ?? polls.clients).map(\.exchange)
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

  var requested: (subject: String, exchanges: [String]) {
    ("price history of \(symbols)", exchanges.map(\.title))
  }

  func missing(_ failure: MarketError) -> String? {
    switch failure {
    case .unknownSymbol, .missing:
      "no \(requested.subject) on \(requested.exchanges.joined(separator: ", "))"
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

  private mutating func changePeriod(by step: Int) -> ScreenEffect {
    let periods = periods
    guard let index = periods.firstIndex(of: period), periods.indices.contains(index + step)
    else { return .handled }
    period = periods[index + step]
    table.selection = nil
    var job = polls.job
    // The last answer is of the other period.
    job.viewModel = ListViewModel(viewModel.query, of: polls.clients.map(\.exchange.id))
    (job.fetch, chart.hasRange) = fetch(period)
    return restart(job)
  }

  private var heading: [String] {
    let count = viewModel.rows.count
    // Several pairs have a row for the same period.
    let noun = source.requests.count > 1 ? "row" : "period"
    let isSorted = !showsChart && !endsWithNewest
    let hasCount = !showsChart && viewModel.freshness.asOf != nil
    var subject = [symbols + (currency.map { " in \($0)" } ?? "")]
    if namesExchange { subject += requested.exchanges }
    return subject + [period.rawValue]
      + (hasCount ? ["\(count) \(noun)\(count == 1 ? "" : "s")"] : [])
      + (conditionText.isEmpty ? [] : ["where \(conditionText)"])
      + (isSorted ? [viewModel.query.sort.map { "sort \($0.text)" }].compactMap(\.self) : [])
  }

  /// Without rows there is nothing to draw.
  private var showsChart: Bool { isChart && !viewModel.rows.isEmpty }

  mutating func view(at now: ContinuousClock.Instant, ages: [ExchangeID: String]) -> ScreenView {
    guard showsChart else {
      var view = rowsView(heading: heading, at: now)
      if viewModel.rows.isEmpty { view.body = emptyLines }
      return view
    }
    // Heading, status line and keys are around it.
    let terminal = TerminalSize(columns: room.columns, rows: room.rows + 3)
    return ScreenView(
      heading: heading, body: chart.lines(of: viewModel, fitting: terminal, reserving: 3)
    ) { [chart, viewModel, room] in
      // There is no heading above it.
      chart.withHeading.lines(of: viewModel, fitting: room)
    }
  }

  var keysWithoutRows: [String?] {
    [
      conditionText.isEmpty ? nil : "w to edit the condition",
      periods.count > 1 ? "[ ] to change the period" : nil,
    ]
  }

  var cellTexts: (column: String, text: (CandleRow) -> String?)? {
    let style = Date.ISO8601FormatStyle(timeZone: chart.timeZone).dateTimeSeparator(.space)
      .year().month().day().time(includingFractionalSeconds: false)
    // Times are local; periods begin at whole minutes.
    return (CandleRow.Columns.time.name, { String(style.format($0.candle.time).dropLast(3)) })
  }

  private var endsWithNewest: Bool { viewModel.query.sort == RowOrder(CandleRow.Columns.time) }

  /// The newest candle.
  var firstSelection: Int { endsWithNewest ? viewModel.rows.count - 1 : 0 }
}
