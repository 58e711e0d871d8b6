public import Foundation

/// Selects candles by their length, their times and their maximum number.
public struct HistoryRange: Hashable, Sendable {
  package let period: Period
  /// Candles begin at this moment or later.
  package internal(set) var start: Date
  /// Candles begin before this moment; `nil` for no end.
  package let end: Date?
  /// The maximum number of candles: the newest of the range; `nil` for no maximum.
  package let limit: Int?
  /// Whether periods before the first candle do not count as gaps.
  package var hasOpenStart = false
  /// Whether each gap after the first candle is filled with a candle at the previous close.
  package var fillsGaps = false
  /// The number of periods before the start that are requested, but are not part of the answer. The last
  /// candle in these periods fills gaps at the start of the range.
  package var lookback = 0
  /// Whether the answer also has the candles before the range, for indicators.
  package var keepsLookback = false
  /// The number of candles that are enough for the answer; `nil` for all.
  var enough: Int? { limit.map { $0 + (keepsLookback ? lookback : 0) } }

  /// The number of periods if neither a start nor a number of periods is chosen.
  package static let defaultCount = 30

  /// Creates the range of candles that begin at a start or later, and before an end.
  ///
  /// - Parameters:
  ///   - period: the length of a candle.
  ///   - count: the number of periods before the end, 0 or more; `nil` for 30. With a start, the maximum
  ///     number of candles, which are the newest; `nil` for no maximum.
  ///   - start: the first moment at which a candle may begin; `nil` to count periods back from the end.
  ///   - end: the moment before which candles begin; `nil` for the newest candles.
  ///   - now: the time from which periods are counted if there is no end.
  public init(
    _ period: Period, count: Int? = nil, from start: Date? = nil, to end: Date? = nil,
    now: Date = .now
  ) {
    let count = count.map { max(0, $0) }
    (self.period, self.end, limit) = (period, end, start.flatMap { _ in count })
    // Without an end, the running period is one of the `count` periods. A period that began exactly
    // `count` periods before `now` is therefore excluded.
    self.start =
      start ?? period.start(-(count ?? Self.defaultCount), after: end ?? now)
      + (end == nil ? 0.001 : 0)
  }

  /// The same range with gaps filled by the previous close, for values that last until the next trade.
  package var fillingGaps: HistoryRange {
    var range = self
    (range.fillsGaps, range.lookback) = (true, 10)
    return range
  }

  /// Returns the last moment that a period in the range can have, but not later than `now`.
  package func lastEnd(now: Date) -> Date {
    let end = min(end ?? now, now)
    // Exchanges begin weeks on different days, so that the start of the last week is unknown.
    let last =
      period == .oneWeek
      ? end
      : Array(period.starts(from: start, before: end, aligned: period.defaultOrigin)).last ?? end
    return min(period.start(1, after: last) - 0.001, now)
  }

  /// Returns the times of the values in the range: from the start of the first period to ``lastEnd(now:)``.
  package func times(now: Date) -> ClosedRange<Date> {
    let end = lastEnd(now: now)
    return min(start, end)...end
  }

  /// Returns the largest possible number of candles in the range.
  package func expectedCount(now: Date) -> Int {
    let length = (end ?? now).timeIntervalSince(start) / period.seconds
    return min(limit ?? .max, max(0, Int(min(length.rounded(.up), 1e9))))
  }
}
