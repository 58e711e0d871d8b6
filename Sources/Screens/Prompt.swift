import Terminal

/// A text that is edited on a screen, and a note that is displayed below the text.
package struct Prompt: Sendable {
  let label: String
  let field: TextField
  /// An error, or the text as an option for the options file; otherwise empty.
  let note: String
  /// The number of characters before the error; `nil` if the text has no error.
  var errorOffset: Int?

  /// A prompt without an error. The note has the text as this option; it is empty without `option` or text.
  init(_ label: String, _ field: TextField, option: String?) {
    (self.label, self.field) = (label, field)
    note = field.text.isBlank ? "" : option.map { Self.optionsLine($0, field.text) } ?? ""
  }

  /// A prompt with an error after `offset` characters of the text.
  init(_ label: String, _ field: TextField, error: String, at offset: Int) {
    (self.label, self.field, note, errorOffset) = (label, field, error, offset)
  }

  static func optionsLine(_ option: String, _ value: String) -> String {
    "options file: --\(option) \(value)"
  }

  var text: String { label + field.text }

  /// Returns the line of the text, scrolled so that the cursor is visible, and the line of the note.
  func lines(columns: Int, in charset: Charset) -> [Line] {
    let head = Array((label + field.beforeCursor).controlsReplaced.transliterated(to: charset))
    // The cursor needs one cell.
    var (first, width) = (head.endIndex, 0)
    while first > 0, width + String(head[first - 1]).displayWidth < columns {
      first -= 1
      width += String(head[first]).displayWidth
    }
    let cursor = "▏".transliterated(to: charset)
    let after = field.afterCursor.controlsReplaced.transliterated(to: charset)
    let line = Line((String(head[first...]) + cursor + after).clipped(to: columns))
    return [line, noteLine(columns: columns, hidden: first, in: charset)]
  }

  /// Returns the note, if possible with a `^` below the error. The first `hidden` characters are not visible.
  private func noteLine(columns: Int, hidden: Int, in charset: Charset) -> Line {
    func shown(_ text: String) -> String { text.controlsReplaced.transliterated(to: charset) }
    let note = shown(note)
    guard let errorOffset else { return Line(note, .faint).shortened(to: columns, in: charset) }
    let before = shown(label + field.text.prefix(errorOffset))
    let isBehindCursor = errorOffset >= field.beforeCursor.count && !field.afterCursor.isEmpty
    let column = before.dropFirst(hidden).displayWidth + (isBehindCursor ? 1 : 0)
    let start = column - 1 - note.displayWidth
    if before.count >= hidden, column < columns {
      if column + 2 + note.displayWidth <= columns {
        return Line("\(String(repeating: " ", count: column))^ \(note)", .stale)
      }
      if start >= 0 { return Line("\(String(repeating: " ", count: start))\(note) ^", .stale) }
    }
    return Line(note, .stale).shortened(to: columns, in: charset)
  }
}
