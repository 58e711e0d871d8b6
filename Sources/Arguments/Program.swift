/// A command line, declared once; the parser and the help are made from it.
///
/// An option that several commands take is the same option in each of them: words before the
/// command's name are read without knowing which command will follow.
package struct Program: Sendable {
  /// The word that calls it.
  package let name: String
  package let version: String
  /// One line.
  let summary: String
  /// More about it, in paragraphs.
  let details: [String]
  /// `help` included.
  package let commands: [Command]
  /// The options that every command takes, `--help` and `--version` included.
  let commonOptions: [Option]
  let impliedCommand: ImpliedCommand?
  /// Examples at the end of the overview.
  package let examples: [Command.Example]

  /// Declares a program; `help`, `--help` and `--version` come by themselves.
  package init(
    name: String, version: String, summary: String, details: [String] = [], commands: [Command],
    commonOptions: [Option], impliedCommand: ImpliedCommand? = nil,
    examples: [Command.Example] = []
  ) {
    let help = Command(
      "help", summary: "Show help for a command",
      operand: Operand(
        "COMMAND", .optional, help: "Command to explain (default: list all commands)",
        candidates: .words(commands.map(\.name))))
    self.name = name
    self.version = version
    self.summary = summary
    self.details = details
    self.commands = commands + [help]
    self.commonOptions = commonOptions + [.help, .version]
    self.impliedCommand = impliedCommand
    self.examples = examples
  }

  /// The declaration of the implied command.
  var implied: Command? { commands.first { $0.name == impliedCommand?.name } }

  /// The options of a command, each name once; without a command, those of all commands.
  func options(of command: Command?) -> [Option] {
    let own = (command.map { [$0] } ?? commands).flatMap(\.options)
    return (own + commonOptions).reduce(into: []) { options, option in
      if !options.contains(where: { $0.name == option.name }) { options.append(option) }
    }
  }
}

/// The command of a command line whose first word is not a command, but an operand.
package struct ImpliedCommand: Sendable {
  let name: String
  let isOperand: @Sendable (String) -> Bool
  let hint: @Sendable (String) -> String?

  /// Declares the command that runs for its operand alone.
  ///
  /// - Parameter hint: what to suggest for a word that is not an operand: `did you mean BTC-USD?`;
  ///   `nil` for nothing.
  package init(
    _ name: String, isOperand: @escaping @Sendable (String) -> Bool,
    hint: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.name = name
    self.isOperand = isOperand
    self.hint = hint
  }
}
