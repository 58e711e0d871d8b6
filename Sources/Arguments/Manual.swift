extension Program {
  /// Returns the man page in mdoc. `date` is the date of its last change, such as `July 5, 2026`.
  package func manual(
    date: String, description: [String] = [], seeAlso: [String] = []
  ) -> String {
    let summary = about.first ?? ""
    let purpose = summary.last == "." ? String(summary.dropLast()) : summary
    let header = [
      ".Dd \(date)", ".Dt \(name.uppercased()) 1", ".Os", ".Sh NAME", ".Nm \(name)",
      ".Nd \(Mdoc.escaped(purpose))", ".Sh SYNOPSIS",
    ]
    let paragraphs = about.dropFirst() + description
    let references = seeAlso.sorted().map { ".Xr \($0) 1" }.joined(separator: " ,\n")
    let shared = sharedOptions
    let lines: [[String]] = [
      header, commands.flatMap { synopsis(["Cm \($0.name)"], $0.operand) },
      implied.map { synopsis([], $0.command.operand) } ?? [],
      [".Sh DESCRIPTION"], Mdoc.paragraphs(paragraphs.isEmpty ? [summary] : Array(paragraphs)),
      [".Sh COMMANDS"], commands.flatMap { explanation(of: $0, without: shared) },
      [".Sh OPTIONS"], Mdoc.paragraphs([aboutOptions]),
      Mdoc.list(commonOptions.map(\.entry) + shared.map(entry(ofShared:))),
      topics.flatMap { self.lines(of: $0, below: ".Sh \($0.title)") }, exampleLines,
      seeAlso.isEmpty ? [] : [".Sh SEE ALSO", references],
    ]
    return lines.flatMap(\.self).joined(separator: "\n") + "\n"
  }

  private var aboutOptions: String {
    let names = commonOptions.map(\.longSpelling).joined(separator: ", ")
    return
      "Options may precede or follow the other arguments, but not follow --. A value is the next word "
      + "or part of the same one: --name=value, -n value and -nvalue. If an option is repeated, the last "
      + "one wins, unless it is repeatable. Every command has \(names); others name their commands."
  }

  /// The options that are the same in several commands, without the common options.
  private var sharedOptions: [Option] {
    options(of: nil).filter { option in
      !commonOptions.contains { $0.name == option.name } && owners(of: option).count > 1
    }
  }

  private func owners(of option: Option) -> [Command] {
    commands.filter { $0.options.contains { $0.hasEntry(of: option) } }
  }

  private func entry(ofShared option: Option) -> Mdoc.Entry {
    let names = owners(of: option).map(\.name).joined(separator: ", ")
    var entry = option.entry
    entry.sentences.append("Commands: \(names)")
    return entry
  }

  private func synopsis(_ words: [String], _ operand: Operand?) -> [String] {
    (["Nm"] + words + [operand?.macro].compactMap(\.self) + ["Op Ar options"]).map { ".\($0)" }
  }

  private func explanation(of command: Command, without shared: [Option]) -> [String] {
    let operand = (command.operand?.parts ?? []).map { Mdoc.Entry("Ar \($0.name)", [$0.help]) }
    let specific = command.options.filter { option in !shared.contains(where: option.hasEntry) }
    let others = command.options.filter { option in !specific.contains { $0.name == option.name } }
      .map(\.longSpelling)
    return [".Ss \(Mdoc.argument(command.name))"]
      + Mdoc.paragraphs([command.summary] + command.details)
      + Mdoc.list(operand + specific.map(\.entry))
      + (others.isEmpty
        ? [] : [".Pp"] + Mdoc.text("Further options: \(others.joined(separator: ", "))."))
  }

  private func lines(of section: Section, below heading: String) -> [String] {
    let rows = section.rows.map { Mdoc.Entry("Sy \(Mdoc.argument($0.term))", [$0.text]) }
    let width = section.rows.map(\.term.count).max() ?? 0
    return [heading] + Mdoc.paragraphs(section.paragraphs)
      + Mdoc.list(rows, width: width > 20 ? "Ds" : "\(width)n -compact")
      + section.parts.flatMap { lines(of: $0, below: ".Ss \(Mdoc.argument($0.title))") }
  }

  private var exampleLines: [String] {
    let lines = (examples + commands.flatMap(\.examples)).flatMap { example in
      [".Pp"] + Mdoc.text("\(example.what):")
        + [".Bd -literal -offset indent", Mdoc.guarded(Mdoc.escaped(example.line)), ".Ed"]
    }
    return lines.isEmpty ? [] : [".Sh EXAMPLES"] + lines.dropFirst()
  }
}

extension Operand {
  fileprivate var macro: String {
    let repeated = repeats ? "Ar \(name) ..." : "Ar \(name)"
    return counts.contains(0) ? "Op \(repeated)" : repeated
  }
}

extension Option {
  fileprivate func hasEntry(of other: Option) -> Bool {
    name == other.name && entry == other.entry
  }

  fileprivate var entry: Mdoc.Entry {
    let spellings = [short.map { "Fl \($0)" }, "Fl \(Mdoc.escaped("-\(name)"))"]
    let value = placeholder.map { " Ar \(Mdoc.escaped($0))" } ?? ""
    var sentences = [help]
    if !replacement.isEmpty { sentences.append("Same as \(replacement.joined(separator: " "))") }
    sentences += details
    if let defaultText { sentences.append("The default is \(defaultText)") }
    if repeats { sentences.append("Repeatable") }
    return Mdoc.Entry(spellings.compactMap(\.self).joined(separator: " , ") + value, sentences)
  }
}

/// Writes mdoc, the language of man pages.
private enum Mdoc {
  /// A term in a list, written with macros, and sentences about the term. Missing full stops are added.
  struct Entry: Equatable {
    let macro: String
    var sentences: [String]

    init(_ macro: String, _ sentences: [String]) {
      (self.macro, self.sentences) = (macro, sentences)
    }
  }

  static func paragraphs(_ texts: [String]) -> [String] {
    Array(texts.map { text(sentence($0)) }.joined(separator: [".Pp"]))
  }

  static func list(_ entries: [Entry], width: String = "Ds") -> [String] {
    if entries.isEmpty { return [] }
    let items = entries.flatMap { [".It \($0.macro)"] + $0.sentences.map(sentence).flatMap(text) }
    return [".Bl -tag -width \(width)"] + items + [".El"]
  }

  /// Returns a text as lines. Sentences that begin with a capital, `@` or `-` begin a line, as in mdoc.
  static func text(_ text: String) -> [String] {
    text.replacing(/([.!?]) +(?=[A-Z@-])/) { "\($0.1)\n" }.split(separator: "\n")
      .flatMap { escaped(String($0)).wrapped().split(separator: "\n") }
      .map { guarded(String($0)) }
  }

  /// Returns words as one argument of a macro. The words are never read as macros.
  static func argument(_ text: String) -> String { "\"\\&\(escaped(text))\"" }

  /// Escapes a text so that every character stands for itself: dashes and quotes can be copied.
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

  private static func sentence(_ text: String) -> String {
    text.last.map { ".!?:".contains($0) } == true ? text : "\(text)."
  }

  // A dot at the start of a line would make it a macro.
  static func guarded(_ line: String) -> String { line.first == "." ? "\\&\(line)" : line }
}
