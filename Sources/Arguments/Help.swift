extension Program {
  /// Returns the help for a command, or an overview of all commands if `command` is `nil`.
  package func help(for command: Command?) -> String {
    (command.map(explanation) ?? overview).joined(separator: "\n\n") + "\n"
  }

  package func help(on topic: Section) -> String { topic.blocks.joined(separator: "\n\n") + "\n" }

  private var overview: [String] {
    let usages = ["COMMAND", implied?.command.operand?.usage].compactMap(\.self)
      .map { "\(name) \($0) [options]" }
    let sections = [
      Section("Commands", rows: commands.map { ($0.name, $0.summary) }),
      Section("Common options", rows: commonOptions.map(\.row)),
    ]
    let examples = Section("Examples", rows: examples.map { ($0.line, $0.what) })
    let help =
      topics.isEmpty
      ? ["Help for a command: \(name) help COMMAND"]
      : [
        "Help for a command or a topic: \(name) help COMMAND|TOPIC",
        "Topics: \(topics.map(\.name).joined(separator: ", "))".wrapped(),
      ]
    let end = about.dropFirst().map { $0.wrapped() } + help + [examples].formatted
    let start = [about.first ?? "", "Usage: " + usages.joined(separator: "\n       ")]
    return start + sections.formatted + end
  }

  private func explanation(of command: Command) -> [String] {
    let usage = [name, command.name, command.operand?.usage, "[options]"].compactMap(\.self)
    let sections = [
      Section("Arguments", rows: command.operand?.parts.map { ($0.name, $0.help) } ?? []),
      Section("Options", rows: command.options.map(\.row)),
      Section("Common options", rows: commonOptions.map(\.row)),
    ]
    let examples = command.examples.map { "  # \($0.what)\n  \($0.line)" }
    return [command.summary, "Usage: \(usage.joined(separator: " "))"]
      + command.details.map { $0.wrapped() }
      + (topics.first { $0.name == command.name }?.blocks ?? [])
      + sections.formatted + command.fields.formatted
      + (examples.isEmpty ? [] : ["Examples:\n" + examples.joined(separator: "\n\n")])
  }
}

extension Option {
  fileprivate var row: (term: String, text: String) {
    var text = help
    if !replacement.isEmpty { text += " [same as \(replacement.joined(separator: " "))]" }
    if let defaultText { text += " [default: \(defaultText)]" }
    if repeats { text += " [repeatable]" }
    let letter = shortSpelling.map { "\($0), " } ?? "    "
    return (letter + longSpelling + (placeholder.map { " \($0)" } ?? ""), text)
  }
}
