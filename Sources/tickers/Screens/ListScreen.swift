import Foundation
import MarketCore
import Reports
import Terminal

/// A list of pairs, coins or holdings, with a filter.
struct ListScreen<ViewModel: RowsViewModel>: RowsScreen where ViewModel.Row: TableRow {
  typealias Row = ViewModel.Row
  /// Makes the polling of the rows that a query shows, in these columns.
  typealias MakeJob = @Sendable (ListQuery<Row>, [Column<Row>]) -> PollJob<ViewModel>

  var polls: PollState<ViewModel> { didSet { followSelection() } }
  var room = TerminalSize(columns: 80, rows: 24)
  var table: RowsTable<Row>
  private(set) var trends: Trends?
  private let trendSource: TrendSource
  private let makeJob: MakeJob
  private let makeFooter: @Sendable (ViewModel) -> [Report.Member]

  /// The filters that the keys leave alone.
  private let fixedFilters: [SymbolFilter]
  private var filter: String
  /// The filter before any key.
  private let firstFilter: String
  /// The filter that is being edited, and the one that Esc restores.
  private var edited: (field: TextField, restored: String)?

  /// The footer has the rows below.
  init(
    _ job: PollJob<ViewModel>, layout: Layout<Row>, hasTrend: Bool = Row.style.hasTrend,
    trend: TrendSource = .polls, table: TableRenderer, hidesAmounts: Bool = false,
    makeJob: @escaping MakeJob,
    footer: @escaping @Sendable (ViewModel) -> [Report.Member] = { _ in [] }
  ) {
    polls = PollState(job)
    let query = job.viewModel.query
    self.table = RowsTable(layout, table, query)
    self.table.hidesAmounts = hidesAmounts
    trends = hasTrend ? Trends(of: trend) : nil
    (trendSource, self.makeJob, makeFooter) = (trend, makeJob, footer)
    fixedFilters = query.filters.count == 1 ? [] : query.filters
    firstFilter = query.filters.count == 1 ? query.filters[0].text : ""
    filter = firstFilter
  }

  static var bindings: [KeyBinding<ListScreen>] {
    [
      .movement("Move through the rows", hasLetters: true, if: \.hasOrder) { $0.move(by: $1) },
      KeyBinding(
        "Enter", detail.word, detail.meaning, if: { $0.detailScreen != nil },
        [.enter: { $0.open($0.detailScreen) }]),
      KeyBinding(
        "h", "history", "Open the price history of the selected \(Row.noun.one)",
        if: { $0.historyScreen != nil }, [.character("h"): { $0.open($0.historyScreen) }]),
      KeyBinding(
        "/", "filter", "Filter (Enter applies, Esc cancels, Ctrl-U clears, Ctrl-W cuts a word)",
        [
          .character("/"): { screen in
            screen.edited = (TextField(screen.filter), screen.filter)
            return .handled
          }
        ]),
      KeyBinding(
        "Tab", "watchlist", "Next watchlist of the options file, or all (also Shift-Tab: previous)",
        if: { !$0.viewModel.query.watchlists.isEmpty },
        [.tab: { $0.changeWatchlist(by: 1) }, .backTab: { $0.changeWatchlist(by: -1) }]),
    ] + rowsBindings + (Row.style.amounts.isEmpty ? [] : [hideAmounts])
  }

  private static var hideAmounts: KeyBinding<ListScreen> {
    KeyBinding(
      "$", "amounts", "Hide or show amounts",
      [
        .character("$"): { screen in
          screen.table.hidesAmounts.toggle()
          return .handled
        }
      ])
  }

  var prompt: Prompt? {
    conditionPrompt
      ?? edited.map { edited in
        let isKnown = viewModel.query.filters.allSatisfy(\.unknownWatchlists.isEmpty)
        let isOption = isKnown && context.hasOption("filter")
        return Prompt("/", edited.field, option: isOption ? "filter" : nil)
      }
  }

  var escapeHint: KeyHint? { filter == firstFilter && !isConditionEdited ? nil : .reset }

  mutating func handle(_ key: Key) -> KeyResult {
    if table.expression != nil { return editCondition(key) }
    if edited != nil { return editFilter(key) }
    guard key == .escape, escapeHint != nil else { return perform(key) }
    discardCondition()
    setFilter(firstFilter)
    return refetch()
  }

  mutating func choose(columns names: [String]) -> KeyResult {
    let hasTrend = names.contains(Trend.name)
    if hasTrend != (trends != nil) { trends = hasTrend ? Trends(of: trendSource) : nil }
    return setColumns(names)
  }
}

// MARK: - Polls

extension ListScreen {
  mutating func apply(_ polls: [Poll<Answer<[ViewModel.Element]>>]) {
    self.polls.apply(polls)
    guard Row.self == ViewModel.Element.self else {
      let model = viewModel
      if polls.contains(where: { $0.answer != nil }) {
        trends?.append(model.elements, inBeat: model.sources.beat)
      }
      return
    }
    for poll in polls {
      if let answer = poll.answer { trends?.append(answer, of: poll.exchange) }
    }
  }

  func trendRequest(at now: ContinuousClock.Instant) -> TrendRequest? {
    let frame = table.frame
    let shown = frame.hasTrends ? frame.rows.map { viewModel.rows[$0.index] } : []
    return trends?.request(for: shown, in: context, at: now)
  }

  mutating func forgetTrends() { trends = trends.map { Trends(of: $0.source) } }

  mutating func apply(_ result: TrendRequest.Result, of request: TrendRequest) {
    let (now, pause) = (context.world.clock.now(), context.interval)
    trends?.apply(result, of: request, at: now, pause: pause)
  }

  mutating func refetch() -> KeyResult {
    var job = makeJob(viewModel.query, table.layout.columns)
    job.viewModel = viewModel
    guard job.request == polls.job.request else { return restart(job) }
    polls.job = job
    return .handled
  }
}

// MARK: - Filter

extension ListScreen {
  private mutating func editFilter(_ key: Key) -> KeyResult {
    guard let restored = edited?.restored else { return .handled }
    switch key {
    case .enter:
      edited = nil
      applyFilter()
      return filter == restored ? .handled : refetch()
    case .escape:
      (edited, filter) = (nil, restored)
      applyFilter()
    default:
      edited?.field.handle(key)
      setFilter(edited?.field.text ?? restored)
    }
    return .handled
  }

  private mutating func setFilter(_ text: String) {
    guard text != filter else { return }
    filter = text
    applyFilter()
  }

  private mutating func applyFilter() {
    let (watchlists, isTyped) = (viewModel.query.watchlists, edited != nil)
    polls.viewModel.query.filters =
      fixedFilters + [SymbolFilter(filter, watchlists: watchlists, isTyped: isTyped)]
  }

  private mutating func changeWatchlist(by step: Int) -> KeyResult {
    let watchlists = viewModel.query.watchlists
    if watchlists.isEmpty { return .handled }
    // All, and the lists in the order of the file.
    let filters = [""] + watchlists.map { "@\($0.name)" }
    let current = filters.firstIndex { $0.lowercased() == filter.lowercased() } ?? 0
    setFilter(filters[(current + step + filters.count) % filters.count])
    return refetch()
  }
}

// MARK: - Other screens

extension ListScreen {
  /// The key of the screen below a row.
  private static var detail: (word: String, meaning: String) {
    Row.self == Coin.self
      ? ("pairs", "List the pairs of the selected coin")
      : ("book", "Open the order book of the selected pair")
  }

  /// The screen below the selected row; totals of holdings, and cash, have none.
  private var detailScreen: (() -> any ScreenModel)? {
    if let coin = selectedRow as? Coin {
      return { ListCommand.screen(of: coin, in: context, trend: trendSource) }
    }
    return selectedRow?.market.map { market in { BookCommand.screen(of: market, in: context) } }
  }

  private var historyScreen: (() -> any ScreenModel)? {
    guard let row = selectedRow, let market = row.historyMarket else { return nil }
    // A coin does not show which of its pairs that is.
    return {
      HistoryCommand.screen(of: market, namingExchange: row.market == nil, in: context)
    }
  }

  private mutating func open(_ screen: (() -> any ScreenModel)?) -> KeyResult {
    guard let screen else { return .handled }
    // Esc leads back to the same row, even if it was not selected by a movement.
    move(by: 0)
    return .open(screen())
  }
}

// MARK: - Lines

extension ListScreen {
  var requested: String {
    let pairs = context.pairRequests.map(\.pair.symbol)
    return pairs.isEmpty
      ? "all \(ViewModel.Element.noun.many)" : "prices of \(pairs.joined(separator: ", "))"
  }

  var heading: [String] {
    let (query, shown, total) = (viewModel.query, viewModel.rows.count, viewModel.total)
    let filters = (fixedFilters.map(\.text) + [filter]).filter { !$0.isEmpty }
    let pairs = "\(total) \(total == 1 ? Row.noun.one : Row.noun.many)"
    return [
      viewModel.freshness.asOf == nil ? nil : shown == total ? pairs : "\(shown) of \(pairs)",
      filters.isEmpty ? nil : "filter \(filters.joined(separator: " and "))",
      conditionText.isEmpty ? nil : "where \(conditionText)",
      query.sort.map { "sort \($0.text)" },
    ].compactMap(\.self)
  }

  var body: [Line] { rowLines + emptyLines + footerLines }

  /// What is missing where there are no rows, and the keys that help.
  private var emptyLines: [Line] {
    guard viewModel.rows.isEmpty else { return [] }
    let reasons = viewModel.query.onlyChanges ? ["no changes"] : viewModel.notices
    let keys = [
      escapeHint.map { _ in "Esc to reset" },
      conditionText.isEmpty ? nil : "w to edit the condition",
      filter.isEmpty ? nil : "/ to edit the filter",
    ]
    return Page.empty(
      reasons, keys: prompt == nil ? keys.compactMap(\.self) : [], columns: room.columns)
  }

  var footer: [Report.Member] { makeFooter(viewModel) }

  mutating func prepare(ages: [ExchangeID: String]) {
    table.ages = ages
    layOut()
  }

  func report(rows: Range<Int>) -> Report {
    let ages = table.ages
    // The age of an old answer stands beside the name of its exchange.
    let column = ages.isEmpty ? nil : Row.style.exchange
    return table.layout.report(
      viewModel, rows: rows,
      texts: column.map { column in
        (column, { row in row.exchange.flatMap { id in ages[id].map { "\(id) \($0)" } } })
      })
  }
}
