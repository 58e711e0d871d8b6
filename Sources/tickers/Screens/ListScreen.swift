import MarketCore
import Terminal

/// A list of pairs, coins or holdings, with a filter.
struct ListScreen<ViewModel: RowsViewModel>: RowsScreen {
  typealias Row = ViewModel.Row
  /// Makes the polling of the rows that a query shows, in these columns.
  typealias MakeJob = @Sendable (ListQuery<Row>, [Column<Row>]) -> PollJob<ViewModel>
  /// Makes the screen below a row.
  typealias Open = @Sendable (Row) -> (any ScreenModel)?

  var polls: PollState<ViewModel> { didSet { followSelection() } }
  var room = TerminalSize(columns: 80, rows: 24)
  var table: RowsTable<Row>
  private let makeJob: MakeJob
  private let makeFooter: @Sendable (ViewModel) -> [Report.Member]
  private let detail, history: Open

  /// - Parameters:
  ///   - footer: makes the rows below the table.
  ///   - detail: opens the book of a row, or the pairs of a coin.
  ///   - history: opens the price history of a row.
  init(
    _ job: PollJob<ViewModel>, table: RowsTable<Row>, makeJob: @escaping MakeJob,
    footer: @escaping @Sendable (ViewModel) -> [Report.Member] = { _ in [] },
    detail: @escaping Open, history: @escaping Open
  ) {
    polls = PollState(job)
    (self.table, self.makeJob, makeFooter) = (table, makeJob, footer)
    (self.detail, self.history) = (detail, history)
  }

  static var bindings: [KeyBinding<ListScreen>] {
    let pairs = ("pairs", "List the pairs of the selected coin")
    let book = ("book", "Open the order book of the selected pair")
    let (word, meaning) = Row.hasPairs ? pairs : book
    let own: [KeyBinding<ListScreen>] = [
      .movement("Move through the rows", hasLetters: true, page: \.page, if: \.hasOrder) {
        $0.move(by: $1)
      },
      KeyBinding("Enter", word, meaning, if: \.hasDetail, [.enter: { $0.open($0.detail) }]),
      KeyBinding(
        "h", "history", "Open the price history of the selected \(Row.noun.one)",
        if: { $0.selectedRow?.historyMarket != nil },
        [.character("h"): { $0.open($0.history) }]),
      KeyBinding(
        "/", "filter", "Filter (Enter applies, Esc cancels, Ctrl-U clears, Ctrl-W cuts a word)",
        changing: [.character("/"): { $0.editFilter() }]),
      KeyBinding(
        "Tab", "watchlist", "Next watchlist of the options file, or all (also Shift-Tab: previous)",
        if: { !$0.viewModel.query.watchlists.isEmpty },
        [.tab: { $0.changeWatchlist(by: 1) }, .backTab: { $0.changeWatchlist(by: -1) }]),
    ]
    let amounts = KeyBinding<ListScreen>(
      "$", "amounts", "Hide or show amounts",
      changing: [.character("$"): { $0.table.hidesAmounts.toggle() }])
    return own + rowsBindings + (Row.style.amounts.isEmpty ? [] : [amounts]) + [reset]
  }

  mutating func refetch() -> ScreenEffect {
    var job = makeJob(viewModel.query, table.layout.columns)
    job.viewModel = viewModel
    guard job.request == polls.job.request else { return restart(job) }
    polls.job = job
    return .handled
  }
}

// MARK: - Other screens

extension ListScreen {
  /// Whether there is a screen below the selected row; totals of holdings, and cash, have none.
  private var hasDetail: Bool {
    selectedRow.map { Row.hasPairs || $0.market != nil } ?? false
  }

  private mutating func open(_ open: Open) -> ScreenEffect {
    guard let screen = selectedRow.flatMap(open) else { return .handled }
    // Esc leads back to the same row, even if it was not selected by a movement.
    move(by: 0)
    return .open(screen)
  }
}

// MARK: - View

extension ListScreen {
  var requested: (subject: String, exchanges: [String]) {
    let pairs = polls.requestedPairs.map(\.symbol).joined(separator: ", ")
    let all = "all \(ViewModel.Element.noun.many)"
    return (pairs.isEmpty ? all : "prices of \(pairs)", polls.titles)
  }

  mutating func view(at now: ContinuousClock.Instant, ages: [ExchangeID: String]) -> ScreenView {
    rowsView(heading: heading, at: now, ages: ages)
  }

  private var heading: [String] {
    let (query, shown, total) = (viewModel.query, viewModel.rows.count, viewModel.total)
    let filters = (table.fixedFilters.map(\.text) + [table.filter]).filter { !$0.isEmpty }
    let pairs = "\(total) \(total == 1 ? Row.noun.one : Row.noun.many)"
    return [
      viewModel.freshness.asOf == nil ? nil : shown == total ? pairs : "\(shown) of \(pairs)",
      filters.isEmpty ? nil : "filter \(filters.joined(separator: " and "))",
      conditionText.isEmpty ? nil : "where \(conditionText)",
      query.sort.map { "sort \($0.text)" },
    ].compactMap(\.self)
  }

  var keysWithoutRows: [String?] {
    [
      isEdited ? "Esc to reset" : nil,
      conditionText.isEmpty ? nil : "w to edit the condition",
      table.filter.isEmpty ? nil : "/ to edit the filter",
    ]
  }

  var footer: [Report.Member] { makeFooter(viewModel) }

  /// The age of an old answer stands beside the name of its exchange.
  var cellTexts: (column: String, text: (Row) -> String?)? {
    let ages = table.ages
    if ages.isEmpty { return nil }
    return ("exchange", { row in row.exchange.flatMap { id in ages[id].map { "\(id) \($0)" } } })
  }
}
