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
public struct Cell: Equatable, Sendable {
  /// The exact value, as machine formats have it.
  public let value: FieldValue
  /// How it is meant to feel.
  public let tone: Tone
  /// Whether the last poll changed it: a list's watched number, a quantity in a book.
  public internal(set) var isChanged: Bool

  /// What a table shows where a value is unknown.
  public static let unknownText = "–"

  private let written: (@Sendable () -> String)?

  /// A cell of a value that is shown as it is; an unknown one is shown as a dash.
  public init(_ value: FieldValue, tone: Tone = .flat, isChanged: Bool = false) {
    self.value = value
    self.tone = tone
    self.isChanged = isChanged
    written = nil
  }

  /// A cell of these parts.
  ///
  /// - Parameters:
  ///   - value: the exact value.
  ///   - text: the value as a table shows it, never empty; written when it is asked for, which no
  ///     format for machines does.
  ///   - tone: how it is meant to feel.
  ///   - isChanged: whether the last poll changed it.
  public init(
    _ value: FieldValue, _ text: @autoclosure @escaping @Sendable () -> String,
    tone: Tone = .flat, isChanged: Bool = false
  ) {
    self.value = value
    self.tone = tone
    self.isChanged = isChanged
    written = text
  }

  /// The value as a table shows it, never empty.
  public var text: String {
    if let written { return written() }
    return switch value {
    case .unknown: Self.unknownText
    case .text(let word): word
    case .number(let number): number.plain
    case .time(let date): date.rfc3339
    }
  }

  /// Whether both hold the same and are shown the same.
  public static func == (one: Cell, other: Cell) -> Bool {
    one.value == other.value && one.tone == other.tone && one.isChanged == other.isChanged
      && one.text == other.text
  }
}
