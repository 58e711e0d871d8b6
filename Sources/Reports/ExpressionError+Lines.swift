package import MarketCore
import Terminal

extension ExpressionError {
  /// The reason, the expression after its prefix, and a caret below the place. `fields` are the possible ones.
  package func lines(in text: String, after prefix: String, fields: [String]) -> [String] {
    let names =
      (reason.hasSuffix("?") ? " Fields are " : "; fields are ") + fields.joined(separator: ", ")
    return [isAboutNumber ? reason : reason + names]
      + Self.place(offset, in: text, after: prefix)
  }

  /// Returns two lines: the prefix with the text, cut if it is long, and a caret at the place of `offset`.
  package static func place(_ offset: Int, in text: String, after prefix: String) -> [String] {
    let shown = text.count > 1_000 ? text.prefix(80) + "…" : text[...]
    let width = (prefix + text.prefix(offset)).displayWidth
    return [
      "  \((prefix + shown).controlsReplaced)", "  " + String(repeating: " ", count: width) + "^",
    ]
  }
}
