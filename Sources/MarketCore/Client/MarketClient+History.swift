public import Foundation

extension MarketClient {
  /// Requests the candles of a range in pages, the newest page first, and returns them oldest first. Each
  /// page is requested with ``retrying(clock:_:)``. If a page fails, so does the request; but if a recording
  /// lacks only older pages, they are reported as missing.
  ///
  /// Paging ends at the start or the limit of the range, at the oldest candle that the exchange keeps, or
  /// after ten consecutive pages without new candles. Warnings report missing candles. `clock` times the
  /// retries. `progress` receives the number of candles so far after each page.
  public func history(
    of pair: Pair, _ range: HistoryRange, clock: PollClock = .real,
    progress: @Sendable (Int) -> Void = { _ in }
  ) async -> Result<Answer<[Candle]>, MarketError> {
    var answer: Answer<[Candle]>?
    var (end, emptyPages) = (range.end, 0)
    var (searched, reasonOfStart) = (range, "not requested: ten empty pages")
    let first = range.period.start(-range.lookback, after: range.start)
    while true {
      let result = await retrying(clock: clock) { [end] client in
        await client.candles(of: pair, period: range.period, from: first, before: end)
      }
      guard case .success(let page) = result else {
        // A recording can lack older pages.
        guard let end, answer != nil, case .failure(.missing) = result else { return result }
        if range.keepsLookback, end <= range.start {
          let time = end.formatted(.iso8601)
          answer?.warnings.append(.note("indicators lack candles before \(time): not recorded"))
        } else {
          (searched.start, reasonOfStart) = (max(end, range.start), "not recorded")
        }
        break
      }
      if answer == nil, range.end == nil,
        lacksKnownCandle(page, of: pair, range.period, since: first)
      {
        return .failure(.emptyResponse)
      }
      let oldest = answer?.value.first?.time ?? .distantFuture
      let older = page.value.filter {
        $0.time < oldest && $0.time >= first && $0.time < range.end ?? .distantFuture
      }
      let candles = older + (answer?.value ?? [])
      let warnings = answer?.warnings ?? []
      answer = answer ?? page
      answer?.value = candles
      // A warning that several pages have is kept once, unless it is about a skipped row.
      answer?.warnings =
        warnings
        + page.warnings.filter { warning in
          if case .rowSkipped = warning { true } else { !warnings.contains(warning) }
        }
      progress(candles.count)
      emptyPages = older.isEmpty ? emptyPages + 1 : 0
      let next = exchange.previousPageEnd(
        before: page.value.isEmpty ? end ?? page.asOf : end, oldestCandle: page.value.first?.time,
        period: range.period)
      let isEnough = range.enough.map { candles.count >= $0 } ?? false
      // The last page begins at `first`, or at the depth of the exchange's history.
      let depth = exchange.info.historyDepth
      guard let next, range.period.start(-1, after: next) >= first, !isEnough,
        depth.map({ next > range.period.start(-$0, after: page.asOf) }) ?? true
      else { break }
      if emptyPages == 10 {
        searched.start = max(next, range.start)
        break
      }
      end = next
    }
    guard let answer else { return .failure(.cancelled) }
    return .success(completed(answer, of: pair, range, searched: searched, reasonOfStart))
  }

  /// Whether the newest page is empty although an earlier answer had a candle since `first`. Records the
  /// newest candle of a page that is not empty.
  private func lacksKnownCandle(
    _ page: Answer<[Candle]>, of pair: Pair, _ period: Period, since first: Date
  ) -> Bool {
    let pair = page.names[pair] ?? pair
    guard let last = page.value.last else {
      return answered.hasCandle(of: pair, period, since: first)
    }
    answered.addCandle(of: pair, period, at: last.time)
    return false
  }

  /// The newest candles of the range, up to its limit, without the candles before its start. Gaps are filled
  /// if the range requires this. Warnings report missing candles. `reasonOfStart` is why no older candles than
  /// those of the range `searched` were searched.
  private func completed(
    _ pages: Answer<[Candle]>, of pair: Pair, _ range: HistoryRange, searched: HistoryRange,
    _ reasonOfStart: String
  ) -> Answer<[Candle]> {
    var (answer, searched) = (pages, searched)
    let shown = pages.value.filter { $0.time >= range.start }
    let before = pages.value.prefix(pages.value.count - shown.count).suffix(1)
    answer.value = shown.suffix(range.limit ?? shown.count)
    let depth = exchange.info.historyDepth
    if let depth, !range.hasOpenStart, range.start < range.period.start(-depth, after: answer.asOf),
      range.limit.map({ shown.count < $0 }) ?? true
    {
      answer.warnings.append(.note("\(exchange.title) keeps the last \(depth) periods"))
    }
    if searched.start > range.start {
      let time = searched.start.formatted(.iso8601)
      answer.warnings.append(.note("older candles than \(time) \(reasonOfStart)"))
    }
    let listing = Listing(exchange: exchange.id, pair: answer.names[pair] ?? pair)
    func missing(in candles: [Candle], alignedTo other: Candle?) -> CandleGaps {
      CandleGaps(
        in: candles, of: searched, alignedTo: other, on: listing, keeping: depth, now: answer.asOf)
    }
    var gaps = missing(in: answer.value, alignedTo: before.last)
    if range.fillsGaps {
      let filled = (before + answer.value).filled(gaps.starts).filter { $0.time >= range.start }
      answer.value = filled.suffix(range.limit ?? filled.count)
      if answer.value.count < filled.count {
        (searched.start, searched.hasOpenStart) = (answer.value[0].time, false)
        gaps = missing(
          in: answer.value.filter { !$0.isFilled }, alignedTo: answer.value[0])
      }
    }
    if !gaps.starts.isEmpty { answer.warnings.append(.gaps(gaps)) }
    if range.keepsLookback {
      let first = answer.value.first?.time ?? range.start
      let others = Array(pages.value.prefix { $0.time < first })
      // Their gaps are filled, too: filled candles are converted at other rates than the closes before them.
      answer.value =
        (range.fillsGaps ? others.filled(range.period, before: first) : others).map(\.auxiliary)
        + answer.value
    }
    return answer
  }
}

extension MarketClient {
  /// Requests the candles of a range, like ``history(of:_:clock:progress:)``, as rows of a
  /// ``ListViewModel``. A row is complete if its period has ended by `now` or by the arrival of the
  /// answer, unless the exchange marks its candle as not final. `progress` receives the number of candles
  /// so far after each page, and the largest possible number.
  public func candleRows(
    of pair: Pair, _ range: HistoryRange, now: Date = .now, clock: PollClock = .real,
    progress: @Sendable (_ count: Int, _ expected: Int) -> Void = { _, _ in }
  ) async -> Result<Answer<[CandleRow]>, MarketError> {
    let expected = range.expectedCount(now: now) + (range.keepsLookback ? range.lookback : 0)
    return await history(of: pair, range, clock: clock) { progress(min($0, expected), expected) }
      .map { answer in
        let (pair, asOf) = (answer.names[pair] ?? pair, max(now, answer.asOf))
        return answer.map { candles in
          candles.map {
            CandleRow(
              exchange: exchange.id, pair: pair, period: range.period, candle: $0, asOf: asOf)
          }
        }
      }
  }

  /// Requests the newest complete candle that has a close and ended within the ten periods before `time`.
  /// The period is the shortest for which the exchange still keeps candles of that time. Without such a
  /// candle, the answer has no row, but a warning.
  package func candleRow(
    of pair: Pair, endedBy time: Date, now: Date, clock: PollClock
  ) async -> Result<Answer<[CandleRow]>, MarketError> {
    let (info, most) = (exchange.info, Period.recentCount)
    func none(_ pair: Pair, _ reason: String) -> Warning {
      .note("no price for \(pair) at \(time.formatted(.iso8601)): \(reason)")
    }
    guard let period = info.periods.first(where: { info.keeps(time, $0, now: now) }) else {
      guard let depth = info.historyDepth else {
        return .failure(exchange.unsupported("price history"))
      }
      let reason = "\(info.title) keeps the last \(depth) periods"
      return .success(Answer([], asOf: now, warnings: [none(pair, reason)]))
    }
    let range = HistoryRange(
      period, count: nil, from: period.start(-most - 1, after: time), to: time, now: now)
    return await candleRows(of: pair, range, now: now, clock: clock).map { answer in
      let ends = period.recentEnds(at: time)
      let row = answer.value.last {
        $0.candle.close != nil && $0.isComplete && ends.contains($0.end)
      }
      var answer = answer.map { _ in [row].compactMap(\.self) }
      answer.warnings.removeAll { warning in
        if case .rowSkipped = warning { false } else { true }
      }
      if row == nil {
        let span = "within the \(most) periods before"
        answer.warnings.append(
          none(answer.names[pair] ?? pair, "no candle of \(period.rawValue) ended \(span)"))
      }
      return answer
    }
  }
}

extension ExchangeInfo {
  /// Whether the exchange surely keeps the newest candle of this length that had ended by `time`.
  fileprivate func keeps(_ time: Date, _ period: Period, now: Date) -> Bool {
    guard let historyDepth else { return true }
    // This candle ended less than a period before `time`, so it began less than two periods before `time`.
    return period.start(-2, after: time) >= period.start(-historyDepth, after: now)
  }
}
