import Foundation

/// Spans of time for people: `10 s`, `0.5 s`, `0.001 s`.
public enum DurationFormat {
  /// So many seconds, to tenths; to thousandths where there would be nothing left of them.
  public static func text(seconds: Double) -> String {
    let seconds = seconds < 1e12 ? seconds : 1e12
    let (places, scale) = seconds.magnitude < 0.1 ? (3, 1e3) : (1, 1e1)
    let digits = Decimal(Int64((seconds * scale).rounded()))
    return "\((digits * .powerOfTen(-places)).plain) s"
  }
}
