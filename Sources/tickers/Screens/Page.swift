import Terminal

/// The lines of a terminal: heading, body, status line and keys.
struct Page {
  /// The least size that anything is shown on.
  static let least = TerminalSize(columns: 20, rows: 5)

  let size: TerminalSize
  /// The keys of the last line; none for no such line.
  let keys: [KeyHint]
  /// The text that is being edited, in place of the keys.
  let prompt: String?
  var heading: [String] = []
  var body: [Line] = []
  var status = Line()
  /// The lines that are printed if the screen is left now.
  var finalLines: @Sendable () -> [Line] = { [] }

  init(size: TerminalSize, keys: [KeyHint], prompt: String?) {
    self.size = size
    // A small terminal has better use for the line.
    self.keys = size.rows < 10 ? [] : keys
    self.prompt = prompt
  }

  private var hasLastLine: Bool { !keys.isEmpty || prompt != nil }

  /// The room for the body.
  var room: TerminalSize {
    TerminalSize(columns: size.columns, rows: max(1, size.rows - 2 - (hasLastLine ? 1 : 0)))
  }

  /// As many lines as the terminal has.
  var lines: [Line] {
    guard size.columns >= Self.least.columns, size.rows >= Self.least.rows else {
      return [Line("needs \(Self.least.columns) × \(Self.least.rows)")]
    }
    let title = Line(heading.joined(separator: " · ").controlsReplaced, .heading)
    let padding = Array(repeating: Line(), count: max(0, room.rows - body.count))
    return [title] + body.prefix(room.rows) + padding + [status] + (hasLastLine ? [lastLine] : [])
  }

  private var lastLine: Line {
    if let prompt { return Line(prompt.controlsReplaced + "▏") }
    var words = keys.map { "\($0.key) \($0.word)" }
    func text() -> String { words.joined(separator: "  ") }
    // The last two stay: they lead to all the others, and to the end.
    while text().displayWidth > size.columns, words.count > 2 { words.remove(at: words.count - 3) }
    return Line(text(), .faint)
  }

  /// The list of keys in so many rows; the last one says when there are more.
  static func help(_ keys: [KeyHint], rows: Int) -> [Line] {
    let width = keys.map(\.key.displayWidth).max() ?? 0
    let lines = keys.map { hint in
      let padding = String(repeating: " ", count: width - hint.key.displayWidth + 2)
      var line = Line("  " + hint.key, .heading)
      line.append(padding + hint.meaning)
      return line
    }
    if lines.count < rows { return [Line()] + lines }
    if lines.count == rows { return lines }
    let shown = max(0, rows - 1)
    return lines.prefix(shown) + [
      Line("  and \(lines.count - shown) more on a higher terminal", .faint)
    ]
  }
}
