/// Declares an option, such as `--limit 5` or `-n 5`.
package struct Option: Sendable {
  /// Returns the value that the user probably meant by a word without the option: `kraken` for
  /// `--exchange kraken`, `kraken,okx` after `kraken`. The word may end in a colon. `nil` for other words.
  package typealias Misplaced = @Sendable (_ word: String, _ given: String?) -> String?
  package typealias Check = @Sendable (_ value: String) throws(InvalidValue) -> Void
  /// Returns the error for values of two options; `nil` if they can be combined. The value of a flag is
  /// empty.
  package typealias Conflict = @Sendable (_ value: String, _ otherValue: String) -> String?

  package let name: String
  let short: Character?
  /// The name of the value in help; `nil` for a flag.
  package let placeholder: String?
  package private(set) var candidates: Candidates
  /// The words that a flag stands for, such as `--count 1` for `--once`, but never the flag itself.
  let replacement: [String]
  package let help: String
  package let details: [String]
  package let defaultText: String?
  /// A value that requests help on values, such as `help`. If it is given, a command needs no operands.
  package let helpValue: String?
  /// Whether every occurrence counts. Otherwise, only the last one counts.
  package let repeats: Bool
  /// If the option repeats: whether the environment and the options file add to the typed values.
  package let addsToLower: Bool
  /// The value of a list that stands for all values, such as `all`.
  let wholeValue: String?
  /// Suggestions by spellings of other programs: `did you mean --format?` for `--output`.
  let hints: [String: String]
  let misplaced: Misplaced
  /// If this sign is `!`, a line `!NAME = VALUE` of the options file is this option with `NAME: VALUE`.
  let fileSign: Character?
  fileprivate var valueCheck: Check = { _ in }
  /// Whether the validity of a value depends on other options.
  private(set) var dependsOnOthers = false
  private(set) var conflicts: [(name: String, message: Conflict)] = []

  package init(
    _ name: String, short: Character? = nil, value placeholder: String? = nil,
    fileSign: Character? = nil, candidates: Candidates = .none,
    standsFor replacement: [String] = [], help: String,
    details: [String] = [], defaultText: String? = nil, helpValue: String? = nil,
    repeats: Bool = false, addsToLower: Bool = false, wholeValue: String? = nil,
    hints: [String: String] = [:], misplaced: @escaping Misplaced = { _, _ in nil }
  ) {
    self.name = name
    self.short = short
    self.placeholder = placeholder
    self.fileSign = fileSign
    self.candidates = candidates
    self.replacement = replacement
    self.help = help
    self.details = details
    self.defaultText = defaultText
    self.helpValue = helpValue
    self.repeats = repeats
    self.addsToLower = addsToLower
    self.wholeValue = wholeValue
    self.hints = hints
    self.misplaced = misplaced
  }

  static let help = Option("help", short: "h", help: "Show this help")
  static let version = Option("version", help: "Show the version")

  package var longSpelling: String { "--\(name)" }
  var shortSpelling: String? { short.map { "-\($0)" } }
  /// The short spelling first: `-f`, `--filter`.
  var spellings: [String] { [shortSpelling, longSpelling].compactMap(\.self) }

  func check(_ value: String) throws(UsageError) {
    do throws(InvalidValue) {
      try valueCheck(value)
    } catch {
      throw UsageError(lines: error.lines(about: value, of: longSpelling))
    }
  }

  /// Returns the same option, whose check also accepts values of `other`. The command decides which applies.
  package func accepting(valuesOf other: Option) -> Option {
    let (check, otherCheck) = (valueCheck, other.valueCheck)
    var option = self
    option.valueCheck = { text throws(InvalidValue) in
      if (try? otherCheck(text)) == nil { try check(text) }
    }
    option.dependsOnOthers = true
    return option
  }

  /// Returns the same option with these words as candidates. The words must be its only valid values.
  package func choosing(among words: [String]) -> Option {
    var option = self
    option.candidates = .choices(words)
    return option
  }

  /// Returns the same option, but `message` can reject its combination with each of these options.
  package func conflicts(with names: String..., message: @escaping Conflict) -> Option {
    var option = self
    option.conflicts += names.map { ($0, message) }
    return option
  }
}

/// The completions that a shell offers for a value or an operand.
package enum Candidates: Sendable, Equatable {
  case none
  /// These words. Other words may be valid, too.
  case words([String])
  /// These words. No other words are valid.
  case choices([String])
  /// One or more of these words, separated by commas.
  case list([String])
  /// The lines that the program prints if it is called with these words. Case is ignored.
  case output(of: [String])
  case directory, file
}

/// An option and the function that parses its value.
package struct ValueOption<Value: Sendable>: Sendable {
  package let option: Option
  /// For an explicit empty value (`--interval=`), the text is empty.
  let parse: @Sendable (String) throws(InvalidValue) -> Value

  /// `check` is for options whose `parse` leaves the check to other code; `nil` if `parse` checks values.
  package init(
    _ option: Option, check: Option.Check? = nil,
    parse: @escaping @Sendable (String) throws(InvalidValue) -> Value
  ) {
    var option = option
    option.valueCheck = { text throws(InvalidValue) in
      if let check { try check(text) } else { _ = try parse(text) }
    }
    self.option = option
    self.parse = parse
  }
}

package enum InvalidValue: Error, Equatable {
  /// A description of a valid value, such as "a number of seconds above 0". It completes "'abc' is not …".
  case expected(String)
  /// A message that completes "--where: ", and further lines.
  case described([String])

  package func lines(about value: String, of option: String) -> [String] {
    switch self {
    case .expected(let expected): ["\(option): '\(value)' is not \(expected)"]
    case .described(let lines): lines.prefix(1).map { "\(option): \($0)" } + lines.dropFirst()
    }
  }
}
