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
    let lines =
      [
        ".Dd \(date)", ".Dt \(name.uppercased()) 1", ".Os",
        ".Sh NAME", ".Nm \(name)", ".Nd \(Mdoc.escaped(Mdoc.withoutFullStop(summary)))",
        ".Sh SYNOPSIS",
      ] + commands.flatMap(synopsis)
      + [".Sh DESCRIPTION"] + Mdoc.paragraphs([summary] + description)
      + [".Sh COMMANDS"] + commands.flatMap(explanation)
      + [".Sh COMMON OPTIONS"] + Mdoc.paragraphs([Self.aboutOptions])
      + Mdoc.list(commonOptions.map(\.entry))
      + sections.flatMap(\.lines)
      + examples + references(seeAlso)
    return lines.joined(separator: "\n") + "\n"
  }

  private static let aboutOptions =
    "Every command takes these. Options may stand before and after the other arguments, but not "
    + "after --. A value is the next word or part of the same one, as in --name=value, -n value "
    + "and -nvalue. Of an option that is given twice the last one counts, unless it is repeatable."

  private func synopsis(of command: Command) -> [String] {
    [".Nm", ".Cm \(command.name)"] + (command.operand.map { [".\($0.macro)"] } ?? [])
      + [".Op Ar options"]
  }

  private func explanation(of command: Command) -> [String] {
    let operand = command.operand.map { [Mdoc.Entry(macro: "Ar \($0.name)", sentences: [$0.help])] }
    return [".Ss \(Mdoc.argument(command.name))"]
      + Mdoc.paragraphs([command.summary] + command.details)
      + Mdoc.list((operand ?? []) + command.options.map(\.entry))
      + command.fields.flatMap { [".Pp"] + Mdoc.paragraphs([$0.sentence]) }
  }

  private var examples: [String] {
    let lines = commands.flatMap(\.examples).flatMap { example in
      [".Pp"] + Mdoc.text("\(Mdoc.withoutFullStop(example.what)):") + Mdoc.literal(example.line)
    }
    return lines.isEmpty ? [] : [".Sh EXAMPLES"] + lines.dropFirst()
  }

  private func references(_ names: [String]) -> [String] {
    let references = names.sorted().map { ".Xr \($0) 1" }.joined(separator: " ,\n")
    return names.isEmpty ? [] : [".Sh SEE ALSO", references]
  }
}

extension FieldList {
  fileprivate var sentence: String { "\(title): \(names.joined(separator: ", "))" }
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
      sentences.append("The same as \(words.joined(separator: " "))")
    }
    sentences += details
    if let defaultText { sentences.append("The default is \(defaultText)") }
    if repeats { sentences.append("Repeatable") }
    return Mdoc.Entry(
      macro: spellings.compactMap(\.self).joined(separator: " , ") + value, sentences: sentences)
  }
}
