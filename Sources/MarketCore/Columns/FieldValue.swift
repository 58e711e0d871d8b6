public import Foundation

/// The value of a field, independent of the output format.
public enum FieldValue: Hashable, Sendable {
  /// A value that was not sent, does not exist, or cannot be computed.
  case unknown
  /// A text, such as a name. It can have any characters: each output format replaces the characters that
  /// it cannot contain.
  case text(String)
  case number(Decimal)
  /// A moment to the millisecond, such as the arrival of an answer.
  case time(Date)
  /// A moment to the second, such as the start of a period.
  case moment(Date)
  case flag(Bool)
  /// A list of words, none of them empty.
  case words([String])

  /// The value as machine formats such as csv write it; `nil` if it is unknown, or an empty list.
  public var text: String? {
    switch self {
    case .unknown: nil
    case .text(let text): text
    case .number(let number): number.plain
    case .time(let date): date.rfc3339
    case .moment(let date): date.formatted(.iso8601)
    case .flag(let flag): "\(flag)"
    case .words(let words): words.isEmpty ? nil : words.joined(separator: " ")
    }
  }

  init(_ number: Decimal?) { self = number?.finite.map(Self.number) ?? .unknown }
  init(_ text: String?) { self = text.map(Self.text) ?? .unknown }
  /// Creates a number that is rounded to six decimals; unknown for `nil` and NaN.
  static func quotient(_ number: Decimal?) -> FieldValue {
    FieldValue(number?.finite?.rounded(toPlaces: 6))
  }

  /// Whether this value is lower than another value of the same field; `false` if one of them is unknown,
  /// and for lists of words.
  func isBelow(_ rhs: FieldValue) -> Bool {
    switch (self, rhs) {
    case (.text(let lhs), .text(let rhs)): lhs < rhs
    case (.number(let lhs), .number(let rhs)): lhs.isBelow(rhs)
    case (.time(let lhs), .time(let rhs)), (.moment(let lhs), .moment(let rhs)): lhs < rhs
    case (.flag(let lhs), .flag(let rhs)): !lhs && rhs
    default: false
    }
  }
}

extension Date {
  /// The time in UTC in the form of RFC 3339, rounded to milliseconds.
  package var rfc3339: String {
    // The style cuts off fractions of a millisecond. Half a millisecond is added to round instead,
    // because a binary fraction is mostly slightly more or less than a whole millisecond.
    Self.rfc3339Style.format(addingTimeInterval(0.0005))
  }

  static let rfc3339Style = ISO8601FormatStyle(includingFractionalSeconds: true)
}

extension String {
  var nilIfEmpty: String? { isEmpty ? nil : self }
}
