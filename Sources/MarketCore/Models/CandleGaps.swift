public import Foundation

/// The periods of a range that have ended, but have no candle: there was no trade, or the exchange did
/// not send the candle.
public struct CandleGaps: Hashable, Sendable {
  /// The starts of the periods without a candle, oldest first.
  public let starts: [Date]
  /// The number of periods for which a candle was expected, including the periods that have a candle.
  public let count: Int
  /// The length of a period.
  public let period: Period
  /// The pair on its exchange. Its codes are everyday codes, such as `BTC` instead of Kraken's `XBT`.
  public let listing: Listing
  /// Whether ``description`` names the pair, because there are several pairs.
  var namesPair = false

  /// In a range of more periods, periods before the first candle are not counted.
  private static let mostPeriods = 1_000_000.0

  /// Finds the gaps in the candles of a range. The candles must be oldest first.
  ///
  /// The last candle shows when periods begin. If there are no candles, `other` shows this: a candle
  /// outside the range. Without any candle, months begin on their first day, weeks on Monday, and
  /// shorter periods at multiples of their length in UTC. `kept` is the number of periods, up to the
  /// running one, for which the exchange keeps candles; `nil` for all. Periods that end after `now` are
  /// not counted.
  init(
    in candles: [Candle], of range: HistoryRange, alignedTo other: Candle? = nil,
    on listing: Listing, keeping kept: Int?, now: Date
  ) {
    let period = range.period
    self.listing = listing
    let times = candles.map(\.time)
    let end = min(range.end ?? .distantFuture, now)
    let isTooLong = end.timeIntervalSince(range.start) > Self.mostPeriods * period.seconds
    // With as many candles as the limit, the answer begins at its first candle.
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
  /// A sentence for people: `3 of 10 periods have no candle (2026-11-03 … 2026-11-09): …`.
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
  /// The start of a period, for use if no candle shows one. Weeks are assumed to begin on Monday.
  var defaultOrigin: Date { Date(timeIntervalSince1970: self == .oneWeek ? 4 * 86_400 : 0) }

  /// Returns the starts of all periods from `first` on and before `end`. `origin` is the start of a period.
  func starts(
    from first: Date, before end: Date, aligned origin: Date
  ) -> some Sequence<Date> {
    var index = Int((first.timeIntervalSince(origin) / seconds).rounded(.down))
    // Calendar months can be longer than `seconds`, so that an index above 0 may be too large. The search
    // then begins at 0.
    if self == .oneMonth { index = min(index, 0) }
    while start(index, after: origin) < first { index += 1 }
    return sequence(first: index) { $0 + 1 }.lazy.map { start($0, after: origin) }
      .prefix { $0 < end }
  }
}
