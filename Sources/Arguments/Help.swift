extension Program {
  /// The help of a command, or without one the overview: whole lines, wrapped to 80 columns.
  package func help(for command: Command?) -> String {
    let blocks = command.map(explanation) ?? overview
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private var overview: [String] {
    let sections = HelpSection.formatted([
      HelpSection("Commands", commands.map { ($0.name, $0.summary) }),
      HelpSection("Common options", commonOptions.map(\.row)),
    ])
    return [summary, "Usage: \(name) COMMAND [options]"] + sections
      + ["To read more about a command: \(name) help COMMAND"]
  }

  private func explanation(of command: Command) -> [String] {
    let usage = [name, command.name, command.operand?.usage, "[options]"].compactMap(\.self)
    let sections = HelpSection.formatted([
      HelpSection("Arguments", command.operand.map { [($0.name, $0.help)] } ?? []),
      HelpSection("Options", command.options.map(\.row)),
      HelpSection("Common options", commonOptions.map(\.row)),
    ])
    let examples = command.examples.map { "  # \($0.what)\n  \($0.line)" }
    return [command.summary, "Usage: \(usage.joined(separator: " "))"]
      + command.details.map(HelpSection.wrapped)
      + sections
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
