package enum Charset: Hashable, Sendable {
  case utf8, ascii

  /// Reads the charset from the environment variables of the locale (POSIX, 8.2).
  package init(environment: [String: String]) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    // A locale can be `de_CH.UTF-8@euro`. On macOS, it can be just `UTF-8`.
    let name = locale?.prefix { $0 != "@" }.split(separator: ".").last ?? ""
    self = name.lowercased().filter { $0 != "-" } == "utf8" ? .utf8 : .ascii
  }

  var ellipsis: String { "…".transliterated(to: self) }
}

extension String {
  /// Returns the text in characters of a charset. The result may be wider than the text.
  package func transliterated(to charset: Charset) -> String {
    if charset == .utf8 || utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var text = ""
    var code: String?
    for character in self {
      // Unlike a sign, a code needs a space before the amount: `EUR 5` for `€5`.
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
  // ▏ is the cursor of a prompt. Bars in ASCII are not drawn with it.
  "▏": "|", "│": "|",
]

extension Character {
  fileprivate var inASCII: String {
    if let text = asciiTexts[self] { return text }
    switch self {
    case "\u{2500}"..."\u{257F}": return "+"
    // Lower and left blocks that fill up to half of a cell, then larger ones.
    case "▁"..."▄", "▌"..."▎": return "."
    case "▅"..."█", "▉"..."▋": return "#"
    default: return "?"
    }
  }
}
