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
  /// The commands, `help` included.
  package let commands: [Command]
  /// The options that every command takes, `--help` and `--version` included.
  package let commonOptions: [Option]
  /// The command to suggest for its operand alone.
  package let impliedCommand: ImpliedCommand?

  /// Declares a program; `help`, `--help` and `--version` come by themselves.
  package init(
    name: String, version: String, summary: String, commands: [Command], commonOptions: [Option],
    impliedCommand: ImpliedCommand? = nil
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.commands = commands + [.help(for: commands)]
    self.commonOptions = commonOptions + [.help, .version]
    self.impliedCommand = impliedCommand
  }
}

extension Command {
  static func help(for commands: [Command]) -> Command {
    Command(
      "help",
      summary: "Show what a command does and takes",
      operand: Operand(
        "COMMAND", .optional, help: "The command to explain; without it, all are listed",
        candidates: .words(commands.map(\.name))))
  }
}
