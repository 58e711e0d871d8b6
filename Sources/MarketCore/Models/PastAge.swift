package import Foundation

/// Ages such as `90d`, which the range of a history begins with.
package enum PastAge {
  /// Returns the seconds of an age, a number with the unit m, h, d, w or y; `nil` for an invalid text.
  package static func seconds(_ text: String) -> TimeInterval? {
    let day = 86_400.0
    let units = ["m": 60, "h": 3_600, "d": day, "w": 7 * day, "y": 365 * day]
    // M is the unit of months in periods, so it is not accepted as minutes.
    guard let unit = units[text.last == "M" ? "" : text.suffix(1).lowercased()],
      let number = Decimal(exact: text.dropLast()), number > 0, number < 1_000_000
    else { return nil }
    return number.approximate * unit
  }
}
