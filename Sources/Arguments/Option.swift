/// A word on the command line that begins with a dash, as it is declared.
package struct Option: Sendable, Hashable {
  /// Whether an option takes a value.
  package enum Kind: Sendable, Hashable {
    /// It is there or it isn't.
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

  /// Declares an option.
  package init(
    _ name: String, short: Character? = nil, _ kind: Kind = .flag, help: String,
    details: [String] = [], defaultText: String? = nil, helpValue: String? = nil,
    repeats: Bool = false
  ) {
    self.name = name
    self.short = short
    self.kind = kind
    self.help = help
    self.details = details
    self.defaultText = defaultText
    self.helpValue = helpValue
    self.repeats = repeats
  }

  /// The name as it is typed: `--filter`.
  package var longSpelling: String { "--\(name)" }

  /// The letter as it is typed: `-f`.
  package var shortSpelling: String? { short.map { "-\($0)" } }

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
