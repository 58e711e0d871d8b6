public import Foundation

extension Kraken {
  /// `/OHLC`: the 720 most recent periods, whatever the request says; older ones are not available.
  public func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    try requireSupport(of: period)
    let query: KeyValuePairs<String, String?> = [
      "pair": try Self.name(of: pair), "interval": "\(Int(period.seconds / 60))",
    ]
    let (rows, response) = try await result(about: pair, "OHLC", query, in: scope) {
      (list: JSONArray) in try list.arrays(Self.candle)
    }
    return try Answer<[Candle]>(rows, in: response).map { $0.page(from: start, before: end) }
  }

  /// `[time, open, high, low, close, vwap, volume, count]`. The last row is that of the running period.
  /// Whether a period without a trade has a row is unconfirmed.
  private static func candle(_ row: inout JSONArray) throws -> Candle {
    let time = try row.time()
    let (open, high) = (try row.price(quoted: true), try row.price(quoted: true))
    let (low, close) = (try row.price(quoted: true), try row.price(quoted: true))
    // The volume-weighted average price.
    try row.skip()
    return Candle(
      time: time, open: open, high: high, low: low, close: close,
      volume: try row.number(quoted: true))
  }
}
