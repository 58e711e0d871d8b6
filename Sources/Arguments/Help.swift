extension Program {
  /// The help of a command, or without one the overview: whole lines, wrapped to 80 columns.
  package func help(for command: Command?) -> String {
    let blocks = command.map(explanation) ?? overview
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private var overview: [String] {
    let usages = ["COMMAND", impliedOperand?.usage].compactMap(\.self)
      .map { "\(name) \($0) [options]" }
    let sections = HelpSection.formatted([
      HelpSection("Commands", commands.map { ($0.name, $0.summary) }),
      HelpSection("Common options", commonOptions.map(\.row)),
    ])
    let examples = HelpSection("Examples", examples.map { ($0.line, $0.what) })
    return [summary, "Usage: " + usages.joined(separator: "\n       ")] + sections
      + details.map(HelpSection.wrapped)
      + ["Help for a command: \(name) help COMMAND"] + HelpSection.formatted([examples])
  }

  private func explanation(of command: Command) -> [String] {
    let usage = [name, command.name, command.operand?.usage, "[options]"].compactMap(\.self)
    let sections = HelpSection.formatted([
      HelpSection("Arguments", command.operand.map { [($0.name, $0.help)] } ?? []),
      HelpSection("Options", command.options.map(\.row)),
      HelpSection("Common options", commonOptions.map(\.row)),
    ])
    let fields = HelpSection.formatted(
      command.fields.map { list in
        HelpSection(list.title, list.rows.map { ($0.name, $0.meaning) })
      })
    let examples = command.examples.map { "  # \($0.what)\n  \($0.line)" }
    return [command.summary, "Usage: \(usage.joined(separator: " "))"]
      + command.details.map(HelpSection.wrapped)
      + sections + fields
      + (examples.isEmpty ? [] : ["Examples:\n" + examples.joined(separator: "\n\n")])
  }
}

extension Option {
  fileprivate var row: (term: String, text: String) {
    var text = help
    if case .shorthand(let words) = kind { text += " [same as \(words.joined(separator: " "))]" }
    if let defaultText { text += " [default: \(defaultText)]" }
    if repeats { text += " [repeatable]" }
    let letter = shortSpelling.map { "\($0), " } ?? "    "
    let value = placeholder.map { " \($0)" } ?? ""
    return (letter + longSpelling + value, text)
  }
}
