import Foundation

/// The past closes of pairs, from which ``PastSpan`` columns are computed. Candles that were received are
/// used for ``PastSpan/lifetime``: a page also has the closes that later polls need.
package struct PastCloses: Sendable {
  package struct Key: Hashable, Sendable {
    let listing: Listing
    let span: PastSpan
  }

  private struct Series {
    let period: Period
    /// The ends and closes of complete candles, oldest first.
    let closes: [(end: Date, close: Decimal)]
    /// The arrival time of the candles.
    let asOf: Date
  }

  private var series: [Key: Series] = [:]
  /// The failures of the last requests.
  private var failures: [Key: MarketError] = [:]
  /// The end of the pause after a temporary failure, by exchange.
  private var pauses: [ExchangeID?: ContinuousClock.Instant] = [:]

  package init() {}

  /// Returns the request for a close; `nil` if none is due, or if the exchange has no price history. `arrivals`
  /// are the arrivals of the rows that need closes.
  func request(
    for key: Key, from clients: [MarketClient], arrivals: (ExchangeID?) -> Date, on date: Date,
    at now: ContinuousClock.Instant
  ) -> CandleRequest? {
    let (listing, span) = (key.listing, key.span)
    guard isDue(key, on: date), pauses[listing.exchange].map({ $0 <= now }) ?? true,
      let client = clients.client(of: listing.exchange),
      let period = span.period(among: client.exchange.info.periods)
    else { return nil }
    // The first candle may have begun just before these periods.
    let count = Int((span.seconds / period.seconds).rounded(.up)) + Period.recentCount + 1
    return CandleRequest(
      of: listing, period, count: count, before: arrivals(listing.exchange), for: span)
  }

  private func isDue(_ key: Key, on date: Date) -> Bool {
    if failures[key]?.isPermanent ?? false { return false }
    guard let age = series[key].map({ date.timeIntervalSince($0.asOf) }) else { return true }
    // The time of a replay goes back when the recording restarts.
    return age.magnitude >= key.span.lifetime
  }

  /// Applies the candles of a request, or its failure. After a temporary failure, the exchange is not
  /// requested for `pause`, or for longer if it demands that.
  mutating func apply(
    _ result: CandleRequest.Result, of request: CandleRequest, at now: ContinuousClock.Instant,
    pause: Duration
  ) {
    guard let span = request.span else { return }
    let key = Key(listing: request.listing, span: span)
    switch result {
    case .success(let answer):
      failures[key] = nil
      // Closes of the whole lifetime are kept, and of another one in case the next request is late.
      let last = answer.asOf - span.seconds + 2 * span.lifetime
      let closes = answer.value.compactMap { candle -> (end: Date, close: Decimal)? in
        let end = request.period.start(1, after: candle.time)
        guard !candle.isUnconfirmed, end <= min(last, answer.asOf) else { return nil }
        return candle.close.map { (end, $0) }
      }
      series[key] = Series(period: request.period, closes: closes, asOf: answer.asOf)
    case .failure(.cancelled): break
    case .failure(let error):
      failures[key] = error
      if !error.isPermanent {
        pauses[key.listing.exchange] = now + error.pause(atLeast: pause)
      }
    }
  }

  /// The closes that long before a moment, as far as they are known: each the close of the newest candle
  /// that had ended by then, at most ten periods earlier.
  func closes(of listing: Listing, _ spans: Set<PastSpan>, at moment: Date) -> [PastSpan: Decimal] {
    spans.reduce(into: [:]) { closes, span in
      guard let series = series[Key(listing: listing, span: span)] else { return }
      let ends = series.period.recentEnds(at: moment - span.seconds)
      closes[span] = series.closes.last { $0.end <= ends.upperBound }
        .flatMap { ends.contains($0.end) ? $0.close : nil }
    }
  }

  /// Sentences on the failures of the last requests for these closes, each once.
  func sentences(on keys: @autoclosure () -> [Key], in market: Market) -> [String] {
    if failures.isEmpty { return [] }
    let sentences = Set(keys()).compactMap { key -> String? in
      guard let failure = failures[key] else { return nil }
      let exchange = key.listing.exchange
      let reason =
        switch failure {
        case .missing: "candles are not recorded"
        case _ where failure.unlisted != nil: failure.sentence(on: [market.title(of: exchange)])
        default: "\(failure.withoutDelay)"
        }
      return market.attributed("\(key.span.rawValue) is incomplete: \(reason)", to: exchange)
    }
    return Set(sentences).sorted()
  }
}
