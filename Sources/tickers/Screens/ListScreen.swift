import Foundation
import MarketCore
import Terminal

/// A list of pairs: one of them is selected, and filter and sort follow the keys.
struct ListScreen<Element: Listed>: ScreenModel {
  typealias Fetch = PollJob<ListViewModel<Element>>.Fetch
  /// The fetch of the pairs that filters keep.
  typealias FetchOfKept = @Sendable ([SymbolFilter]) -> Fetch

  private(set) var viewModel: ListViewModel<Element> {
    didSet { selection?.follow(viewModel.rows) }
  }
  var room = TerminalSize(columns: 80, rows: 24)
  private(set) var fetch: Fetch
  private let fetchOfKept: FetchOfKept?
  private let layout: Layout<Element.F>
  private let hasTrend: Bool
  private let table: TableRenderer
  private let book, history: @Sendable (Listing) -> NextScreen
  private let footerTables: Layout<Element.F>.FooterTables<Element>

  /// The filters that the keys leave alone.
  private let fixedFilters: [SymbolFilter]
  private var filter: String
  /// The filter before any key.
  private let firstFilter: String
  /// The filter that Esc restores; `nil` unless it is being edited.
  private var restoredFilter: String?
  private var selection: Selection?
  private var trends = Trends<Element.Polled>()
  private let widths = MeasuredWidths<Element.F>()
  var ages: [String: String] = [:]

  /// - Parameters:
  ///   - fetch: fetches one poll of the list.
  ///   - fetchOfKept: the fetch by the filters; `nil` where it does not depend on them.
  ///   - book: the screen that Enter opens.
  ///   - history: the screen that `h` opens.
  ///   - footerTables: the rows that stand below.
  init(
    _ viewModel: ListViewModel<Element>, layout: Layout<Element.F>,
    hasTrend: Bool = Element.F.hasTrend, table: TableRenderer,
    fetch: @escaping Fetch, fetchOfKept: FetchOfKept? = nil,
    book: @escaping @Sendable (Listing) -> NextScreen,
    history: @escaping @Sendable (Listing) -> NextScreen,
    footerTables: @escaping Layout<Element.F>.FooterTables<Element> = { _ in [] }
  ) {
    self.viewModel = viewModel
    self.layout = layout
    self.hasTrend = hasTrend
    self.table = table
    self.fetch = fetch
    self.fetchOfKept = fetchOfKept
    self.book = book
    self.history = history
    self.footerTables = footerTables
    let filters = viewModel.query.filters
    fixedFilters = filters.count == 1 ? [] : filters
    firstFilter = filters.count == 1 ? filters[0].text : ""
    filter = firstFilter
  }

  mutating func apply(_ polls: [Poll<Answer<[Element.Polled]>>]) {
    viewModel.apply(polls)
    guard hasTrend else { return }
    for poll in polls {
      if case .success(let answer) = poll.result { trends.append(answer, of: poll.exchange) }
    }
  }

  static var bindings: [KeyBinding<ListScreen>] {
    [
      .movement("Move through the rows", if: \.hasOrder) { $0.move($1) },
      KeyBinding(
        "Enter", "book", "Open the order book of the selected pair", if: \.isPairSelected,
        [.enter: { $0.open($0.book) }]),
      KeyBinding(
        "h", "history", "Open the price history of the selected pair", if: \.isPairSelected,
        [.character("h"): { $0.open($0.history) }]),
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
        "S", "reverse", "Reverse the order",
        if: { $0.hasOrder && $0.viewModel.query.sort != nil },
        [.character("S"): { $0.reverse() }]),
    ]
  }

  private var hasOrder: Bool { viewModel.rows.count > 1 }

  private var isPairSelected: Bool { selectedMarket != nil }

  /// The pair of the selected row; totals of holdings, and cash, have none.
  private var selectedMarket: Listing? { selectedIndex.flatMap { viewModel.rows[$0].market } }

  var prompt: String? { restoredFilter == nil ? nil : "/\(filter)" }

  mutating func type(_ text: String) {
    filter += text
    applyFilter()
  }

  var escapeHint: KeyHint? {
    filter == firstFilter ? nil : .reset
  }

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
    viewModel.query.filters = fixedFilters + [SymbolFilter(filter, viewModel.query.watchlists)]
  }

  /// Fetches the pairs that an applied filter keeps, if the fetch depends on it.
  private mutating func refetch() -> KeyResult {
    guard let fetchOfKept else { return .handled }
    fetch = fetchOfKept(viewModel.query.filters)
    return .restart
  }

  private mutating func open(_ next: (Listing) -> NextScreen) -> KeyResult {
    guard let index = selectedIndex, let market = selectedMarket else { return .handled }
    // Esc leads back to the same row, even if it was not selected by a movement.
    selection = Selection(viewModel.rows[index].listing, at: index)
    return .open(next(market))
  }

  private mutating func sortByNext() -> KeyResult {
    let fields = layout.fields
    let current = viewModel.query.sort.flatMap { fields.firstIndex(of: $0.field) }
    let next = fields[((current ?? -1) + 1) % fields.count]
    // The largest numbers are the interesting ones.
    viewModel.query.sort = RowOrder(next, descending: next.isNumber)
    selection = nil
    return .handled
  }

  private mutating func reverse() -> KeyResult {
    viewModel.query.sort = viewModel.query.sort.map {
      RowOrder($0.field, descending: !$0.isDescending)
    }
    selection = nil
    return .handled
  }

  private var selectedIndex: Int? {
    let rows = viewModel.rows
    return rows.isEmpty ? nil : selection?.index(in: rows) ?? 0
  }

  private mutating func move(_ movement: Movement) {
    guard let current = selectedIndex else { return }
    let index = Viewport.row(
      current, movement, page: room.rows, last: viewModel.rows.count - 1)
    selection = Selection(viewModel.rows[index].listing, at: index)
  }

  var heading: [String] {
    let query = viewModel.query
    let filters = (fixedFilters.map(\.text) + [filter]).filter { !$0.isEmpty }
    return [
      viewModel.freshness.asOf == nil ? nil : viewModel.title,
      filters.isEmpty ? nil : "filter \(filters.joined(separator: " and "))",
      query.sort.map { "sort \($0.field.rawValue)\($0.isDescending ? ":desc" : "")" },
    ].compactMap(\.self)
  }

  var body: [Line] {
    // Two columns are for the mark of the selected row.
    let (heading, rows, footer) = lines(columns: room.columns - 2)
    let selected = selectedIndex ?? 0
    return heading.map { $0.indented(by: "  ") }
      + rows.map { index, line in
        // Colours inside would become coloured blocks.
        index == selected
          ? line.indented(by: "› ").bar(to: room.columns, .selected) : line.indented(by: "  ")
      } + emptyLines + footer.map { $0.indented(by: "  ") }
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
    let (heading, rows, footer) = lines(columns: room.columns)
    return heading + rows.map(\.line) + footer
  }

  /// The heading and the rows that fit, trends beside them, and the lines below.
  private func lines(
    columns: Int
  ) -> (heading: [Line], rows: [(index: Int, line: Line)], footer: [Line]) {
    let renderer = table
    let terminal = TerminalSize(columns: columns, rows: room.rows)
    // At least the heading and a few rows are worth more than what stands below.
    let below = renderer.footer(of: footerTables(viewModel), fitting: terminal)
    let footer = room.rows - below.count > 3 ? below : []
    let count = viewModel.rows.count
    let viewport = Viewport(
      count: count, room: max(0, room.rows - (renderer.hasHeader ? 1 : 0) - footer.count))
    let first = viewport.first(centering: selectedIndex ?? 0)
    let shown = first..<min(count, first + viewport.room)
    // Only what is seen is made into lines; but the columns stay in place whatever is seen.
    let query = viewModel.query
    let key = MeasuredWidths.Key(
      ages: ages, columns: columns, fields: layout.of(viewModel.rows).fields, filter: filter,
      order: query.limit == nil ? nil : query.sort, rows: count,
      answers: viewModel.sources.shown.count)
    let minimumWidths =
      shown.count == count
      ? nil
      : widths.widths(for: key) {
        renderer.widths(of: layout.report(viewModel, name: "", ages: ages), fitting: terminal)
      }
    let table = renderer.table(
      of: layout.report(viewModel, name: "", rows: shown, ages: ages), fitting: terminal,
      minimumWidths: minimumWidths)
    if minimumWidths != nil { widths.keep(table.widths, for: key) }
    // The trend is dropped before any other column.
    let trend = table.isWhole ? trends.column(beside: table, width: columns) : nil
    let rows = zip(shown, table.rows).map { index, row in
      let isOld = ages[viewModel.rows[index].exchange] != nil
      let line = isOld ? row.adding(.stale) : row
      guard let trend else { return (index, line) }
      let text = trends.text(
        of: viewModel.rows[index].listing, length: trend.length, in: renderer.looks.charset)
      return (index, line.appending(text, at: trend.start))
    }
    let heading = table.heading.map { line in
      trend.map { line.appending(Trends<Element.Polled>.heading, .heading, at: $0.start) } ?? line
    }
    return (heading, rows, footer)
  }
}

/// The selected row: a listing, and its place, which counts when the listing is gone.
private struct Selection: Sendable {
  private let listing: Listing
  private var place: Int

  init(_ listing: Listing, at place: Int) {
    (self.listing, self.place) = (listing, place)
  }

  mutating func follow(_ rows: [some Listed]) {
    if let index = rows.firstIndex(where: { $0.listing == listing }) { place = index }
  }

  /// The index in rows that are not empty.
  func index(in rows: [some Listed]) -> Int {
    if rows.indices.contains(place), rows[place].listing == listing { return place }
    return rows.firstIndex { $0.listing == listing } ?? min(place, rows.count - 1)
  }
}

extension ListViewModel {
  /// The number of shown pairs, and of all.
  fileprivate var title: String {
    (rows.count == total ? "" : "\(rows.count) of ") + Element.noun.counted(total)
  }
}
