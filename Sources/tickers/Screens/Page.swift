import Terminal

/// The lines of a terminal: a heading, what a screen shows, a foot and the keys.
struct Page {
  /// There is nothing to see on a terminal that is smaller.
  static let least = TerminalSize(columns: 20, rows: 5)

  let size: TerminalSize
  /// The keys that the last line names; none for no such line.
  let keys: [KeyHint]
  /// What is being typed, in place of the keys.
  let prompt: String?
  var heading: [String] = []
  var body: [Line] = []
  var foot = Line()
  /// What is printed when the screen is left now.
  var farewell: @Sendable () -> [Line] = { [] }

  init(size: TerminalSize, keys: [KeyHint], prompt: String?) {
    self.size = size
    // A small terminal has better use for the line.
    self.keys = size.rows < 10 ? [] : keys
    self.prompt = prompt
  }

  private var hasLastLine: Bool { !keys.isEmpty || prompt != nil }

  /// What is left for the body.
  var room: TerminalSize {
    TerminalSize(columns: size.columns, rows: max(1, size.rows - 2 - (hasLastLine ? 1 : 0)))
  }

  /// As many lines as the terminal has.
  var lines: [Line] {
    guard size.columns >= Self.least.columns, size.rows >= Self.least.rows else {
      return [Line("needs \(Self.least.columns) × \(Self.least.rows)")]
    }
    let title = Line(heading.joined(separator: " · ").withoutControls, .heading)
    let padding = Array(repeating: Line(), count: max(0, room.rows - body.count))
    return [title] + body.prefix(room.rows) + padding + [foot] + (hasLastLine ? [lastLine] : [])
  }

  private var lastLine: Line {
    if let prompt { return Line(prompt.withoutControls + "▏") }
    var words = keys.map { "\($0.key) \($0.word)" }
    func text() -> String { words.joined(separator: "  ") }
    // The last two stay: they lead to all the others, and out.
    while text().displayWidth > size.columns, words.count > 2 { words.remove(at: words.count - 3) }
    return Line(text(), .faint)
  }

  /// The keys and what they do.
  static func help(_ keys: [KeyHint]) -> [Line] {
    let width = keys.map(\.key.displayWidth).max() ?? 0
    return [Line()]
      + keys.map { hint in
        let padding = String(repeating: " ", count: width - hint.key.displayWidth + 2)
        var line = Line("  " + hint.key, .heading)
        line.append(padding + hint.meaning)
        return line
      }
  }
}
