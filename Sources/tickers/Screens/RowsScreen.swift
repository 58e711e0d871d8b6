import Foundation
import MarketCore
import Terminal

/// A screen with rows, of which one is selected: order, columns and condition follow the keys.
protocol RowsScreen: ScreenModel where ViewModel: RowsViewModel {
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
struct RowsTable<Row: ListRow>: Sendable {
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

  fileprivate(set) var frame = Frame()
  /// The widths that the rows shown so far need; `nil` before the first.
  fileprivate var minimumWidths: [TextTable.Widths]?
  /// The values whose change resets the widths.
  fileprivate var measured: [String] = []

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

  var finalLines: [Line] { finalRowLines }

  var finalRowLines: [Line] {
    let frame = frame(columns: room.columns, minimumWidths: nil).frame
    return frame.heading + frame.rows.map(\.line) + frame.footer
  }

  /// The keys of all screens with rows.
  static var rowsBindings: [KeyBinding<Self>] {
    [
      KeyBinding(
        "w", "where", "Edit the condition of --where (Enter applies, Esc cancels)",
        [
          .character("w"): { screen in
            screen.table.expression = TextField(screen.conditionText)
            return .handled
          }
        ]),
      KeyBinding(
        "< >", "column", "Move the sort marker, ▲ or ▼, to another column", if: \.hasOrder,
        [.character("<"): { $0.moveMarker(by: -1) }, .character(">"): { $0.moveMarker(by: 1) }]),
      KeyBinding(
        "s", "sort", "Sort by the marked column; again: reverse", if: \.hasOrder,
        [.character("s"): { $0.sortByMarked() }]),
      KeyBinding(
        "S", "reverse", "Reverse the order", if: { $0.hasOrder && $0.viewModel.query.sort != nil },
        [.character("S"): { $0.reverse() }]),
      KeyBinding(
        "c", "columns", "Choose columns", [.character("c"): { $0.chooseColumns() }]),
      KeyBinding(
        "y", "copy", "Copy the price of the selected row",
        if: { $0.selectedIndex != nil && Row.priceColumn != nil },
        [.character("y"): { $0.copyPrice() }]),
      KeyBinding(
        "Y", "copy row", "Copy the selected row as tsv", if: { $0.selectedIndex != nil },
        [.character("Y"): { $0.copyRow() }]),
    ]
  }
}

// MARK: - Selection

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

// MARK: - Order

extension RowsScreen {
  /// Among the columns that are shown.
  private mutating func moveMarker(by step: Int) -> KeyResult {
    let names = table.frame.columns
    guard !names.isEmpty else { return .handled }
    let index = names.firstIndex { $0 == markedColumn?.name }.map { $0 + step + names.count } ?? 0
    table.marked = Row.column(named: names[index % names.count])
    return .handled
  }

  /// The column with the sort marker; `nil` where it is not shown.
  private var markedColumn: Column<Row>? {
    let column = table.marked ?? viewModel.query.sort?.column
    return column.flatMap { table.frame.columns.contains($0.name) ? $0 : nil }
  }

  private mutating func sortByMarked() -> KeyResult {
    let first = table.frame.columns.first.flatMap(Row.column(named:))
    guard let column = markedColumn ?? first else { return .handled }
    if column == viewModel.query.sort?.column { return reverse() }
    // The largest numbers are the interesting ones.
    return sort(RowOrder(column, descending: column.kind.isNumber))
  }

  private mutating func reverse() -> KeyResult {
    sort(viewModel.query.sort.map { RowOrder($0.column, descending: !$0.isDescending) })
  }

  private mutating func sort(_ order: RowOrder<Row>?) -> KeyResult {
    polls.viewModel.query.sort = order
    table.selection = nil
    return .handled
  }
}

// MARK: - Condition

extension RowsScreen {
  /// All conditions as one expression.
  var conditionText: String { Self.text(viewModel.query.conditions) }

  private static func text(_ conditions: [Condition<Row>]) -> String {
    conditions.count > 1
      ? conditions.map { "(\($0.text))" }.joined(separator: " and ") : conditions.first?.text ?? ""
  }

  var isConditionEdited: Bool { conditionText != Self.text(table.firstConditions) }

  mutating func discardCondition() { polls.viewModel.query.conditions = table.firstConditions }

  /// The expression that is being edited, with its error.
  var conditionPrompt: Prompt? {
    guard let field = table.expression else { return nil }
    let label = "where: "
    do {
      if !field.text.isBlank { _ = try Condition<Row>(field.text) }
      return Prompt(label, field, option: context.hasOption("where") ? "where" : nil)
    } catch {
      return Prompt(label, field, error: error.reason, at: error.offset)
    }
  }

  mutating func editCondition(_ key: Key) -> KeyResult {
    guard let field = table.expression else { return .handled }
    switch key {
    // Several conditions may be too long as one.
    case .enter where field.text == conditionText: table.expression = nil
    case .enter:
      do {
        let conditions = try field.text.isBlank ? [] : [Condition<Row>(field.text)]
        table.expression = nil
        polls.viewModel.query.conditions = conditions
        return refetch()
      } catch {
        return .refused(error.reason)
      }
    case .escape: table.expression = nil
    default: table.expression?.handle(key)
    }
    return .handled
  }
}

// MARK: - Columns

extension RowsScreen {
  private mutating func chooseColumns() -> KeyResult {
    let trend = Row.style.hasTrend ? [(TableStyle.trend, TableStyle.trendMeaning)] : []
    let shown = table.layout.columns.map(\.name) + (trends == nil ? [] : [TableStyle.trend])
    chooser = ColumnChooser(Row.columns.map { ($0.name, $0.meaning) } + trend, shown: shown)
    return .handled
  }

  mutating func choose(columns names: [String]) -> KeyResult { setColumns(names) }

  mutating func setColumns(_ names: [String]) -> KeyResult {
    let columns = names.compactMap(Row.column(named:))
    if columns != table.layout.columns {
      table.layout = Layout(columns, areChosen: true).withoutQuoteCodes
    }
    return refetch()
  }
}

// MARK: - Copies

extension RowsScreen {
  private func copyPrice() -> KeyResult {
    guard let index = selectedIndex, let column = Row.priceColumn else { return .handled }
    let text = copied(Layout([column]).report(viewModel, rows: index..<index + 1))
    return text.isEmpty ? .refused("no price to copy") : .copy(text)
  }

  private func copyRow() -> KeyResult {
    selectedIndex.map { .copy(copied(report(rows: $0..<$0 + 1))) } ?? .handled
  }

  private func copied(_ report: Report) -> String {
    String((table.hidesAmounts ? report.hidingAmounts : report).tsv(hasHeading: false).dropLast())
  }
}

extension RowOrder {
  /// As in `--sort`.
  var text: String {
    // Without a direction numbers descend.
    column.name + (isDescending ? ":desc" : column.kind.isNumber ? ":asc" : "")
  }
}

extension ListRow {
  /// The highlighted number, or the close of a candle; `nil` for rows without a price.
  fileprivate static var priceColumn: Column<Self>? {
    highlightedColumn ?? column(named: "close")
  }
}

// MARK: - Frames

extension RowsScreen {
  /// The lines of the last frame, with a margin for the mark of the selected row.
  var rowLines: [Line] {
    let selected = selectedIndex ?? 0
    let (frame, charset) = (table.frame, table.renderer.looks.charset)
    let rows = frame.rows.map { index, line in
      // Colours inside would become coloured blocks.
      index == selected
        ? line.indented(by: "› ").padded(to: room.columns, .selected) : line.indented(by: "  ")
    }
    .map { $0.shortened(to: room.columns, in: charset) }
    return frame.heading.map { $0.indented(by: "  ") } + rows
  }

  var footerLines: [Line] { table.frame.footer.map { $0.indented(by: "  ") } }

  /// Makes the lines of a frame.
  mutating func layOut() {
    // Two columns are for the mark of the selected row.
    let columns = room.columns - 2
    let query = viewModel.query
    let current =
      table.layout.of(viewModel.rows).columns.map(\.name) + query.filters.map(\.text)
      + table.ages.keys.map(\.rawValue).sorted()
      + [
        conditionText, query.sort?.text ?? "", "\(columns)", "\(table.hidesAmounts)",
        "\(viewModel.sources.shown.count)",
      ]
    let minimumWidths = current == table.measured ? table.minimumWidths : nil
    var (frame, widths) = frame(columns: columns, minimumWidths: minimumWidths)
    if let marked = table.marked, !frame.columns.contains(marked.name) {
      table.marked = nil
      (frame, widths) = self.frame(columns: columns, minimumWidths: minimumWidths)
    }
    (table.frame, table.minimumWidths, table.measured) = (frame, widths, current)
  }

  /// The lines that fit, with trends beside the rows, and the widths of their columns.
  private func frame(
    columns: Int, minimumWidths: [TextTable.Widths]?
  ) -> (frame: RowsTable<Row>.Frame, widths: [TextTable.Widths]) {
    let terminal = TerminalSize(columns: columns, rows: room.rows)
    let (state, marker) = (table, marker)
    // At least the heading and a few rows are worth more than what stands below.
    let members = state.hidesAmounts ? footer.map(\.hidingAmounts) : footer
    let below = state.renderer.footer(members, fitting: terminal)
    let footer = room.rows - below.count > 3 ? below : []
    let all = viewModel.rows
    let rowRoom = max(0, room.rows - (state.renderer.hasHeader ? 1 : 0) - footer.count)
    let first = ((selectedIndex ?? 0) - rowRoom / 2).clamped(to: all.count - rowRoom)
    let shown = first..<min(all.count, first + rowRoom)
    // Only what is seen is made into lines.
    let report = state.hidesAmounts ? report(rows: shown).hidingAmounts : report(rows: shown)
    func drawn(columns: Int) -> TableRenderer.Table {
      let terminal = TerminalSize(columns: columns, rows: room.rows)
      return state.renderer.table(
        of: report, fitting: terminal, minimumWidths: minimumWidths, marker: marker)
    }
    // The trend is dropped before any other column; but from 80 columns on after one other.
    let narrow = trends.map { _ in drawn(columns: columns - Trends.minimumWidth) }
    let mayLackOne = room.columns >= 80 && !state.layout.areChosen
    let hasRoom = narrow.map { $0.dropped <= (mayLackOne ? 1 : 0) } ?? false
    let fitted = narrow.flatMap { hasRoom ? $0 : nil } ?? drawn(columns: columns)
    let place = hasRoom ? trends?.column(beside: fitted, width: columns) : nil
    let rows = zip(shown, fitted.rows).map { index, row in
      let age = all[index].exchange.flatMap { state.ages[$0] }
      let line = age == nil ? row : row.adding(.stale)
      guard let trends, let place else { return (index, line) }
      let text = trends.text(of: all[index], length: place.length, in: state.renderer.looks.charset)
      return (index, line.appending(text, at: place.start))
    }
    let heading = fitted.heading.map { line in
      place.map { line.appending(Trends.heading, .heading, at: $0.start) } ?? line
    }
    return (
      RowsTable.Frame(
        heading: heading, rows: rows, footer: footer, columns: fitted.columns,
        hasTrends: place != nil), fitted.widths
    )
  }

  /// The heading with the sort marker.
  private var marker: TableRenderer.Marker? {
    let order = viewModel.query.sort
    guard let marked = table.marked, marked != order?.column else {
      return order.map { ($0.column.name, $0.isDescending, false) }
    }
    return (marked.name, marked.kind.isNumber, true)
  }
}

extension String {
  /// Whether it has nothing but spaces.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
