import MarketCore
import Reports
import Terminal

extension RowsScreen {
  static var rowsBindings: [KeyBinding<Self>] {
    [
      KeyBinding(
        "w", "where", "Edit the condition of --where (Enter applies, Esc cancels)",
        changing: [.character("w"): { $0.table.expression = TextField($0.conditionText) }]),
      KeyBinding(
        "< >", "column", "Move the sort marker, ▲ or ▼, to another column", if: \.hasOrder,
        changing: [
          .character("<"): { $0.moveMarker(by: -1) }, .character(">"): { $0.moveMarker(by: 1) },
        ]),
      KeyBinding(
        "s", "sort", "Sort by the marked column; again: reverse", if: \.hasOrder,
        changing: [.character("s"): { $0.sortByMarked() }]),
      KeyBinding(
        "S", "reverse", "Reverse the order", if: { $0.hasOrder && $0.viewModel.query.sort != nil },
        changing: [.character("S"): { $0.reverse() }]),
      KeyBinding(
        "c", "columns", "Choose columns", changing: [.character("c"): { $0.chooseColumns() }]),
      KeyBinding(
        "y", "copy", "Copy the price of the selected row",
        if: { $0.selectedIndex != nil && priceColumn != nil },
        [.character("y"): { $0.copyPrice() }]),
      KeyBinding(
        "Y", "copy row", "Copy the selected row as tsv", if: { $0.selectedIndex != nil },
        [.character("Y"): { $0.copyRow() }]),
    ]
  }

  static var reset: KeyBinding<Self> {
    KeyBinding(
      "Esc", "reset", "Discard the edits of filter and condition", if: \.isEdited,
      [.escape: { $0.isEdited ? $0.discardEdits() : .ignored }])
  }
}

// MARK: - Order

extension RowsScreen {
  private mutating func moveMarker(by step: Int) {
    let names = table.shownColumns
    guard !names.isEmpty else { return }
    let index = names.firstIndex { $0 == markedColumn?.name }.map { $0 + step + names.count } ?? 0
    table.marked = Row.column(named: names[index % names.count])
  }

  /// The displayed column with the sort marker, ▲ or ▼; `nil` if no displayed column has the marker.
  private var markedColumn: Column<Row>? {
    let column = table.marked ?? viewModel.query.sort?.column
    return column.flatMap { table.shownColumns.contains($0.name) ? $0 : nil }
  }

  private mutating func sortByMarked() {
    let first = table.shownColumns.first.flatMap(Row.column(named:))
    guard let column = markedColumn ?? first else { return }
    if column == viewModel.query.sort?.column { return reverse() }
    // Numbers are descending at first, because the largest are the most interesting.
    sort(RowOrder(column, descending: column.kind.isNumber))
  }

  private mutating func reverse() {
    sort(viewModel.query.sort.map { RowOrder($0.column, descending: !$0.isDescending) })
  }

  private mutating func sort(_ order: RowOrder<Row>?) {
    polls.model.query.sort = order
    table.selection = nil
  }
}

// MARK: - Filter and condition

extension RowsScreen {
  /// The prompt of the filter or of the condition; `nil` if neither of them is edited.
  package var prompt: Prompt? {
    guard let edited = table.editedFilter else { return conditionPrompt }
    let isKnown = viewModel.query.filters.allSatisfy(\.unknownWatchlists.isEmpty)
    let isOption = isKnown && table.stage.optionNames.contains("filter")
    return Prompt("/", edited.field, option: isOption ? "filter" : nil)
  }

  /// Whether the filter or the conditions differ from the filter and the conditions at the start.
  var isEdited: Bool {
    table.filter != table.firstFilter || conditionText != Self.text(table.firstConditions)
  }

  private mutating func discardEdits() -> ScreenEffect {
    polls.model.query.conditions = table.firstConditions
    setFilter(table.firstFilter)
    return refetch()
  }

  /// Handles a key while the filter is edited; otherwise returns `nil`.
  mutating func editFilter(_ key: Key) -> ScreenEffect? {
    guard let restored = table.editedFilter?.restored else { return nil }
    switch key {
    case .enter:
      table.editedFilter = nil
      applyFilter()
      return table.filter == restored ? .handled : refetch()
    case .escape:
      (table.editedFilter, table.filter) = (nil, restored)
      applyFilter()
    default:
      table.editedFilter?.field.handle(key)
      setFilter(table.editedFilter?.field.text ?? restored)
    }
    return .handled
  }

  private mutating func setFilter(_ text: String) {
    guard text != table.filter else { return }
    table.filter = text
    applyFilter()
  }

  private mutating func applyFilter() {
    let (watchlists, isTyped) = (viewModel.query.watchlists, table.editedFilter != nil)
    polls.model.query.filters =
      table.fixedFilters + [SymbolFilter(table.filter, watchlists: watchlists, isTyped: isTyped)]
  }

  mutating func changeWatchlist(by step: Int) -> ScreenEffect {
    let watchlists = viewModel.query.watchlists
    if watchlists.isEmpty { return .handled }
    // First the empty filter, and then the watchlists in the order of the options file.
    let filters = [""] + watchlists.map { "@\($0.name)" }
    let current = filters.firstIndex { $0.lowercased() == table.filter.lowercased() } ?? 0
    setFilter(filters[(current + step + filters.count) % filters.count])
    return refetch()
  }

  /// All conditions as one expression; empty if there are no conditions.
  var conditionText: String { Self.text(viewModel.query.conditions) }

  private static func text(_ conditions: [Condition<Row>]) -> String {
    conditions.count > 1
      ? conditions.map { "(\($0.text))" }.joined(separator: " and ") : conditions.first?.text ?? ""
  }

  private var conditionPrompt: Prompt? {
    guard let field = table.expression else { return nil }
    let label = "where: "
    do {
      if !field.text.isBlank { _ = try Condition<Row>(field.text) }
      return Prompt(label, field, option: table.stage.optionNames.contains("where") ? "where" : nil)
    } catch {
      return Prompt(label, field, error: error.reason, at: error.offset)
    }
  }

  /// Handles a key while the condition is edited; otherwise returns `nil`.
  mutating func editCondition(_ key: Key) -> ScreenEffect? {
    guard let field = table.expression else { return nil }
    switch key {
    // An unchanged text is not parsed: several conditions may be too long for one expression.
    case .enter where field.text == conditionText: table.expression = nil
    case .enter:
      do {
        let conditions = try field.text.isBlank ? [] : [Condition<Row>(field.text)]
        table.expression = nil
        polls.model.query.conditions = conditions
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

// MARK: - Columns and copies

extension RowsScreen {
  private mutating func chooseColumns() {
    let trend = Row.style.hasTrend ? [Report.trend] : []
    let fields = (Row.columns + table.layout.columns + Row.computed.examples).eachOnce
    let shown = table.layout.columns.map(\.name) + (table.trends == nil ? [] : [Report.trend.name])
    chooser = ColumnChooser(fields.map { ($0.name, $0.meaning) } + trend, shown: shown)
  }

  private func copyPrice() -> ScreenEffect {
    guard let index = selectedIndex, let column = Self.priceColumn else { return .handled }
    let text = copied(Layout([column]), index)
    return text.isEmpty ? .refused("no price to copy") : .copy(text)
  }

  private func copyRow() -> ScreenEffect {
    selectedIndex.map { .copy(copied(table.layout, $0)) } ?? .handled
  }

  private func copied(_ layout: Layout<Row>, _ index: Int) -> String {
    String(report(layout, rows: index..<index + 1).tsv(hasHeading: false).dropLast())
  }
}

extension RowOrder {
  /// The value of `--sort` for this order.
  var text: String {
    // By default, `--sort` sorts numbers in descending order.
    column.name + (isDescending ? ":desc" : column.kind.isNumber ? ":asc" : "")
  }
}

extension String {
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
