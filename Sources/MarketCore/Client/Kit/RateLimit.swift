/// A rate limit of an exchange: requests within any `window` of time have a total cost of at most `count`.
package struct RateLimit: Hashable, Sendable {
  /// Distinguishes the limits of an exchange, as in `tickers`.
  let name: String
  let count: Int
  let window: Duration

  package init(_ name: String, _ count: Int, per window: Duration) {
    (self.name, self.count, self.window) = (name, count, window)
  }
}
