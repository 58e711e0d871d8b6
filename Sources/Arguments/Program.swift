/// A command line, declared once. An option that several commands take is the same in each of them:
/// words before the command's name are read without knowing which command will follow.
package struct Program: Sendable {
  /// The command of a first word that is not a command.
  struct Implied: Sendable {
    let command: Command
    let isOperand: @Sendable (String) -> Bool
    let hint: @Sendable (String) -> String?
  }

  package let name: String
  package let version: String
  /// The summary, which begins the help, and the paragraphs that end it.
  let about: [String]
  /// `help` included.
  package let commands: [Command]
  /// The options that every command takes, `--help` and `--version` included.
  let commonOptions: [Option]
  private(set) var implied: Implied?
  private let allOptions: Lazy<[Option]>
  private let lazyTopics: Lazy<[Section]>
  package let examples: [Command.Example]

  /// Declares a program; `help`, `--help` and `--version` come by themselves.
  ///
  /// - Parameter topics: the sections of the manual beside commands and options, which are the topics of
  ///   help. One with the name of a command is a part of the command's help.
  package init(
    name: String, version: String, about: String..., commands: [Command],
    commonOptions: [Option] = [],
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
    self.about = about
    self.commands = commands + [help]
    self.commonOptions = commonOptions + [.help, .version]
    allOptions = Lazy { [commands = self.commands, common = self.commonOptions] in
      Self.distinct(commands.flatMap(\.options) + common)
    }
    self.examples = examples
  }

  /// The same program, in which a first word that is not a command is an operand of one.
  ///
  /// - Parameters:
  ///   - isOperand: whether a word is its operand even if it resembles a command's name.
  ///   - hint: what to type instead of a word that is neither its operand nor a command; `nil` if the word
  ///     may be an operand.
  package func implying(
    _ command: Command, isOperand: @escaping @Sendable (String) -> Bool,
    hint: @escaping @Sendable (String) -> String? = { _ in nil }
  ) -> Program {
    var program = self
    program.implied = Implied(command: command, isOperand: isOperand, hint: hint)
    return program
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
