public import Foundation

/// The ended periods of a range that have no candle: without trades, or not sent by the exchange.
public struct CandleGaps: Hashable, Sendable {
  /// The starts of these periods, oldest first.
  public let starts: [Date]
  /// The number of ended periods in the range.
  public let count: Int
  /// The length of a period.
  public let period: Period
  /// The pair, under its everyday name, on its exchange.
  public let listing: Listing
  /// Whether the sentence names the pair, as one of several.
  var namesPair = false

  /// Ranges of more periods are counted from their first candle on.
  private static let mostPeriods = 1_000_000.0

  /// The gaps in these candles.
  ///
  /// Periods begin at the times of candles as sent. Without any candle they begin at multiples of the
  /// period in UTC, weeks on Monday.
  ///
  /// - Parameters:
  ///   - candles: all candles of the range, oldest first.
  ///   - other: a candle that shows when periods begin if there are no others; `nil` if none is known.
  ///   - listing: the pair on its exchange.
  ///   - kept: the most periods that the exchange keeps, up to the running one; `nil` for all.
  ///   - now: periods that end later are still running.
  init(
    in candles: [Candle], of range: HistoryRange, alignedTo other: Candle? = nil,
    on listing: Listing, keeping kept: Int?, now: Date
  ) {
    let period = range.period
    self.listing = listing
    let times = candles.map(\.time)
    let end = min(range.end ?? .distantFuture, now)
    let isTooLong = end.timeIntervalSince(range.start) > Self.mostPeriods * period.seconds
    // Periods before the newest candles of a limit were not requested.
    let isCut = range.limit.map { times.count >= $0 } ?? false
    let first =
      isCut || isTooLong || range.hasOpenStart ? times.first ?? .distantFuture : range.start
    let oldest = kept.map { period.start(-$0, after: now).addingTimeInterval(0.001) }

    var (missing, count, next) = ([Date](), 0, times[...])
    for start in period.starts(
      from: max(first, oldest ?? .distantPast), before: end,
      aligned: times.last ?? other?.time ?? period.defaultOrigin)
    {
      let following = period.start(1, after: start)
      guard following <= now else { break }
      count += 1
      next = next.drop { $0 < start }
      if next.first ?? following >= following { missing.append(start) }
    }
    (starts, self.count, self.period) = (missing, count, period)
  }
}

extension CandleGaps: CustomStringConvertible {
  /// A sentence without a period: `3 of 10 periods have no candle (2026-11-03 … 2026-11-09): …`.
  public var description: String {
    let ends = starts.count == 1 ? starts : [starts.first, starts.last].compactMap(\.self)
    let span = ends.map { $0.formatted(.iso8601).prefix(period >= .oneDay ? 10 : .max) }
      .joined(separator: " … ")
    return (namesPair ? "\(listing.pair): " : "")
      + "\(starts.count) of \(count) \(count == 1 ? "period" : "periods") "
      + "\(starts.count == 1 ? "has" : "have") no candle (\(span)): no trades, or not sent"
  }
}

extension Period {
  /// The start of a period; most exchanges begin weeks on Monday.
  var defaultOrigin: Date { Date(timeIntervalSince1970: self == .oneWeek ? 4 * 86_400 : 0) }

  /// The starts of all periods from one moment on and before another, where one of them begins at
  /// `origin`.
  func starts(
    from first: Date, before end: Date, aligned origin: Date
  ) -> some Sequence<Date> {
    var index = Int((first.timeIntervalSince(origin) / seconds).rounded(.down))
    // Calendar months are longer than the seconds of a period: after the origin, counting begins at 0.
    if self == .oneMonth { index = min(index, 0) }
    while start(index, after: origin) < first { index += 1 }
    return sequence(first: index) { $0 + 1 }.lazy.map { start($0, after: origin) }
      .prefix { $0 < end }
  }
}
