package import MarketCore
package import Reports
import Terminal

/// A screen of rows. Keys select a row, and change the order, the columns and the conditions.
package protocol RowsScreen: ScreenModel where SomeFeed: RowsFeed, SomeFeed.Row: TableRow {
  typealias Row = ViewModel.Row

  /// The column whose value the key `y` copies; `nil` if the rows have no price.
  static var priceColumn: Column<Row>? { get }
  var table: RowsTable<Row> { get set }
  /// The index of the row that is selected by default.
  var firstSelection: Int { get }
  /// The parts below the table, such as totals.
  var footer: [Report.Member] { get }
  /// A column, and the text to display in the cell of a row; `nil` for the text of the value.
  var cellTexts: (column: Column<Row>, text: (Row) -> String?)? { get }
  /// The keys that help if there are no rows, such as `Esc to reset`; `nil` for a key that does not help.
  var keysWithoutRows: [String?] { get }
  /// Restarts polling if the query or the columns, which a key has changed, need other data.
  mutating func refetch() -> ScreenEffect
}

extension RowsScreen {
  package static var priceColumn: Column<Row>? { Row.highlightedColumn }
  package var firstSelection: Int { 0 }
  package var footer: [Report.Member] { [] }
  package mutating func refetch() -> ScreenEffect { .handled }

  package var chooser: ColumnChooser? {
    get { table.chooser }
    set { table.chooser = newValue }
  }

  package mutating func update(_ event: ScreenEvent<SomeFeed>) -> ScreenEffect {
    switch event {
    case .key(let key):
      keepsOrder(false)
      return editCondition(key) ?? editFilter(key) ?? action(of: key)?(&self) ?? .ignored
    case .columns(let names):
      table.choose(names)
      return refetch()
    case .polls(let polls):
      let now = market.clock.now()
      if table.lastSorting.map({ now - $0 >= LiveMarket.pollInterval }) ?? true {
        keepsOrder(false)
      }
      self.polls.update(event)
      if self.polls.pace.isLive, table.lastSorting == nil {
        keepsOrder(true)
        table.lastSorting = now
      }
      let viewModel = viewModel
      let spacing = self.polls.pace.isLive ? LiveMarket.pollInterval : .zero
      table.trends?.append(polls, of: SomeFeed.self, to: viewModel, at: now, spacing: spacing)
    case .finished: polls.update(event)
    case .skipped:
      table.trends?.forget()
      table.preview.forget()
    case .side(let answer, let now): apply(answer, at: now)
    case .liveBook(let listing, let polls):
      table.preview.applyBook(polls, of: listing, at: market.clock.now())
    }
    return .handled
  }

  /// Keeps the present order of the rows, or ends this. Live rows would move too often.
  private mutating func keepsOrder(_ isKept: Bool) {
    if isKept {
      let places = zip(viewModel.rows.map(\.key), 0...)
      polls.model.query.keptOrder = Dictionary(places) { first, _ in first }
    } else if table.lastSorting != nil {
      table.lastSorting = nil
      polls.model.query.keptOrder = [:]
    }
  }

  private mutating func apply(_ answer: SideAnswer, at now: ContinuousClock.Instant) {
    if answer.isCancelled { return }
    let interval = polls.pace.interval(for: market)
    switch answer {
    case .close(let request, let result): polls.apply(result, of: request, at: now)
    case .trend(let request, let result):
      table.trends?.apply(result, of: request, at: now, pause: interval)
    case .chart(let request, let result):
      table.preview.apply(result, of: request, at: now, interval: interval)
    case .book(let listing, let result):
      table.preview.apply(result, of: listing, at: now, interval: interval)
    }
  }
}

/// State that all screens of rows have in common.
package struct RowsTable<Row: ListRow & TableRow>: Sendable {
  private(set) var layout: Layout<Row>
  let renderer: TableRenderer
  let stage: Stage
  var trends: Trends?
  /// What is shown beside the rows; `nil` if the screen has no ``Preview``, such as a screen of candles.
  var look: RowsLook?
  var preview = Preview()
  var hidesAmounts: Bool
  /// The time since which the order of live rows is kept.
  var lastSorting: ContinuousClock.Instant?
  /// The selected row, and its last index in case the row disappears; `nil` selects `firstSelection`.
  var selection: (id: Row.ID, index: Int)?
  /// The column to which keys have moved the sort marker; `nil` for the column of the order.
  var marked: Column<Row>?
  /// The condition, while it is edited.
  var expression: TextField?
  let firstConditions: [Condition<Row>]
  /// All filters at the start, if there were several: no key changes them. Otherwise empty.
  let fixedFilters: [SymbolFilter]
  var filter: String
  let firstFilter: String
  /// The filter, while it is edited, and the text that Esc restores.
  var editedFilter: (field: TextField, restored: String)?
  var chooser: ColumnChooser?

  /// The displayed ages of old answers.
  var ages: [ExchangeID: String] = [:]
  var shownColumns: [String] = []
  /// The widths of the columns of the last table; `nil` before the first table.
  var minimumWidths: [TextTable.Widths]?
  /// What the widths depend on, besides values. If it changes, columns can become narrower.
  var measured: [String] = []

  package init(
    _ layout: Layout<Row>, _ query: ListQuery<Row>, on stage: Stage, hasHeader: Bool = true,
    hasTrend: Bool = Row.style.hasTrend, look: RowsLook? = nil, hidesAmounts: Bool = false
  ) {
    (self.layout, self.stage, firstConditions) = (layout, stage, query.conditions)
    renderer = TableRenderer(looks: stage.looks, hasHeader: hasHeader)
    (self.look, self.hidesAmounts) = (look, hidesAmounts)
    trends = hasTrend ? Trends(of: look?.trend ?? .polls) : nil
    fixedFilters = query.filters.count == 1 ? [] : query.filters
    firstFilter = query.filters.count == 1 ? query.filters[0].text : ""
    filter = firstFilter
  }

  mutating func choose(_ names: [String]) {
    let hasTrend = names.contains(Report.trend.name)
    if hasTrend != (trends != nil) { trends = hasTrend ? Trends(of: look?.trend ?? .polls) : nil }
    let columns = names.compactMap(Row.column(named:))
    if columns != layout.columns { layout = Layout(columns, areChosen: true).withoutQuoteCodes }
  }
}

extension RowsScreen {
  var hasOrder: Bool { viewModel.rows.count > 1 }

  var selectedIndex: Int? {
    let rows = viewModel.rows
    guard !rows.isEmpty else { return nil }
    guard let (id, index) = table.selection else { return firstSelection }
    if rows.indices.contains(index), rows[index].id == id { return index }
    return rows.firstIndex { $0.id == id } ?? min(index, rows.count - 1)
  }

  var selectedRow: Row? { selectedIndex.map { viewModel.rows[$0] } }

  mutating func followSelection() {
    guard let id = table.selection?.id,
      let index = viewModel.rows.firstIndex(where: { $0.id == id })
    else { return }
    table.selection?.index = index
  }

  /// Moves the selection by a number of rows, as far as there are rows. 0 only stores the selection.
  mutating func move(by rows: Int) {
    guard let index = selectedIndex else { return }
    let next = (index + rows).clamped(to: viewModel.rows.count - 1)
    table.selection = (viewModel.rows[next].id, next)
  }

  /// Returns the report of these rows, in which dots replace hidden amounts.
  func report(_ layout: Layout<Row>, rows: Range<Int>) -> Report {
    let report = layout.report(viewModel, rows: rows, texts: cellTexts)
    return table.hidesAmounts ? report.hidingAmounts : report
  }
}
