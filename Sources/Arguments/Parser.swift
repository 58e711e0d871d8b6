import Spelling

extension Program {
  /// Reads a command line: the words after the program's name.
  ///
  /// The command is the first word that is neither an option nor a value; if that is not the name of
  /// a command, nor like one, it is an operand of the implied command. Options may stand
  /// anywhere before `--`, also before the command. A value follows its option as the next word,
  /// whatever it looks like, or in the same word: `--limit=5`, `-n5`, `-n=5`. Names are not
  /// abbreviated. `--help` and `--version` count even where other words are wrong, but not where
  /// the command isn't known.
  package func parse(_ arguments: [String]) throws(UsageError) -> Request {
    var parser = Parser(program: self)
    try parser.read(arguments)
    return try parser.request()
  }
}

extension Program {
  /// Parses one option of a command, or of any command; a shorthand is expanded.
  func read(option word: String, of command: Command?) throws(UsageError) -> [Invocation.Occurrence]
  {
    var parser = Parser(program: self)
    parser.command = command
    try parser.read([word])
    if let error = parser.firstError { throw error }
    return parser.occurrences
  }
}

/// The state of parsing a command line.
private struct Parser {
  let program: Program
  var command: Command?
  var operands: [String] = []
  var occurrences: [Invocation.Occurrence] = []
  var firstError: UsageError?

  mutating func read(_ words: [String]) throws(UsageError) {
    var words = words[...]
    var optionsEnded = false
    while let word = words.popFirst() {
      do throws(UsageError) {
        if optionsEnded || word == "-" || !word.utf8.starts(with: "-".utf8) {
          try readOperand(word)
        } else if word == "--" {
          optionsEnded = true
        } else if word.utf8.starts(with: "--".utf8) {
          try readName(word, before: &words)
        } else {
          try readLetters(word, before: &words)
        }
      } catch {
        guard command != nil else { throw error }
        // There may still be a --help to come.
        firstError = firstError ?? error
      }
    }
  }

  func request() throws(UsageError) -> Request {
    if occurrences.contains(where: { $0.option == .help }) { return .help(command) }
    if occurrences.contains(where: { $0.option == .version }) { return .version }
    if let firstError { throw firstError }
    guard let command else {
      if occurrences.isEmpty { return .help(nil) }
      throw UsageError("missing command; \(commandNames)")
    }
    try checkOperands(of: command)
    guard command.name == "help" else {
      return .run(Invocation(command: command, operands: operands, occurrences: occurrences))
    }
    return .help(try operands.first.map(namedCommand))
  }
}

// Words are taken apart by Unicode scalar, because a combining mark at the start of a value would
// make one Character with the dash, the letter or the `=` before it.
extension Parser {
  private mutating func readName(_ word: String, before rest: inout ArraySlice<String>)
    throws(UsageError)
  {
    let parts = word.unicodeScalars.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false
    ).map { String($0) }
    let spelling = parts[0]
    try record(
      try knownOption(spelling), as: spelling, value: parts.dropFirst().first, before: &rest)
  }

  private mutating func readLetters(_ word: String, before rest: inout ArraySlice<String>)
    throws(UsageError)
  {
    var letters = word.unicodeScalars.dropFirst()
    while let letter = letters.popFirst() {
      let spelling = "-\(letter)"
      let option = try knownOption(spelling)
      var value: String?
      if letters.first == "=" {
        value = String(letters.dropFirst())
      } else if option.placeholder != nil, !letters.isEmpty {
        value = String(letters)
      }
      try record(option, as: spelling, value: value, before: &rest)
      if value != nil { return }
    }
  }

  private mutating func record(
    _ option: Option, as spelling: String, value: String?, before rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var value = value
    if let placeholder = option.placeholder {
      value = value ?? rest.popFirst()
      if value == nil { throw UsageError("\(spelling) requires a value (\(placeholder))") }
    } else if value != nil {
      throw UsageError("\(spelling) takes no value")
    }
    occurrences.append(Invocation.Occurrence(option: option, value: value))
    if case .shorthand(let words) = option.kind { try read(words) }
  }

  private mutating func readOperand(_ word: String) throws(UsageError) {
    guard command == nil else {
      operands.append(word)
      return
    }
    if let implied = impliedCommand(for: word) {
      command = implied
      operands.append(word)
    } else {
      command = try namedCommand(word)
    }
    // Options before the command were looked up among those of all commands.
    for occurrence in occurrences { _ = try knownOption(occurrence.option.longSpelling) }
  }
}

extension Parser {
  private var commandNames: String {
    "commands are \(program.commands.map(\.name).joined(separator: ", "))"
  }

  private func namedCommand(_ name: String) throws(UsageError) -> Command {
    if let command = program.commands.first(where: { $0.name == name }) { return command }
    let hint = nearestCommand(to: name).map { "did you mean \($0)?" } ?? commandNames
    throw UsageError("unknown command '\(name)'; \(hint)")
  }

  /// The command of which a first word is an operand; `nil` for the name of a command, and for a
  /// word like one.
  private func impliedCommand(for word: String) -> Command? {
    let names = program.commands.flatMap { [$0.name] + $0.otherNames }
    guard let implied = program.impliedCommand, !names.contains(word.lowercased()),
      implied.isOperand(word) || nearestCommand(to: word) == nil
    else { return nil }
    return program.commands.first { $0.name == implied.name }
  }

  /// The command that a word resembles, by its other names and its spelling.
  private func nearestCommand(to word: String) -> String? {
    let name = word.lowercased()
    return program.commands.first { $0.otherNames.contains(name) }?.name
      ?? nearest(to: word, in: program.commands.map(\.name), limit: 1).first
  }

  private func knownOption(_ spelling: String) throws(UsageError) -> Option {
    let known = program.options(of: command)
    if let option = known.first(where: { $0.isSpelled(spelling) }) { return option }

    let owners = program.commands.filter { $0.options.contains { $0.isSpelled(spelling) } }
    if let command, !owners.isEmpty {
      let names = owners.map(\.name).joined(separator: ", ")
      throw UsageError("\(command.name) has no option \(spelling) (used by \(names))")
    }
    let near = nearest(to: spelling, in: known.map(\.longSpelling), limit: 1).first
    let help = [program.name, command?.name, "--help"].compactMap(\.self).joined(separator: " ")
    let hint = near.map { "did you mean \($0)?" } ?? "see \(help)"
    throw UsageError("unknown option \(spelling); \(hint)")
  }

  private func checkOperands(of command: Command) throws(UsageError) {
    let count = operands.count
    if let operand = command.operand, count < operand.arity.minimum, !asksForValues {
      let example = command.examples.first.map { ", e.g. \($0.line)" } ?? ""
      throw UsageError("\(command.name) requires a \(operand.name)\(example)")
    }
    let (maximum, limit) =
      command.operand.map { ($0.arity.maximum, "one \($0.name)") } ?? (0, "no arguments")
    if let maximum, count > maximum {
      if command.operand == nil, let suggestion = command.operandHint?.suggestion(for: operands) {
        throw UsageError("\(command.name) takes \(limit); did you mean \(suggestion)?")
      }
      let words = operands.joined(separator: " ")
      throw UsageError("too many arguments (\(words)); \(command.name) takes \(limit)")
    }
  }

  /// Whether the last value of an option asks for help on its values.
  private var asksForValues: Bool {
    let last = Dictionary(occurrences.map { ($0.option.name, $0) }) { $1 }
    return last.values.contains { $0.option.helpValue != nil && $0.value == $0.option.helpValue }
  }
}

extension Option {
  fileprivate func isSpelled(_ word: String) -> Bool {
    word == longSpelling || word == shortSpelling
  }
}
