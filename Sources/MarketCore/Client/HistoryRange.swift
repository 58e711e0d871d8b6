public import Foundation

/// A range of candles of a pair.
public struct HistoryRange: Hashable, Sendable {
  /// The length of a candle.
  public let period: Period
  /// The first moment of the range: candles begin then or later.
  public internal(set) var start: Date
  /// The last moment of the range: candles begin earlier; `nil` for the newest ones.
  public let end: Date?
  /// The most candles, the newest ones; `nil` for all in the range.
  public let limit: Int?

  /// The candles of a period.
  ///
  /// - Parameters:
  ///   - count: the number of periods; `nil` for 30, or for no limit with `start`.
  ///   - start: candles begin then or later.
  ///   - end: candles begin earlier.
  ///   - now: the time that the last periods are counted from.
  public init(_ period: Period, count: Int?, from start: Date?, to end: Date?, now: Date) {
    (self.period, self.end, limit) = (period, end, start.flatMap { _ in count })
    // Without an end, the first period begins after the moment that is `count` periods ago.
    self.start =
      start ?? period.start(-(count ?? 30), after: end ?? now) + (end == nil ? 0.001 : 0)
  }

  /// The largest possible number of candles.
  package func expectedCount(now: Date) -> Int {
    let length = (end ?? now).timeIntervalSince(start) / period.seconds
    return min(limit ?? .max, max(0, Int(min(length.rounded(.up), 1e9))))
  }
}
