import Foundation

/// Spans of time for people: `0.001 s`, `0.5 s`, `90 s`, `5 min`, `3 h`, `12 days`.
public enum DurationFormat {
  /// A number of seconds: to tenths, or thousandths below a tenth; from two minutes on in minutes,
  /// from two hours in hours, from two days in days.
  public static func text(seconds: Double) -> String {
    let seconds = min(max(seconds, -1e12), 1e12)
    for (unit, length) in [("days", 86_400.0), ("h", 3_600), ("min", 60)] {
      if seconds.magnitude >= 2 * length { return "\(Int((seconds / length).rounded())) \(unit)" }
    }
    let (places, scale) = seconds.magnitude < 0.1 ? (3, 1e3) : (1, 1e1)
    let digits = Decimal(Int64((seconds * scale).rounded()))
    return "\((digits * .powerOfTen(-places)).plain) s"
  }
}
