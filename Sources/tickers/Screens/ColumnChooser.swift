import Reports
import Terminal

/// A list of all fields, in which keys select those that become columns, and their order.
struct ColumnChooser: Sendable {
  typealias Field = (name: String, meaning: String)

  private var fields: [(field: Field, isShown: Bool)]
  private var selected = 0

  /// All fields, those that are shown first.
  init(_ fields: [Field], shown: [String]) {
    let first = shown.compactMap { name in fields.first { $0.name == name } }
    self.fields =
      first.map { ($0, true) } + fields.filter { !shown.contains($0.name) }.map { ($0, false) }
  }

  static let hints = [
    KeyHint("↑ ↓", "move", "Move through the fields (also j k, PgUp PgDn, Home End)"),
    KeyHint("Space", "toggle", "Show or hide the field"),
    KeyHint("K J", "reorder", "Move the field up / down (also Shift-↑ Shift-↓)"),
    KeyHint("y", "copy", "Copy the line for the options file"),
    KeyHint("Enter", "apply", "Show these columns"),
    KeyHint("Esc", "cancel", "Keep the columns as they were"),
  ]

  /// The names of the columns, in order.
  var names: [String] { fields.filter(\.isShown).map(\.field.name) }

  /// Whether a table can have these columns; a trend stands beside others.
  var hasColumns: Bool { names.contains { $0 != Trend.name } }

  /// A key other than Enter and Esc, which end the choice.
  mutating func handle(_ key: Key) -> KeyResult {
    switch key {
    case .up, .character("k"): select(selected - 1)
    case .down, .character("j"): select(selected + 1)
    case .pageUp: select(selected - 10)
    case .pageDown: select(selected + 10)
    case .home: select(0)
    case .end: select(fields.count)
    case .character(" "): fields[selected].isShown.toggle()
    case .character("K"), .shiftUp: reorder(by: -1)
    case .character("J"), .shiftDown: reorder(by: 1)
    case .character("y"): return hasColumns ? .copy(option) : .handled
    default: return .ignored
    }
    return .handled
  }

  private mutating func select(_ index: Int) { selected = index.clamped(to: fields.count - 1) }

  private mutating func reorder(by step: Int) {
    let old = selected
    select(old + step)
    fields.swapAt(old, selected)
  }

  private var option: String { "--columns \(names.joined(separator: ","))" }

  /// The fields around the selected one, and the line for the options file.
  func lines(fitting size: TerminalSize, in charset: Charset) -> [Line] {
    let line = Prompt.optionsLine("columns", names.joined(separator: ","))
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
