/// How a value is meant to feel, before any colour.
public enum Tone: Hashable, Sendable {
  /// It rose, or is about buyers.
  case up
  /// It fell, or is about sellers.
  case down
  /// Neither.
  case flat
}

/// One value of a row: exact for programs, as text for people.
public struct Cell: Hashable, Sendable {
  /// The exact value, as machine formats have it.
  public let value: FieldValue
  /// The value as a table shows it, never empty.
  public let text: String
  /// How it is meant to feel.
  public let tone: Tone
  /// Whether the last poll changed it: a list's watched number, a quantity in a book.
  public internal(set) var isChanged: Bool

  /// What a table shows where a value is unknown.
  public static let unknownText = "–"

  /// A cell of these parts; an unknown value is shown as a dash, unless there is a text for it.
  public init(
    _ value: FieldValue, _ text: String? = nil, tone: Tone = .flat, isChanged: Bool = false
  ) {
    self.value = value
    self.tone = tone
    self.isChanged = isChanged
    self.text =
      switch value {
      case .unknown: text ?? Self.unknownText
      case .text(let word): text ?? word
      case .number(let number): text ?? number.plain
      case .time(let date): text ?? date.rfc3339
      }
  }
}
