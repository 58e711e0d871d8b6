import MarketCore
import Reports
import Terminal

/// A screen with rows, of which one is selected: order, columns and condition follow the keys.
protocol RowsScreen: ScreenModel where ViewModel: RowsViewModel, ViewModel.Row: TableRow {
  typealias Row = ViewModel.Row

  var table: RowsTable<Row> { get set }
  /// The row that is selected before any movement.
  var firstSelection: Int { get }
  /// The pictures beside the rows; `nil` for none.
  var trends: Trends? { get }
  /// The rows below the table.
  var footer: [Report.Member] { get }
  func report(rows: Range<Int>) -> Report
  /// Polls what the query and the columns need, after a key has changed them.
  mutating func refetch() -> KeyResult
}

/// What keys have changed on a screen with rows, and its last frame.
struct RowsTable<Row: ListRow & TableRow>: Sendable {
  /// The lines of a frame, without margins.
  struct Frame {
    var heading: [Line] = []
    /// The rows that fit, each with its index.
    var rows: [(index: Int, line: Line)] = []
    var footer: [Line] = []
    /// The names of the columns that fit.
    var columns: [String] = []
    var hasTrends = false
  }

  var layout: Layout<Row>
  let renderer: TableRenderer
  /// The identity of the selected row, and its last index for when that is gone; `nil` for the first one.
  var selection: (id: Row.ID, index: Int)?
  /// The column that the next sort is by; `nil` for that of the current order.
  var marked: Column<Row>?
  /// The expression that is being edited.
  var expression: TextField?
  /// The conditions before any key.
  let firstConditions: [Condition<Row>]
  var chooser: ColumnChooser?
  var hidesAmounts = false
  /// The ages of old answers of several exchanges.
  var ages: [ExchangeID: String] = [:]

  var frame = Frame()
  /// The widths that the rows shown so far need; `nil` before the first.
  var minimumWidths: [TextTable.Widths]?
  /// The values whose change resets the widths.
  var measured: [String] = []

  init(_ layout: Layout<Row>, _ renderer: TableRenderer, _ query: ListQuery<Row>) {
    (self.layout, self.renderer, firstConditions) = (layout, renderer, query.conditions)
  }
}

extension RowsScreen {
  var trends: Trends? { nil }
  var footer: [Report.Member] { [] }
  var firstSelection: Int { 0 }
  mutating func refetch() -> KeyResult { .handled }

  var chooser: ColumnChooser? {
    get { table.chooser }
    set { table.chooser = newValue }
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

  /// Moves the selection; by 0 rows, selects the first row if none is selected.
  mutating func move(by rows: Int) {
    guard let index = selectedIndex else { return }
    let next = (index + rows).clamped(to: viewModel.rows.count - 1)
    table.selection = (viewModel.rows[next].id, next)
  }
}
