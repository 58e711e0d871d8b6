import Foundation

extension Date {
  /// The time of a text as the machine formats have it: `2026-11-20T14:00:00Z`, also with a fraction.
  package init?(rfc3339 text: String) {
    guard text.hasSuffix("Z") else { return nil }
    let parts = text.dropLast().split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let whole = "\(parts[0])Z"
    // Foundation also reads the 30th of February, and years of five digits.
    guard whole.utf8.count == 20, let time = try? Date(whole, strategy: .iso8601),
      time.formatted(.iso8601) == whole
    else {
      return nil
    }
    guard let digits = parts.dropFirst().first else {
      self = time
      return
    }
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit), let fraction = Double("0.\(digits)")
    else { return nil }
    self = time + fraction
  }
}
