/// The delay after a failure: 1, 2, 4, … seconds, never more than a minute, a little more
/// or less by chance so that many clients do not come back at once. What the exchange asks for in
/// `Retry-After` counts instead.
struct Backoff {
  static let longest = 60.0

  private var failures = 0

  /// The delay after one more failure in a row.
  ///
  /// - Parameter random: from 0 up to 1.
  mutating func delay(after error: MarketError, random: Double) -> Duration {
    let doubled = Double(1 << min(failures, 10))
    failures += 1
    if let asked = error.retryAfter, asked > 0 { return .seconds(asked) }
    return .seconds(min(doubled * (0.8 + 0.4 * random), Self.longest))
  }

  /// Forgets the failures, after a success.
  mutating func reset() { failures = 0 }
}
