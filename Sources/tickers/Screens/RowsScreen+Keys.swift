import MarketCore
import Reports
import Terminal

extension RowsScreen {
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
    let trend = Row.style.hasTrend ? [(Trend.name, Trend.meaning)] : []
    let shown = table.layout.columns.map(\.name) + (trends == nil ? [] : [Trend.name])
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

extension String {
  /// Whether it has nothing but spaces.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
