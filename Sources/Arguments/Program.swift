/// Declares a program. Options that share a name must either all have a value or all be flags, because
/// options can precede the command.
package struct Program: Sendable {
  /// The command that runs if the first word is its operand instead of a command.
  struct Implied: Sendable {
    let command: Command
    let isOperand: @Sendable (String) -> Bool
    let hint: @Sendable (String) -> String?
  }

  package let name: String
  package let version: String
  /// The summary, then further paragraphs.
  let about: [String]
  package let commands: [Command]
  /// The options that every command has, including `--help` and `--version`.
  let commonOptions: [Option]
  private(set) var implied: Implied?
  private let allOptions: Lazy<[Option]>
  private let lazyTopics: Lazy<[Section]>
  package let examples: [Command.Example]

  /// Declares a program. Adds `help`, `--help` and `--version`.
  ///
  /// `topics` are further sections of the manual, and topics of `help`. The help of a command contains the
  /// topic of the same name.
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

  /// Returns the path of a configuration file of the program, and its title for messages; `nil` if neither
  /// XDG_CONFIG_HOME nor HOME is an absolute path.
  package func configurationFile(
    _ file: String, _ environment: [String: String]
  ) -> (path: String, title: String)? {
    let end = "/\(name)/\(file)"
    if let directory = environment["XDG_CONFIG_HOME"], directory.hasPrefix("/") {
      return (directory + end, directory + end)
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return ("\(home)/.config\(end)", "~/.config\(end)")
  }

  /// Returns the same program, in which a first word that is not a command can be an operand of `command`.
  ///
  /// `isOperand` is whether a word is an operand even if it resembles the name of a command. `hint` is what
  /// to type instead of a word that is neither an operand nor a command; `nil` if the word may be an operand.
  package func implying(
    _ command: Command, isOperand: @escaping @Sendable (String) -> Bool,
    hint: @escaping @Sendable (String) -> String? = { _ in nil }
  ) -> Program {
    var program = self
    program.implied = Implied(command: command, isOperand: isOperand, hint: hint)
    return program
  }

  package var topics: [Section] { lazyTopics.value }

  /// Returns the options of a command, or of all commands if `command` is `nil`. Each name occurs once.
  func options(of command: Command?) -> [Option] {
    command.map { Self.distinct($0.options + commonOptions) } ?? allOptions.value
  }

  private static func distinct(_ options: [Option]) -> [Option] {
    var names = Set<String>()
    return options.filter { names.insert($0.name).inserted }
  }
}
