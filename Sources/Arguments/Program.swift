/// A command line, declared once. An option that several commands take is the same in each of them:
/// words before the command's name are read without knowing which command will follow.
package struct Program: Sendable {
  /// The command of a first word that is not a command.
  package struct Implied: Sendable {
    let command: Command
    /// Whether a word is its operand even if it resembles a command's name.
    let isOperand: @Sendable (String) -> Bool
    /// What to type instead of a word that is neither its operand nor a command; `nil` if the word may be
    /// an operand.
    let hint: @Sendable (String) -> String?

    package init(
      _ command: Command, isOperand: @escaping @Sendable (String) -> Bool,
      hint: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
      (self.command, self.isOperand, self.hint) = (command, isOperand, hint)
    }
  }

  package let name: String
  package let version: String
  let summary: String
  let details: [String]
  /// `help` included.
  package let commands: [Command]
  /// The options that every command takes, `--help` and `--version` included.
  let commonOptions: [Option]
  let implied: Implied?
  private let allOptions: Lazy<[Option]>
  private let lazyTopics: Lazy<[Section]>
  package let examples: [Command.Example]

  /// Declares a program; `help`, `--help` and `--version` come by themselves.
  ///
  /// - Parameter topics: the sections of the manual beside commands and options, which are the topics of
  ///   help. One with the name of a command is a part of the command's help.
  package init(
    name: String, version: String, summary: String, details: [String] = [], commands: [Command],
    commonOptions: [Option] = [], implied: Implied? = nil,
    topics: @autoclosure @escaping @Sendable () -> [Section] = [],
    examples: [Command.Example] = []
  ) {
    let lazyTopics = Lazy(topics)
    self.lazyTopics = lazyTopics
    let help = Command(
      "help", summary: "Show help for a command or a topic",
      operand: Operand(
        "COMMAND|TOPIC", 0...1, help: "Command or topic to explain (default: list all)",
        candidates: .words(
          commands.map(\.name)
            + lazyTopics.value.map(\.name).filter { name in
              !commands.contains { $0.name == name }
            })))
    self.name = name
    self.version = version
    self.summary = summary
    self.details = details
    self.commands = commands + [help]
    self.commonOptions = commonOptions + [.help, .version]
    allOptions = Lazy { [commands = self.commands, common = self.commonOptions] in
      Self.distinct(commands.flatMap(\.options) + common)
    }
    self.implied = implied
    self.examples = examples
  }

  /// The sections of the manual beside commands and options.
  package var topics: [Section] { lazyTopics.value }

  /// The options of a command, each name once; without a command, those of all commands.
  func options(of command: Command?) -> [Option] {
    command.map { Self.distinct($0.options + commonOptions) } ?? allOptions.value
  }

  private static func distinct(_ options: [Option]) -> [Option] {
    var names = Set<String>()
    return options.filter { names.insert($0.name).inserted }
  }
}
