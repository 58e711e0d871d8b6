public import Foundation

/// A range of candles of a pair.
public struct HistoryRange: Hashable, Sendable {
  /// The length of a candle.
  package let period: Period
  /// The first moment of the range: candles begin then or later.
  package internal(set) var start: Date
  /// The last moment of the range: candles begin earlier; `nil` for the newest ones.
  package let end: Date?
  /// The most candles, the newest ones; `nil` for all in the range.
  package let limit: Int?
  /// Whether periods before the first candle are no gaps: nobody asked for them.
  package var hasOpenStart = false
  /// Whether each gap after the first candle has a candle with the close before it.
  package var fillsGaps = false
  /// The number of periods before the start that are requested, but not part of the answer: gaps at its
  /// beginning have the close of their last candle.
  package var lookback = 0

  /// The number of periods where neither it nor a start is given.
  package static let defaultCount = 30

  /// The candles that begin at a start or later, and before an end.
  ///
  /// - Parameters:
  ///   - period: the length of a candle.
  ///   - count: the number of periods before the end, 0 or more, 30 for `nil`; with a start, the most
  ///     candles, the newest ones, no limit for `nil`.
  ///   - start: candles begin then or later; `nil` to count periods.
  ///   - end: candles begin earlier; `nil` for the newest ones.
  ///   - now: the time from which periods are counted without an end.
  public init(
    _ period: Period, count: Int? = nil, from start: Date? = nil, to end: Date? = nil,
    now: Date = .now
  ) {
    let count = count.map { max(0, $0) }
    (self.period, self.end, limit) = (period, end, start.flatMap { _ in count })
    // Without an end, the first period begins after the moment that is `count` periods ago.
    self.start =
      start ?? period.start(-(count ?? Self.defaultCount), after: end ?? now)
      + (end == nil ? 0.001 : 0)
  }

  /// The same range, each gap filled with the close before it: for values that last until the next trade.
  package var fillingGaps: HistoryRange {
    var range = self
    (range.fillsGaps, range.lookback) = (true, 10)
    return range
  }

  /// The time at which the last period of the range ends, at most `now`.
  package func lastEnd(now: Date) -> Date {
    let end = min(end ?? now, now)
    // Where weeks begin differs from exchange to exchange.
    let last =
      period == .oneWeek
      ? end
      : Array(period.starts(from: start, before: end, aligned: period.defaultOrigin)).last ?? end
    return min(period.start(1, after: last) - 0.001, now)
  }

  /// The largest possible number of candles.
  package func expectedCount(now: Date) -> Int {
    let length = (end ?? now).timeIntervalSince(start) / period.seconds
    return min(limit ?? .max, max(0, Int(min(length.rounded(.up), 1e9))))
  }
}
