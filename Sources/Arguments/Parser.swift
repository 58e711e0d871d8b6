import Spelling

extension Program {
  /// Parses a command line: the words after the program's name.
  ///
  /// The first word that is neither an option nor a value is the command, or an operand of the implied
  /// command. Options may stand anywhere before `--`. A value is the next word, whatever it looks like, or
  /// part of the same word: `--limit=5`, `-n5`, `-n=5`. Names cannot be abbreviated. `--help` and `--version`
  /// have priority over errors in the words after the command.
  package func parse(_ arguments: [String]) throws(UsageError) -> Request {
    var parser = Parser(program: self)
    try parser.read(arguments)
    return try parser.request()
  }

  /// Parses an option of a command (any command if `nil`), and the options for which it stands.
  func read(option word: String, of command: Command?) throws(UsageError) -> [Occurrence] {
    var parser = Parser(program: self, command: command)
    try parser.read([word])
    if let error = parser.firstError { throw error }
    return parser.occurrences
  }
}

private struct Parser {
  let program: Program
  var command: Command?
  var operands: [String] = []
  var occurrences: [Occurrence] = []
  var firstError: UsageError?
  /// Whether `--` was read: all further words are operands.
  var optionsEnded = false

  mutating func read(_ words: [String]) throws(UsageError) {
    var words = words[...]
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
        // `--help` and `--version` may follow, and have priority.
        firstError = firstError ?? error
      }
    }
  }

  func request() throws(UsageError) -> Request {
    let names = occurrences.map(\.option.name)
    if names.contains(Option.help.name) {
      guard command?.name == "help", let name = operands.first else { return .help(command) }
      return try request(forHelpOn: name)
    }
    if names.contains(Option.version.name) { return .version }
    if let firstError { throw firstError }
    guard let command else {
      if occurrences.isEmpty { return .help(nil) }
      throw UsageError("missing command; \(commandNames)")
    }
    try checkOperands(of: command)
    if command.name == "help" {
      guard let name = operands.first else { return .help(nil) }
      return try request(forHelpOn: name)
    }
    let invocation = Invocation(command: command, operands: operands, occurrences: occurrences)
    try invocation.checkConflicts()
    return .run(invocation)
  }
}

// Words are split by Unicode scalar: `=` and a combining mark after it would be one Character.
extension Parser {
  private mutating func readName(
    _ word: String, before rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let name = String(word.unicodeScalars.prefix { $0 != "=" })
    let end = word.unicodeScalars.dropFirst(name.unicodeScalars.count)
    let value = end.isEmpty ? nil : String(end.dropFirst())
    try record(try knownOption(name), as: name, value: value, before: &rest)
  }

  private mutating func readLetters(
    _ word: String, before rest: inout ArraySlice<String>
  ) throws(UsageError) {
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
    occurrences.append(Occurrence(option: option, value: value))
    try read(option.replacement)
  }

  private mutating func readOperand(_ word: String) throws(UsageError) {
    guard command == nil else { return operands.append(word) }
    if let implied = program.implied, isOperand(word, of: implied) {
      command = implied.command
      operands.append(word)
    } else {
      command = try namedCommand(word)
    }
    // Options before the command were looked up in all commands. This command must have them.
    for occurrence in occurrences { _ = try knownOption(occurrence.option.longSpelling) }
  }
}

extension Parser {
  private var commandNames: String {
    "commands are \(program.commands.map(\.name).joined(separator: ", "))"
  }

  private func isOperand(_ word: String, of implied: Program.Implied) -> Bool {
    let names = program.commands.flatMap { [$0.name] + $0.otherNames }
    return !names.contains(word.lowercased())
      && (implied.isOperand(word) || suggestion(for: word) == nil && implied.hint(word) == nil)
  }

  /// A command has priority over a topic of the same name: the help of the command contains the topic.
  private func request(forHelpOn name: String) throws(UsageError) -> Request {
    if name == program.name { return .help(nil) }
    if let command = program.commands.first(where: { $0.name == name }) { return .help(command) }
    if program.topics.isEmpty { return .help(try namedCommand(name)) }
    if let topic = program.topics.first(where: { $0.name == name }) { return .topic(topic) }
    let topics = program.topics.map(\.name)
    let near = nearest(to: name, in: topics, limit: 1).first ?? suggestion(for: name)
    let names = "\(commandNames); topics are \(topics.joined(separator: ", "))"
    throw UsageError(
      "unknown command or topic '\(name)'; \(near.map { "did you mean \($0)?" } ?? names)")
  }

  private func namedCommand(_ name: String) throws(UsageError) -> Command {
    if let command = program.commands.first(where: { $0.name == name }) { return command }
    let near = suggestion(for: name).map { "did you mean \($0)?" }
    let hint = command == nil ? program.implied?.hint(name) : nil
    throw UsageError("unknown command '\(name)'; \(near ?? hint ?? commandNames)")
  }

  /// Returns what to type instead of a word: a command, a common option or help on a topic; `nil` if none
  /// fits.
  private func suggestion(for word: String) -> String? {
    func command(_ name: String) -> String? {
      program.commands.first { $0.otherNames.contains(name) }?.name
    }
    // Names of three letters or fewer resemble too many words.
    let others = program.commands.flatMap(\.otherNames).filter { $0.count > 3 }
    return command(word.lowercased())
      ?? nearest(to: word, in: program.commands.map(\.name), limit: 1).first
      ?? nearest(to: word, in: others, limit: 1).first.flatMap(command)
      ?? nearest(to: word, in: program.commonOptions.map(\.name), limit: 1).first.map { "--\($0)" }
      ?? program.topics.first { $0.name == word.lowercased() }
      .map { "\(program.name) help \($0.name)" }
  }

  private func knownOption(_ spelling: String) throws(UsageError) -> Option {
    let known = program.options(of: command)
    if let option = known.first(where: { $0.spellings.contains(spelling) }) { return option }
    let owners = program.commands.filter { $0.options.contains { $0.spellings.contains(spelling) } }
    if let command, !owners.isEmpty {
      let names = owners.map(\.name).joined(separator: ", ")
      throw UsageError("\(command.name) has no option \(spelling) (used by \(names))")
    }
    let hint = known.lazy.compactMap { $0.hints[spelling] }.first
    let near = nearest(to: spelling, in: known.map(\.longSpelling), limit: 1).first
    let help = [program.name, command?.name, "--help"].compactMap(\.self).joined(separator: " ")
    throw UsageError(
      "unknown option \(spelling); \(hint ?? near.map { "did you mean \($0)?" } ?? "see \(help)")")
  }

  private func checkOperands(of command: Command) throws(UsageError) {
    let counts = command.operand?.counts ?? 0...0
    let isTooMany = operands.count > counts.upperBound
    let limit = command.operand.map { "one \($0.name)" } ?? "no arguments"
    // A word that an option accepts is probably misplaced (`kraken` without `-e`), or an optional operand.
    if isTooMany || counts.lowerBound > 0 || operands == ["help"] && !optionsEnded,
      let (word, option) = hint(for: command)
    {
      let name = command.operand?.parts.last?.name ?? ""
      let error = isTooMany ? "\(command.name) takes \(limit)" : "'\(word)' is not a \(name)"
      throw UsageError("\(error); did you mean \(option)?")
    }
    if isTooMany {
      let words = operands.joined(separator: " ")
      throw UsageError("too many arguments (\(words)); \(command.name) takes \(limit)")
    }
    if let operand = command.operand, operands.count < counts.lowerBound, !asksForValues {
      // The missing operand may have been read as the value of an option. Then the value is probably invalid.
      for occurrence in occurrences {
        if let value = occurrence.value { try occurrence.option.check(value) }
      }
      let example = command.examples.first.map { ", e.g. \($0.line)" } ?? ""
      let article = operand.parts.count > 1 ? "" : "a "
      throw UsageError("\(command.name) requires \(article)\(operand.name)\(example)")
    }
  }

  /// Returns a misplaced word, and what to type instead; `nil` without a hint.
  private func hint(for command: Command) -> (String, String)? {
    if operands.contains("help"), command.name != "help" {
      return ("help", "\(program.name) help \(command.name)")
    }
    let misplaced = misplaced(operands, by: command)
    guard let word = misplaced.first, let suggestion = misplaced.suggestion,
      misplaced.rest.count <= command.operand?.counts.upperBound ?? 0
    else { return nil }
    return (word, suggestion)
  }

  /// Tries words as values of the options of a command. Returns the first word that an option accepts, the
  /// words that no option accepts, and the options to type: `-e kraken,coinbase -f BTC-USD`.
  private func misplaced(
    _ words: [String], by command: Command
  ) -> (first: String?, rest: [String], suggestion: String?) {
    // Options of many commands, such as `--exchange`, are last and tried first: `all` is also a currency.
    let options = command.options.reversed()
    var (values, rest, first) = ([(option: Option, text: String)](), [String](), String?.none)
    for word in words {
      var more = values
      // If the command has no operands, a word is split after its last colon: `kraken:BTC-USD`.
      let start = command.operand == nil ? word.lastIndex(of: ":").map(word.index(after:)) : nil
      let parts = start.map { [String(word[..<$0]), String(word[$0...])] } ?? [word]
      if parts.allSatisfy({ take($0, by: options, into: &more) }) {
        (values, first) = (more, first ?? word)
      } else {
        rest.append(word)
      }
    }
    let suggestion = values.map { "\($0.option.spellings[0]) \(Shell.bash.quoted($0.text))" }
      .joined(separator: " ")
    return (first, rest, values.isEmpty ? nil : suggestion)
  }

  /// Adds a word or a part of a word to the value of the first option that accepts it; `false` if none does.
  private func take(
    _ word: String, by options: some Sequence<Option>,
    into values: inout [(option: Option, text: String)]
  ) -> Bool {
    for option in options {
      let place = values.firstIndex { $0.option.name == option.name }
      let given = place.map { values[$0].text } ?? lastValue(of: option)
      guard let text = option.misplaced(word, given) else { continue }
      if let place { values[place].text = text } else { values.append((option, text)) }
      return true
    }
    return false
  }

  private func lastValue(of option: Option) -> String? {
    occurrences.last { $0.option.name == option.name }?.value
  }

  private var asksForValues: Bool {
    occurrences.map(\.option).contains { $0.helpValue != nil && lastValue(of: $0) == $0.helpValue }
  }
}
