import Foundation
import MarketCore
import Terminal

/// A list of pairs: one of them is selected, and filter and sort follow the keys.
struct ListScreen<ViewModel: RowsViewModel>: ScreenModel {
  typealias Row = ViewModel.Row
  /// The fetch of the pairs that filters keep.
  typealias FetchOfKept = @Sendable ([SymbolFilter]) -> PollJob<ViewModel>.Fetch
  /// The heading and the rows that fit, each with its index, and the lines below.
  private typealias Lines = (
    heading: [Line], rows: [(index: Int, line: Line)], footer: [Line], hasTrends: Bool
  )

  /// The values whose change resets the widths of the columns.
  private typealias Measured = (
    stale: Set<ExchangeID>, columns: [Column<Row>], filter: String, order: RowOrder<Row>?,
    width: Int, answered: Int
  )

  var polls: PollState<ViewModel> { didSet { followSelection() } }
  var room = TerminalSize(columns: 80, rows: 24)
  private let fetchOfKept: FetchOfKept?
  private let layout: Layout<Row>
  private let table: TableRenderer
  private let footer: @Sendable (ViewModel) -> [Report.Member]

  /// The filters that the keys leave alone.
  private let fixedFilters: [SymbolFilter]
  private var filter: String
  /// The filter before any key.
  private let firstFilter: String
  /// The filter that Esc restores; `nil` unless it is being edited.
  private var restoredFilter: String?
  /// The selected listing, and its last index for when that is gone; `nil` for the first row.
  private var selection: (listing: Listing, index: Int)?
  /// `nil` without a trend.
  private var trends: Trends?
  private var ages: [ExchangeID: String] = [:]

  /// The lines of the last frame.
  private var lines: Lines = ([], [], [], false)
  /// The widths that the rows shown so far need; `nil` before the first.
  private var minimumWidths: [TextTable.Widths]?
  private var measured: Measured = ([], [], "", nil, 0, 0)

  /// The trend is `nil` for none, and the fetch where it does not depend on the filters; the footer has
  /// the rows below.
  init(
    _ job: PollJob<ViewModel>, layout: Layout<Row>,
    trend: TrendSource? = Row.style.hasTrend ? .polls : nil, table: TableRenderer,
    fetchOfKept: FetchOfKept? = nil,
    footer: @escaping @Sendable (ViewModel) -> [Report.Member] = { _ in [] }
  ) {
    polls = PollState(job)
    (self.layout, trends, self.table) = (layout, trend.map(Trends.init), table)
    (self.fetchOfKept, self.footer) = (fetchOfKept, footer)
    let filters = job.viewModel.query.filters
    fixedFilters = filters.count == 1 ? [] : filters
    firstFilter = filters.count == 1 ? filters[0].text : ""
    filter = firstFilter
  }

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
    let shown = lines.hasTrends ? lines.rows.map { viewModel.rows[$0.index] } : []
    return trends?.request(for: shown, in: context, at: now)
  }

  mutating func forgetTrends() { trends = trends.map { Trends(of: $0.source) } }

  mutating func apply(_ result: TrendRequest.Result, of request: TrendRequest) {
    let (now, pause) = (context.world.clock.now(), context.interval)
    trends?.apply(result, of: request, at: now, pause: pause)
  }

  static var bindings: [KeyBinding<ListScreen>] {
    [
      .movement("Move through the rows", if: \.hasOrder) { $0.move(by: $1) },
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
            screen.restoredFilter = screen.filter
            return .handled
          }
        ]),
      KeyBinding(
        "s", "sort", "Sort by the next column", if: \.hasOrder,
        [.character("s"): { $0.sortByNext() }]),
      KeyBinding(
        "S", "reverse", "Reverse the order", if: { $0.hasOrder && $0.viewModel.query.sort != nil },
        [.character("S"): { $0.reverse() }]),
    ]
  }

  var prompt: String? { restoredFilter == nil ? nil : "/\(filter)" }
  var escapeHint: KeyHint? { filter == firstFilter ? nil : .reset }

  mutating func handle(_ key: Key) -> KeyResult {
    guard restoredFilter == nil else { return edit(key) }
    guard key == .escape, filter != firstFilter else { return perform(key) }
    filter = firstFilter
    applyFilter()
    return refetch()
  }

  private mutating func edit(_ key: Key) -> KeyResult {
    let before = filter
    switch key {
    case .paste(let text): filter += text
    case .backspace: _ = filter.popLast()
    case .control("u"): filter = ""
    case .control("w"): filter = filter.lastIndex(of: ",").map { String(filter[..<$0]) } ?? ""
    case .enter:
      defer { restoredFilter = nil }
      return filter == restoredFilter ? .handled : refetch()
    case .escape:
      filter = restoredFilter ?? ""
      restoredFilter = nil
    default: break
    }
    if filter != before { applyFilter() }
    return .handled
  }

  private mutating func applyFilter() {
    polls.viewModel.query.filters =
      fixedFilters + [SymbolFilter(filter, watchlists: viewModel.query.watchlists)]
  }

  private mutating func refetch() -> KeyResult {
    guard let fetchOfKept else { return .handled }
    var job = polls.job
    (job.viewModel, job.fetch) = (viewModel, fetchOfKept(viewModel.query.filters))
    return restart(job)
  }

  private var hasOrder: Bool { viewModel.rows.count > 1 }

  private mutating func sortByNext() -> KeyResult {
    let columns = layout.columns
    let current = viewModel.query.sort.flatMap { columns.firstIndex(of: $0.column) } ?? -1
    let next = columns[(current + 1) % columns.count]
    // The largest numbers are the interesting ones.
    return sort(RowOrder(next, descending: next.kind.isNumber))
  }

  private mutating func reverse() -> KeyResult {
    sort(viewModel.query.sort.map { RowOrder($0.column, descending: !$0.isDescending) })
  }

  private mutating func sort(_ order: RowOrder<Row>?) -> KeyResult {
    polls.viewModel.query.sort = order
    selection = nil
    return .handled
  }

  private var selectedIndex: Int? {
    let rows = polls.viewModel.rows
    guard let (listing, index) = selection, !rows.isEmpty else { return rows.isEmpty ? nil : 0 }
    if rows.indices.contains(index), rows[index].listing == listing { return index }
    return rows.firstIndex { $0.listing == listing } ?? min(index, rows.count - 1)
  }

  private mutating func followSelection() {
    guard let listing = selection?.listing,
      let index = polls.viewModel.rows.firstIndex(where: { $0.listing == listing })
    else { return }
    selection?.index = index
  }

  /// Moves the selection; by 0 rows, selects the first row if none is selected.
  private mutating func move(by rows: Int) {
    guard let index = selectedIndex else { return }
    let next = (index + rows).clamped(to: viewModel.rows.count - 1)
    selection = (viewModel.rows[next].listing, next)
  }

  private var selectedRow: Row? { selectedIndex.map { viewModel.rows[$0] } }

  /// The key of the screen below a row.
  private static var detail: (word: String, meaning: String) {
    Row.self == Coin.self
      ? ("pairs", "List the pairs of the selected coin")
      : ("book", "Open the order book of the selected pair")
  }

  /// The screen below the selected row; totals of holdings, and cash, have none.
  private var detailScreen: (() -> any ScreenModel)? {
    if let coin = selectedRow as? Coin {
      return { ListCommand.screen(of: coin, in: context, trend: trends?.source) }
    }
    return selectedRow?.market.map { market in { BookCommand.screen(of: market, in: context) } }
  }

  private var historyScreen: (() -> any ScreenModel)? {
    selectedRow?.historyMarket.map { market in
      { HistoryCommand.screen(of: market, in: context) }
    }
  }

  private mutating func open(_ screen: (() -> any ScreenModel)?) -> KeyResult {
    guard let screen else { return .handled }
    // Esc leads back to the same row, even if it was not selected by a movement.
    move(by: 0)
    return .open(screen())
  }

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
      query.sort.map { "sort \($0.column.name)\($0.isDescending ? ":desc" : "")" },
    ].compactMap(\.self)
  }

  var body: [Line] {
    let selected = selectedIndex ?? 0
    let rows = lines.rows.map { index, line in
      // Colours inside would become coloured blocks.
      index == selected
        ? line.indented(by: "› ").padded(to: room.columns, .selected) : line.indented(by: "  ")
    }
    return lines.heading.map { $0.indented(by: "  ") } + rows + emptyLines
      + lines.footer.map { $0.indented(by: "  ") }
  }

  /// What is missing where there are no rows, and the keys that help.
  private var emptyLines: [Line] {
    guard viewModel.rows.isEmpty else { return [] }
    let reasons = viewModel.query.onlyChanges ? ["no changes"] : viewModel.notices
    let keys = [
      escapeHint.map { _ in "Esc to reset the filter" },
      filter.isEmpty ? nil : "/ to edit the filter",
    ]
    return Page.empty(
      reasons, keys: prompt == nil ? keys.compactMap(\.self) : [], columns: room.columns)
  }

  var finalLines: [Line] {
    let (heading, rows, footer, _) = lines(columns: room.columns, minimumWidths: nil).lines
    return heading + rows.map(\.line) + footer
  }

  mutating func prepare(ages: [ExchangeID: String]) {
    self.ages = ages
    // Two columns are for the mark of the selected row.
    let columns = room.columns - 2
    let current: Measured = (
      Set(ages.keys), layout.of(viewModel.rows).columns, filter, viewModel.query.sort, columns,
      viewModel.sources.shown.count
    )
    let frame = lines(
      columns: columns, minimumWidths: current == measured ? minimumWidths : nil)
    (lines, minimumWidths, measured) = (frame.lines, frame.widths, current)
  }

  private func report(rows: Range<Int>) -> Report {
    // The age of an old answer stands beside the name of its exchange.
    layout.report(
      viewModel, rows: rows,
      texts: ages.isEmpty
        ? nil
        : ("exchange", { row in row.exchange.flatMap { id in ages[id].map { "\(id) \($0)" } } }))
  }

  /// The lines that fit, with trends beside the rows, and the widths of their columns.
  private func lines(
    columns: Int, minimumWidths: [TextTable.Widths]?
  ) -> (lines: Lines, widths: [TextTable.Widths]) {
    let terminal = TerminalSize(columns: columns, rows: room.rows)
    // At least the heading and a few rows are worth more than what stands below.
    let below = self.table.footer(self.footer(viewModel), fitting: terminal)
    let footer = room.rows - below.count > 3 ? below : []
    let all = polls.viewModel.rows
    let rowRoom = max(0, room.rows - (self.table.hasHeader ? 1 : 0) - footer.count)
    let first = ((selectedIndex ?? 0) - rowRoom / 2).clamped(to: all.count - rowRoom)
    let shown = first..<min(all.count, first + rowRoom)
    // Only what is seen is made into lines.
    let report = report(rows: shown)
    func table(columns: Int) -> TableRenderer.Table {
      let terminal = TerminalSize(columns: columns, rows: room.rows)
      return self.table.table(of: report, fitting: terminal, minimumWidths: minimumWidths)
    }
    // The trend is dropped before any other column; but from 80 columns on after one other.
    let narrow = trends.map { _ in table(columns: columns - Trends.minimumWidth) }
    let mayLackOne = room.columns >= 80 && !layout.areChosen
    let hasRoom = narrow.map { $0.dropped <= (mayLackOne ? 1 : 0) } ?? false
    let table = narrow.flatMap { hasRoom ? $0 : nil } ?? table(columns: columns)
    let place = hasRoom ? trends?.column(beside: table, width: columns) : nil
    let rows = zip(shown, table.rows).map { index, row in
      let age = all[index].exchange.flatMap { ages[$0] }
      let line = age == nil ? row : row.adding(.stale)
      guard let trends, let place else { return (index, line) }
      let text = trends.text(of: all[index], length: place.length, in: self.table.looks.charset)
      return (index, line.appending(text, at: place.start))
    }
    let heading = table.heading.map { line in
      place.map { line.appending(Trends.heading, .heading, at: $0.start) }
        ?? line
    }
    return ((heading, rows, footer, place != nil), table.widths)
  }
}
