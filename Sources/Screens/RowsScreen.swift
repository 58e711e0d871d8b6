package import MarketCore
package import Reports
import Terminal

/// A screen with rows, one of which is selected. Keys change the order, the columns and the condition.
package protocol RowsScreen: ScreenModel where SomeFeed: RowsFeed, SomeFeed.Row: TableRow {
  typealias Row = ViewModel.Row

  /// The column whose value is copied; `nil` for rows without a price.
  static var priceColumn: Column<Row>? { get }
  var table: RowsTable<Row> { get set }
  /// The index of the row that is selected before any movement.
  var firstSelection: Int { get }
  /// The parts below the table, such as totals.
  var footer: [Report.Member] { get }
  /// A column, and texts for people that replace its texts; `nil` if no texts are replaced.
  var cellTexts: (column: Column<Row>, text: (Row) -> String?)? { get }
  /// The keys that help if there are no rows.
  var keysWithoutRows: [String?] { get }
  /// Requests what the query and the columns need, after a key has changed them.
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
      return editCondition(key) ?? editFilter(key) ?? action(of: key)?(&self) ?? .ignored
    case .columns(let names):
      table.choose(names)
      return refetch()
    case .polls(let polls):
      self.polls.update(event)
      let viewModel = viewModel
      table.trends?.append(polls, of: SomeFeed.self, to: viewModel)
    case .finished: polls.update(event)
    case .skipped: table.trends?.forget()
    case .trend(let request, let result, let now):
      let pause = polls.pace.interval(for: market)
      table.trends?.apply(result, of: request, at: now, pause: pause)
    }
    return .handled
  }
}

/// The state of a screen with rows: what keys change, and what a frame keeps for the next frame.
package struct RowsTable<Row: ListRow & TableRow>: Sendable {
  private(set) var layout: Layout<Row>
  let renderer: TableRenderer
  let stage: Stage
  /// The trends beside the rows; `nil` if they are not shown.
  var trends: Trends?
  let trendKind: TrendKind
  var hidesAmounts: Bool
  /// The identity of the selected row, and its last index in case the row disappears; `nil` at the start.
  var selection: (id: Row.ID, index: Int)?
  /// The column with the sort marker, by which the key `s` sorts; `nil` for the column of the current order.
  var marked: Column<Row>?
  /// The condition that is being edited.
  var expression: TextField?
  /// The conditions at the start, before keys change them.
  let firstConditions: [Condition<Row>]
  /// The filters that keys do not change.
  let fixedFilters: [SymbolFilter]
  var filter: String
  /// The filter at the start, before keys change it.
  let firstFilter: String
  /// The filter that is being edited, and the text that Esc restores.
  var editedFilter: (field: TextField, restored: String)?
  var chooser: ColumnChooser?

  /// The ages of old answers, if there are several exchanges.
  var ages: [ExchangeID: String] = [:]
  /// The names of the columns that fit.
  var shownColumns: [String] = []
  /// The widths that the rows displayed so far need; `nil` before the first frame.
  var minimumWidths: [TextTable.Widths]?
  /// The state for which the widths were measured. If the state changes, the widths are reset.
  var measured: [String] = []

  package init(
    _ layout: Layout<Row>, _ query: ListQuery<Row>, on stage: Stage, hasHeader: Bool = true,
    hasTrend: Bool = Row.style.hasTrend, trend: TrendKind = .polls, hidesAmounts: Bool = false
  ) {
    (self.layout, self.stage, firstConditions) = (layout, stage, query.conditions)
    renderer = TableRenderer(looks: stage.looks, hasHeader: hasHeader)
    (trendKind, self.hidesAmounts) = (trend, hidesAmounts)
    trends = hasTrend ? Trends(of: trend) : nil
    fixedFilters = query.filters.count == 1 ? [] : query.filters
    firstFilter = query.filters.count == 1 ? query.filters[0].text : ""
    filter = firstFilter
  }

  /// Shows the columns with these names, and the trend if it is among them.
  mutating func choose(_ names: [String]) {
    let hasTrend = names.contains(Report.trend.name)
    if hasTrend != (trends != nil) { trends = hasTrend ? Trends(of: trendKind) : nil }
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

  /// Moves the selection by a number of rows. If no row was selected before, 0 selects the default row.
  mutating func move(by rows: Int) {
    guard let index = selectedIndex else { return }
    let next = (index + rows).clamped(to: viewModel.rows.count - 1)
    table.selection = (viewModel.rows[next].id, next)
  }

  /// Returns the report of these rows, with dots in place of hidden amounts.
  func report(_ layout: Layout<Row>, rows: Range<Int>) -> Report {
    let report = layout.report(viewModel, rows: rows, texts: cellTexts)
    return table.hidesAmounts ? report.hidingAmounts : report
  }
}
