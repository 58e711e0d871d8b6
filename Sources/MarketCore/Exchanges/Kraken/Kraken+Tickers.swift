import Foundation

extension Kraken {
  package func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    try await rows("Ticker", of: pairs, in: scope, ticker)
  }

  /// `{"a":["27412.4","1","1.000"],…,"v":["12.5","31.25"],"o":"26954.1"}`. `a` (ask), `b` (bid) and `c`
  /// (last) have a price and sizes. `v`, `h` and `l` have a value since 00:00 UTC and a value of the last
  /// 24 hours. `o` is the first price since 00:00 UTC; the price 24 hours ago is not sent. The price in `c`
  /// is 0 without a trade in 24 hours, `o` without a trade since 00:00 UTC, `a` or `b` without orders
  /// (responses of 2026-06-24).
  private func ticker(of pair: Pair, _ row: JSONObject) throws -> Ticker {
    func number(_ key: JSONKey, at index: Int) throws -> Decimal? {
      guard var numbers = try row.optionalArray(key) else { return nil }
      try numbers.skip(index)
      return try numbers.number(quoted: true)
    }
    let (ask, bid) = (try number("a", at: 0), try number("b", at: 0))
    let (last, volume) = (try number("c", at: 0), try number("v", at: 1))
    let (low, high) = (try number("l", at: 1), try number("h", at: 1))
    return Ticker(
      pair: pair, open: try row.price("o", quoted: true), volume: volume, last: last.nilIfZero,
      changeReference: info.changeReference, bid: bid.nilIfZero, ask: ask.nilIfZero,
      high: high.nilIfZero,
      low: low.nilIfZero)
  }
}
