import Foundation

/// The direction of a value, before any colour.
public enum Tone: Hashable, Sendable {
  /// A rise, or bids.
  case up
  /// A fall, or asks.
  case down
  /// Neither.
  case flat
}

extension Tone {
  /// The direction of a change; flat when it is unknown.
  init(of change: Decimal?) {
    switch change {
    case let change? where change.isAboveZero: self = .up
    case let change? where change.isFinite && change.isSignMinus: self = .down
    default: self = .flat
    }
  }
}

/// One value of a row: exact for programs, as text for people.
public struct Cell: Equatable, Sendable {
  /// The exact value, as machine formats have it.
  public let value: FieldValue
  /// The direction of the value.
  public let tone: Tone
  /// Whether the last poll changed it: a list's watched number, a quantity in a book.
  public internal(set) var isChanged: Bool

  /// The text of an unknown value in a table.
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
  ///   - text: the value as a table shows it, never empty; evaluated when it is needed, which no
  ///     machine format does.
  ///   - tone: the direction of the value.
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
    written?() ?? value.text ?? Self.unknownText
  }

  /// The same cell, whose text ends in `*`: a note below the table is about it.
  var marked: Cell {
    Cell(value, text + "*", tone: tone, isChanged: isChanged)
  }

  /// Whether value, tone, mark and text are equal.
  public static func == (lhs: Cell, rhs: Cell) -> Bool {
    lhs.value == rhs.value && lhs.tone == rhs.tone && lhs.isChanged == rhs.isChanged
      && lhs.text == rhs.text
  }
}
