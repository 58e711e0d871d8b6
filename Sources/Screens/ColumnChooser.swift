import Reports
import Terminal

/// A list of the fields of a table, in which keys choose the displayed columns and their order.
package struct ColumnChooser: Sendable {
  typealias Field = (name: String, meaning: String)

  private var fields: [(field: Field, isShown: Bool)]
  private var selected = 0

  /// Lists the shown fields first, in their order, and then the hidden fields.
  init(_ fields: [Field], shown: [String]) {
    let first = shown.compactMap { name in fields.first { $0.name == name } }
    self.fields =
      first.map { ($0, true) } + fields.filter { !shown.contains($0.name) }.map { ($0, false) }
  }

  static let bindings: [KeyBinding<ColumnChooser>] = [
    .movement("Move through the fields", page: { _ in 10 }) { $0.select($0.selected + $1) },
    KeyBinding(
      "Space", "toggle", "Show or hide the field",
      changing: [.character(" "): { $0.fields[$0.selected].isShown.toggle() }]),
    KeyBinding(
      "K J", "reorder", "Move the field up / down (also Shift-↑ Shift-↓)",
      changing: [
        .character("K"): { $0.reorder(by: -1) }, .shiftUp: { $0.reorder(by: -1) },
        .character("J"): { $0.reorder(by: 1) }, .shiftDown: { $0.reorder(by: 1) },
      ]),
    KeyBinding(
      "y", "copy", "Copy the line for the options file",
      [.character("y"): { $0.hasColumns ? .copy("--columns \($0.list)") : .handled }]),
    KeyBinding(
      "Enter", "apply", "Show these columns",
      [.enter: { $0.hasColumns ? .columns($0.names) : .refused("choose at least one column") }]),
    KeyBinding("Esc", "cancel", "Keep the columns as they were", [.escape: { _ in .close }]),
  ]

  package static var hints: [KeyHint] { bindings.map(\.hint) }

  var names: [String] { fields.filter(\.isShown).map(\.field.name) }
  private var list: String { names.joined(separator: ",") }

  /// Whether a column other than the trend is chosen. A table cannot consist of the trend alone.
  var hasColumns: Bool { names.contains { $0 != Report.trend.name } }

  private mutating func select(_ index: Int) { selected = index.clamped(to: fields.count - 1) }

  private mutating func reorder(by step: Int) {
    let old = selected
    select(old + step)
    fields.swapAt(old, selected)
  }

  /// Returns the fields around the selected one, then the option for the chosen columns if ``hasColumns``.
  func lines(fitting size: TerminalSize, in charset: Charset) -> [Line] {
    let line = Prompt.optionsLine("columns", list)
    let below = hasColumns ? line.wrapped(to: max(1, size.columns)) : []
    let room = max(1, size.rows - below.count)
    let first = (selected - room / 2).clamped(to: fields.count - room)
    let start = (fields.map(\.field.name.count).max() ?? 0) + 8
    let rows = fields.indices.dropFirst(first).prefix(room).map { index in
      let (field, isShown) = fields[index]
      let line = Line("\(index == selected ? "›" : " ") [\(isShown ? "x" : " ")] \(field.name)")
        .appending(field.meaning, .faint, at: start)
        .shortened(to: size.columns, in: charset)
      return index == selected ? line.padded(to: size.columns, .selected) : line
    }
    return rows + below.map { Line($0, .faint) }
  }
}
