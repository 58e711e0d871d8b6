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

  /// The number of periods where neither it nor a start is given.
  package static let defaultCount = 30

  /// The candles that begin at `start` or later and before `end`: those of the last `count` periods, 30
  /// for `nil`, or with a start no limit. Without an end, periods are counted from `now`.
  public init(_ period: Period, count: Int?, from start: Date?, to end: Date?, now: Date) {
    (self.period, self.end, limit) = (period, end, start.flatMap { _ in count })
    // Without an end, the first period begins after the moment that is `count` periods ago.
    self.start =
      start ?? period.start(-(count ?? Self.defaultCount), after: end ?? now)
      + (end == nil ? 0.001 : 0)
  }

  /// The largest possible number of candles.
  package func expectedCount(now: Date) -> Int {
    let length = (end ?? now).timeIntervalSince(start) / period.seconds
    return min(limit ?? .max, max(0, Int(min(length.rounded(.up), 1e9))))
  }
}

extension MarketClient {
  /// The candles of a range, oldest first, in as many pages as it takes: the newest page first, each
  /// with the client's timeout and up to three tries.
  ///
  /// Paging ends at the start of the range, at its limit, at the oldest candle that the exchange
  /// keeps, or after ten empty pages. An answer that lacks earlier candles has a warning. `clock`
  /// times the retries; `progress` gets the number of candles after each page.
  public func history(
    of pair: Pair, _ range: HistoryRange, clock: PollClock = .real,
    progress: (Int) -> Void = { _ in }
  ) async -> Result<Answer<[Candle]>, MarketError> {
    var (candles, warnings) = ([Candle](), [Warning]())
    var newest: Answer<[Candle]>?
    var (end, emptyPages) = (range.end, 0)
    /// The part of the range that was requested.
    var searched = range
    while true {
      let result = await retrying(clock: clock) { [end] client in
        await client.candles(of: pair, period: range.period, from: range.start, before: end)
      }
      guard case .success(let page) = result else { return result }
      newest = newest ?? page
      let oldest = candles.first?.time ?? .distantFuture
      let older = page.value.filter {
        $0.time < oldest && $0.time >= range.start && $0.time < range.end ?? .distantFuture
      }
      candles = older + candles
      // A note is the same one on each page.
      warnings += page.warnings.filter { warning in
        if case .rowLeftOut = warning { true } else { !warnings.contains(warning) }
      }
      progress(candles.count)
      emptyPages = older.isEmpty ? emptyPages + 1 : 0
      let next = exchange.previousPageEnd(
        before: page.value.isEmpty ? end ?? page.asOf : end, oldestCandle: page.value.first?.time,
        period: range.period)
      let isEnough = range.limit.map { candles.count >= $0 } ?? false
      // Nothing can begin between the start and the oldest candle.
      guard let next, range.period.start(-1, after: next) >= range.start, !isEnough else { break }
      if emptyPages == 10 {
        searched.start = next
        break
      }
      end = next
    }
    guard var answer = newest else { return .failure(.cancelled) }
    answer.value = candles.suffix(range.limit ?? candles.count)
    let depth = exchange.info.historyDepth
    if let depth, !range.hasOpenStart, range.start < range.period.start(-depth, after: answer.asOf),
      range.limit.map({ candles.count < $0 }) ?? true
    {
      warnings.append(.note("\(exchange.title) keeps the last \(depth) periods"))
    }
    if searched.start > range.start {
      let time = searched.start.formatted(.iso8601)
      warnings.append(.note("older candles than \(time) not requested: ten empty pages"))
    }
    let gaps = CandleGaps(in: answer.value, of: searched, keeping: depth, now: answer.asOf)
    answer.warnings = warnings + (gaps.starts.isEmpty ? [] : [.gaps(gaps)])
    return .success(answer)
  }
}
