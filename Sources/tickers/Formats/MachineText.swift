import MarketCore
import Terminal

extension FieldValue {
  /// The value as formats for programs write it; `nil` when it is unknown.
  ///
  /// Text from the network is as it came: each format has its own way with what it may hold.
  var machineText: String? {
    switch self {
    case .unknown: nil
    case .text(let text): text
    case .number(let number): number.plain
    case .time(let date): date.rfc3339
    }
  }
}

extension String {
  /// The text with these scalars written as their escapes, and what a terminal would obey replaced.
  ///
  /// Scalars are looked at, for a sign that joins the one before it makes one Character of both.
  func escaping(_ escapes: [Unicode.Scalar: String]) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let escape = escapes[scalar] {
        text += escape
      } else {
        text.unicodeScalars.append(scalar.isControl ? "\u{FFFD}" : scalar)
      }
    }
  }
}
