/// A command line, declared once; the parser and the help are made from it.
///
/// An option that several commands take is the same option in each of them: words before the
/// command's name are read without knowing which command will follow.
package struct Program: Sendable {
  /// The word that calls it.
  package let name: String
  /// The version, without the name.
  package let version: String
  /// A summary in one line.
  package let summary: String
  /// More about it, in paragraphs.
  package let details: [String]
  /// The commands, `help` included.
  package let commands: [Command]
  /// The options that every command takes, `--help` and `--version` included.
  package let commonOptions: [Option]
  /// The command that runs for its operand alone.
  package let impliedCommand: ImpliedCommand?
  /// Examples at the end of the overview.
  package let examples: [Command.Example]

  /// Declares a program; `help`, `--help` and `--version` come by themselves.
  package init(
    name: String, version: String, summary: String, details: [String] = [], commands: [Command],
    commonOptions: [Option], impliedCommand: ImpliedCommand? = nil,
    examples: [Command.Example] = []
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.details = details
    self.commands = commands + [.help(for: commands)]
    self.commonOptions = commonOptions + [.help, .version]
    self.impliedCommand = impliedCommand
    self.examples = examples
  }

  /// The operand of the implied command.
  var impliedOperand: Operand? {
    commands.first { $0.name == impliedCommand?.name }?.operand
  }
}

extension Command {
  static func help(for commands: [Command]) -> Command {
    Command(
      "help",
      summary: "Show help for a command",
      operand: Operand(
        "COMMAND", .optional, help: "Command to explain (default: list all commands)",
        candidates: .words(commands.map(\.name))))
  }
}
