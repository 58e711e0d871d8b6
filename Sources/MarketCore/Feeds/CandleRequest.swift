package import Foundation

/// A request for one page with the newest candles of a pair, for its chart, its trend or a past close.
package struct CandleRequest: Hashable, Sendable {
  package typealias Result = Swift.Result<Answer<[Candle]>, MarketError>

  package let listing: Listing
  package let period: Period
  /// The number of periods, up to the running one.
  package let count: Int
  /// The span whose close the candles have; `nil` for other uses.
  package let span: PastSpan?

  package init(of listing: Listing, _ period: Period, count: Int, for span: PastSpan? = nil) {
    (self.listing, self.period, self.count, self.span) = (listing, period, count, span)
  }

  /// Sends the request with the client of the exchange. Requests of polls have priority. A transient failure
  /// is retried if `clock` is not `nil`.
  package func send(
    with clients: [MarketClient], on date: Date, retryingBy clock: PollClock? = nil
  ) async -> Result {
    guard let client = clients.backgroundClient(of: listing.exchange) else {
      return .failure(.cancelled)
    }
    let start = period.start(-count, after: date)
    @Sendable func candles(_ client: MarketClient) async -> Result {
      await client.candles(of: listing.pair, period: period, from: start)
    }
    guard let clock else { return await candles(client) }
    return await client.retrying(clock: clock, candles)
  }
}
