extension Program {
  /// The man page, in mdoc.
  ///
  /// - Parameters:
  ///   - date: when the page last changed, as mdoc writes it: `July 5, 2026`.
  ///   - description: the description of the program beyond its summary, in paragraphs.
  ///   - sections: further sections, besides the commands and their options.
  ///   - seeAlso: names of other programs.
  package func manual(
    date: String, description: [String] = [], sections: [ManualSection] = [],
    seeAlso: [String] = []
  ) -> String {
    let header = [
      ".Dd \(date)", ".Dt \(name.uppercased()) 1", ".Os",
      ".Sh NAME", ".Nm \(name)", ".Nd \(Mdoc.escaped(Mdoc.withoutFullStop(summary)))",
      ".Sh SYNOPSIS",
    ]
    let about = details + description
    let lines: [[String]] = [
      header, commands.flatMap(synopsis), impliedSynopsis,
      [".Sh DESCRIPTION"], Mdoc.paragraphs(about.isEmpty ? [summary] : about),
      [".Sh COMMANDS"], commands.flatMap(explanation),
      [".Sh COMMON OPTIONS"], Mdoc.paragraphs([Self.aboutOptions]),
      Mdoc.list(commonOptions.map(\.entry)),
      sections.flatMap(\.lines), exampleLines, references(seeAlso),
    ]
    return lines.flatMap(\.self).joined(separator: "\n") + "\n"
  }

  private static let aboutOptions =
    "Every command has these options. Options may precede or follow the other arguments, but not "
    + "follow --. A value is the next word or part of the same one: --name=value, -n value "
    + "and -nvalue. If an option is repeated, the last one wins, unless it is repeatable."

  private func synopsis(of command: Command) -> [String] {
    [".Nm", ".Cm \(command.name)"] + (command.operand.map { [".\($0.macro)"] } ?? [])
      + [".Op Ar options"]
  }

  private var impliedSynopsis: [String] {
    impliedOperand.map { [".Nm", ".\($0.macro)", ".Op Ar options"] } ?? []
  }

  private func explanation(of command: Command) -> [String] {
    let operand = command.operand.map { [Mdoc.Entry(macro: "Ar \($0.name)", sentences: [$0.help])] }
    return [".Ss \(Mdoc.argument(command.name))"]
      + Mdoc.paragraphs([command.summary] + command.details)
      + Mdoc.list((operand ?? []) + command.options.map(\.entry))
      + command.fields.flatMap(fields)
  }

  private func fields(_ list: FieldList) -> [String] {
    [".Pp"] + Mdoc.text("\(list.title):") + Mdoc.table(list.rows.map { ($0.name, $0.meaning) })
  }

  private var exampleLines: [String] {
    let lines = (examples + commands.flatMap(\.examples)).flatMap { example in
      [".Pp"] + Mdoc.text("\(Mdoc.withoutFullStop(example.what)):") + Mdoc.literal(example.line)
    }
    return lines.isEmpty ? [] : [".Sh EXAMPLES"] + lines.dropFirst()
  }

  private func references(_ names: [String]) -> [String] {
    let references = names.sorted().map { ".Xr \($0) 1" }.joined(separator: " ,\n")
    return names.isEmpty ? [] : [".Sh SEE ALSO", references]
  }
}

extension Operand {
  fileprivate var macro: String {
    let repeated = arity.maximum == nil ? "Ar \(name) ..." : "Ar \(name)"
    return arity.minimum == 0 ? "Op \(repeated)" : repeated
  }
}

extension Option {
  fileprivate var entry: Mdoc.Entry {
    let spellings = [short.map { "Fl \($0)" }, "Fl \(Mdoc.escaped("-\(name)"))"]
    let value = placeholder.map { " Ar \(Mdoc.escaped($0))" } ?? ""
    var sentences = [help]
    if case .shorthand(let words) = kind {
      sentences.append("Same as \(words.joined(separator: " "))")
    }
    sentences += details
    if let defaultText { sentences.append("The default is \(defaultText)") }
    if repeats { sentences.append("Repeatable") }
    return Mdoc.Entry(
      macro: spellings.compactMap(\.self).joined(separator: " , ") + value, sentences: sentences)
  }
}
