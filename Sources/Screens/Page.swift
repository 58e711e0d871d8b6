import Terminal

/// The lines of a screen: the heading, the body, the status line, and the keys or an edited text.
struct Page {
  let size: TerminalSize
  /// The keys that have an effect now; empty if the input is not a terminal.
  var keys: [KeyHint]
  /// The edited text and the note below it, in place of the keys; empty if no text is edited.
  let prompt: [Line]
  var charset = Charset.utf8
  var heading: [String] = []
  var body: [Line] = []
  var status = Line()
  /// The last line with which the help can begin; 0 if all of its lines fit.
  private(set) var lastHelpLine = 0
  /// Returns the lines that are printed if the screen is left now.
  var finalLines: @Sendable () -> [Line] = { [] }

  /// Whether the terminal is too low for the line of the keys, and for the note below an edited text.
  private var isLow: Bool { size.rows < 10 }
  private var hasKeyLine: Bool { prompt.isEmpty && !keys.isEmpty && !isLow }
  private var promptLines: ArraySlice<Line> { prompt.prefix(isLow ? 1 : 2) }

  var room: TerminalSize {
    let last = hasKeyLine ? 1 : promptLines.count
    return TerminalSize(columns: size.columns, rows: max(1, size.rows - 2 - last))
  }

  /// The lines of the page, as many as the terminal has; only a message if the terminal is too small.
  var lines: [Line] {
    guard size.columns >= 20, size.rows >= 5 else {
      return "terminal too small (minimum 20×5)".wrapped(to: max(1, size.columns)).map { Line($0) }
    }
    let title = Line(heading.joined(separator: " · ").controlsReplaced, .heading)
    let padding = Array(repeating: Line(), count: max(0, room.rows - body.count))
    return [title] + body.prefix(room.rows) + padding
      + [status.shortened(to: size.columns, in: charset)]
      + (hasKeyLine ? [keyLine] : promptLines)
  }

  private var keyLine: Line {
    let gap = "  "
    var words = keys.map { "\($0.key) \($0.word)" }
    var width = words.reduce(-gap.count) { $0 + gap.count + $1.displayWidth }
    // The last two keys are never dropped: help, which lists all of ``keys``, and quit.
    while width > size.columns, words.count > 2 {
      width -= gap.count + words.remove(at: words.count - 3).displayWidth
    }
    return Line(words.joined(separator: gap), .faint)
  }

  /// Returns lines for a screen without data or without rows: sentences, and the keys that help.
  static func empty(_ reasons: [String], keys: [String], columns: Int) -> [Line] {
    let keys = keys.isEmpty ? [] : [keys.joined(separator: " · ")]
    return [Line()] + (reasons + keys).flatMap { indented($0, columns: columns) }
  }

  private static func indented(_ text: String, columns: Int) -> [Line] {
    text.controlsReplaced.wrapped(to: max(1, columns - 2)).map { Line("  " + $0) }
  }

  /// Replaces the body by the meanings of ``keys`` and by the notices, scrolled down by up to `first` lines.
  mutating func showHelp(_ notices: [String], from first: Int) {
    (body, lastHelpLine) = Self.help(keys, notices, fitting: room, from: first)
  }

  /// Returns the lines of the help that fit, scrolled down by up to `first` lines, and the maximum to scroll.
  static func help(
    _ keys: [KeyHint], _ notices: [String], fitting size: TerminalSize, from first: Int = 0
  ) -> (lines: [Line], last: Int) {
    let start = (keys.map(\.key.displayWidth).max() ?? 0) + 4
    let entries = keys.flatMap { hint in
      hint.meaning.wrapped(to: max(1, size.columns - start)).enumerated().map { index, text in
        Line("  " + (index == 0 ? hint.key : ""), .heading).appending(text, at: start)
      }
    }
    let sentences = notices.flatMap { indented($0, columns: size.columns) }
    // Empty lines are omitted if not all lines fit with them.
    let spaced = sentences.isEmpty ? entries : entries + [Line()] + sentences
    for lines in [[Line()] + spaced, spaced, entries + sentences] where lines.count <= size.rows {
      return (lines, 0)
    }
    let (lines, rows) = (entries + sentences, max(0, size.rows - 1))
    let last = lines.count - rows
    let hidden = last - first.clamped(to: last)
    let more = hidden > 0 ? "… \(hidden) more; ↑ ↓ scroll" : "↑ ↓ scroll"
    return (lines.dropFirst(last - hidden).prefix(rows) + [Line("  " + more, .faint)], last)
  }
}
