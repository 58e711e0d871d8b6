package import Foundation

extension Kraken {
  /// Requests `/OHLC`: the newest 720 rows `[time, open, high, low, close, vwap, volume, count]`; the last
  /// row is of the running period. Whether a period without a trade has a row is unconfirmed.
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let query: KeyValuePairs<String, String?> = [
      "pair": try Self.name(of: pair), "interval": "\(Int(period.seconds / 60))",
    ]
    let (rows, response) = try await result(about: pair, "OHLC", query, in: scope) {
      (list: JSONArray) in
      try list.candles([\.open, \.high, \.low, \.close, nil, \.volume], quoted: true)
    }
    return try Answer(rows, in: response)
  }
}
