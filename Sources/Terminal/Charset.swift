/// The characters that a terminal can show, by the locale.
package enum Charset: Hashable, Sendable {
  case utf8, ascii

  /// The charset of the locale (POSIX, 8.2).
  package init(environment: [String: String]) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    // As in `de_CH.UTF-8@euro`; on macOS it can be the encoding alone.
    let name = locale?.prefix { $0 != "@" }.split(separator: ".").last ?? ""
    self = name.lowercased().filter { $0 != "-" } == "utf8" ? .utf8 : .ascii
  }

  var ellipsis: String { "…".transliterated(to: self) }
}

extension String {
  /// The text in characters of a charset. Measure it afterwards: it may be wider than before.
  package func transliterated(to charset: Charset) -> String {
    if charset == .utf8 || utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var text = ""
    var code: String?
    for character in self {
      // Unlike a sign, a code is separated from the amount.
      if code != nil, character.isNumber { text += " " }
      code = currencyCodes[character]
      text += code ?? (character.isASCII ? String(character) : character.inASCII)
    }
    return text
  }
}

private let currencyCodes: [Character: String] = ["€": "EUR", "£": "GBP", "₺": "TRY"]

private let asciiTexts: [Character: String] = [
  "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-", "·": "-", "─": "-",
  "…": "...", "•": "*", "×": "x", "÷": "/", "\u{A0}": " ",
  "‘": "'", "’": "'", "“": "\"", "”": "\"", "‹": "<", "›": ">",
  "▲": "^", "▼": "v", "↑": "^", "↓": "v", "←": "<", "→": ">",
  // The cursor of a prompt; bars have no eighths in ASCII.
  "▏": "|", "│": "|",
]

extension Character {
  /// The same meaning in ASCII; a question mark for what has none.
  fileprivate var inASCII: String {
    if let text = asciiTexts[self] { return text }
    switch self {
    case "\u{2500}"..."\u{257F}": return "+"
    // Blocks of up to a half, from below and from the left; and the larger ones.
    case "▁"..."▄", "▌"..."▎": return "."
    case "▅"..."█", "▉"..."▋": return "#"
    default: return "?"
    }
  }
}
