/// A word on the command line that begins with a dash, as it is declared.
package struct Option: Sendable, Hashable {
  /// Whether an option takes a value.
  package enum Kind: Sendable, Hashable {
    /// It takes no value.
    case flag
    /// It takes a value, which help calls by the placeholder.
    case value(placeholder: String, candidates: Candidates = .none)
    /// It is a flag that stands for these words, never for itself: `--once` for `--count 1`.
    case shorthand(for: [String])
  }

  /// The long name, without its dashes.
  package let name: String
  /// The letter that may stand for the name.
  package let short: Character?
  /// Whether it takes a value, and which.
  package let kind: Kind
  /// The effect, in one line.
  package let help: String
  /// Further paragraphs for the manual.
  package let details: [String]
  /// The default, as help shows it.
  package let defaultText: String?
  /// The value that asks for help on values: a command with it needs no operands.
  package let helpValue: String?
  /// Whether each occurrence counts; otherwise the last one wins.
  package let repeats: Bool
  /// Whether occurrences of a lower ``Origin`` count as well, where each one counts; otherwise those
  /// of the highest one replace them.
  package let addsToLower: Bool
  /// The value of a list that stands for all others: `all`.
  package let wholeValue: String?
  /// What to suggest for options that other programs have instead: `did you mean --format?` for
  /// `--output`.
  package let habits: [String: String]
  private var valueCheck = ValueCheck { _ in }
  private let wordReader: WordReader

  /// Declares an option.
  ///
  /// - Parameter strayWord: the value that a word means which is neither an option nor an argument
  ///   that the command takes, together with the value that was given; `nil` when it means none. A
  ///   word before a colon comes with it.
  package init(
    _ name: String, short: Character? = nil, _ kind: Kind = .flag, help: String,
    details: [String] = [], defaultText: String? = nil, helpValue: String? = nil,
    repeats: Bool = false, addsToLower: Bool = false, wholeValue: String? = nil,
    habits: [String: String] = [:],
    strayWord: @escaping @Sendable (_ word: String, _ given: String?) -> String? = { _, _ in nil }
  ) {
    self.name = name
    self.short = short
    self.kind = kind
    self.help = help
    self.details = details
    self.defaultText = defaultText
    self.helpValue = helpValue
    self.repeats = repeats
    self.addsToLower = addsToLower
    self.wholeValue = wholeValue
    self.habits = habits
    wordReader = WordReader(strayWord)
  }

  /// The name as it is typed: `--filter`.
  package var longSpelling: String { "--\(name)" }

  /// The letter as it is typed: `-f`.
  package var shortSpelling: String? { short.map { "-\($0)" } }

  /// Checks a value by itself; an option without a check accepts every value.
  package func check(_ value: String) throws(UsageError) {
    do throws(InvalidValue) {
      try valueCheck.check(value)
    } catch {
      throw UsageError(lines: error.lines(about: value, of: longSpelling))
    }
  }

  /// The same option with a check of its value.
  func checked(
    by check: @escaping @Sendable (String) throws(InvalidValue) -> Void
  ) -> Option {
    var option = self
    option.valueCheck = ValueCheck(check)
    return option
  }

  /// The same option, which also accepts values of another one; the command decides which applies.
  package func accepting(valuesOf other: Option) -> Option {
    let (own, others) = (valueCheck, other.valueCheck)
    return checked { text throws(InvalidValue) in
      if (try? others.check(text)) == nil { try own.check(text) }
    }
  }

  /// The value that a stray word means, added to the one that was given; `nil` when it means none.
  func value(of word: String, given: String?) -> String? { wordReader.read(word, given) }

  /// The spelling that people type: `-f`, or the long one without a letter.
  var typedSpelling: String { shortSpelling ?? longSpelling }

  /// Whether its value is a list, with commas between the words.
  var takesList: Bool {
    if case .value(_, .list) = kind { true } else { false }
  }

  /// The placeholder of its value; `nil` when it takes none.
  package var placeholder: String? {
    if case .value(let placeholder, _) = kind { placeholder } else { nil }
  }
}

extension Option {
  /// `--help`, which every command takes.
  package static let help = Option("help", short: "h", help: "Show this help")

  /// `--version`, which every command takes.
  package static let version = Option("version", help: "Show the version")
}
