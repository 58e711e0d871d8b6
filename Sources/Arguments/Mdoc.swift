/// Writes mdoc: the lines of a man page.
enum Mdoc {
  /// A term in a list, and its description.
  struct Entry {
    /// The term, in macros.
    let macro: String
    /// Texts, in the order they are read; a full stop is added where one is missing.
    let sentences: [String]
  }

  /// Texts with space between them, each of whole sentences.
  static func paragraphs(_ texts: [String]) -> [String] {
    Array(texts.map { text(sentence($0)) }.joined(separator: [".Pp"]))
  }

  /// A list of terms; no lines when there are none.
  static func list(_ entries: [Entry]) -> [String] {
    guard !entries.isEmpty else { return [] }
    return [".Bl -tag -width Ds"] + items(entries) + [".El"]
  }

  /// A list of short terms, each on the line of its description.
  static func table(_ rows: [(term: String, text: String)]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let width = rows.map(\.term.count).max() ?? 0
    return [".Bl -tag -width \(width)n -compact"]
      + items(rows.map { Entry(macro: "Cm \(argument($0.term))", sentences: [$0.text]) }) + [".El"]
  }

  private static func items(_ entries: [Entry]) -> [String] {
    entries.flatMap { [".It \($0.macro)"] + $0.sentences.map(sentence).flatMap(text) }
  }

  /// A line to be typed.
  static func literal(_ line: String) -> [String] {
    [".Bd -literal -offset indent", guarded(escaped(line)), ".Ed"]
  }

  /// A text, every sentence on a new line, as mdoc requires it.
  static func text(_ text: String) -> [String] {
    text.replacing(/([.!?]) +(?=[A-Z@-])/) { "\($0.1)\n" }.split(separator: "\n")
      .flatMap { HelpSection.wrapped(escaped(String($0))).split(separator: "\n") }
      .map { guarded(String($0)) }
  }

  /// Words as one argument of a macro that are never macros themselves.
  static func argument(_ text: String) -> String { "\"\\&\(escaped(text))\"" }

  /// A text in which every character stands for itself: dashes and quotes can be copied.
  static func escaped(_ text: String) -> String {
    let ascii = text.escaping([
      #"\"#: #"\e"#, "-": #"\-"#, "'": #"\(aq"#, "\"": #"\(dq"#, "`": #"\(ga"#, "^": #"\(ha"#,
      "~": #"\(ti"#,
    ])
    return ascii.unicodeScalars.map { scalar in
      if scalar.isASCII { return String(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
    }.joined()
  }

  /// A summary as it stands inside of a sentence.
  static func withoutFullStop(_ text: String) -> String {
    text.last == "." ? String(text.dropLast()) : text
  }

  private static func sentence(_ text: String) -> String {
    text.last.map { ".!?:".contains($0) } == true ? text : "\(text)."
  }

  // A dot at the start of a line would make it a macro.
  private static func guarded(_ line: String) -> String {
    line.first == "." ? "\\&\(line)" : line
  }
}
