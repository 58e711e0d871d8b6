/// A word on the command line that begins with a dash, as it is declared.
package struct Option: Sendable {
  /// The value that a misplaced word, perhaps with its colon, and the given value mean together; `nil`
  /// if they mean none.
  package typealias Misplaced = @Sendable (_ word: String, _ given: String?) -> String?
  package typealias Check = @Sendable (_ value: String) throws(InvalidValue) -> Void
  /// The error for a value of an option with one of another; `nil` if they can be combined. The value of
  /// a flag is the empty text.
  package typealias Conflict = @Sendable (_ own: String, _ other: String) -> String?

  package let name: String
  let short: Character?
  /// The name of its value in help; `nil` for a flag.
  package let placeholder: String?
  package private(set) var candidates: Candidates
  /// The words that a flag stands for, never for itself: `--count 1` for `--once`.
  let replacement: [String]
  package let help: String
  /// Further paragraphs for the manual.
  package let details: [String]
  package let defaultText: String?
  /// The value that asks for help on values: a command with it needs no operands.
  package let helpValue: String?
  /// Whether each occurrence counts; otherwise the last one wins.
  package let repeats: Bool
  /// Whether occurrences of the environment and the options file also count where each one does.
  package let addsToLower: Bool
  /// The value of a list that stands for all others: `all`.
  let wholeValue: String?
  /// What to suggest for options of other programs: `did you mean --format?` for `--output`.
  let hints: [String: String]
  let misplaced: Misplaced
  /// The sign before a name in the options file, where `!NAME = VALUE` stands for
  /// `--option NAME: VALUE`.
  let fileSign: Character?
  fileprivate var valueCheck: Check = { _ in }
  /// Whether other options decide which values are valid.
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
  /// The letter first: `-f`, `--filter`.
  var spellings: [String] { [shortSpelling, longSpelling].compactMap(\.self) }

  func check(_ value: String) throws(UsageError) {
    do throws(InvalidValue) {
      try valueCheck(value)
    } catch {
      throw UsageError(lines: error.lines(about: value, of: longSpelling))
    }
  }

  /// The same option, which also accepts values of another one; the command decides which applies.
  package func accepting(valuesOf other: Option) -> Option {
    let (own, others) = (valueCheck, other.valueCheck)
    var option = self
    option.valueCheck = { text throws(InvalidValue) in
      if (try? others(text)) == nil { try own(text) }
    }
    option.dependsOnOthers = true
    return option
  }

  /// The same option, whose value is one of these words.
  package func choosing(among words: [String]) -> Option {
    var option = self
    option.candidates = .choices(words)
    return option
  }

  /// The same option, which cannot be combined with others, or with some of their values.
  package func conflicts(with names: String..., message: @escaping Conflict) -> Option {
    var option = self
    option.conflicts += names.map { ($0, message) }
    return option
  }
}

/// The completions that a shell offers for a value or an operand.
package enum Candidates: Sendable, Equatable {
  case none
  /// These words; others may be right as well.
  case words([String])
  /// One of these words.
  case choices([String])
  /// Several of these words, with commas between them.
  case list([String])
  /// The lines that the program itself prints when it is called with these words, in any case.
  case output(of: [String])
  case directory, file
}

/// An option together with the meaning of its value.
package struct ValueOption<Value: Sendable>: Sendable {
  package let option: Option
  /// Reads the typed value; an explicit empty value (`--interval=`) comes as the empty text.
  let parse: @Sendable (String) throws(InvalidValue) -> Value

  /// - Parameter check: checks a value by itself, where `parse` leaves that to others.
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
  /// A description of a valid value, to complete "'abc' is not …": "a number of seconds above 0".
  case expected(String)
  /// A message of its own, to complete "--where: "; further lines stand by themselves.
  case described([String])

  package func lines(about value: String, of option: String) -> [String] {
    switch self {
    case .expected(let expected): ["\(option): '\(value)' is not \(expected)"]
    case .described(let lines): lines.prefix(1).map { "\(option): \($0)" } + lines.dropFirst()
    }
  }
}
