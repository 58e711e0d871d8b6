package import Foundation

extension Kraken {
  /// `/OHLC`: always the 720 most recent periods; older ones are not available. The last row is the running
  /// period. Whether a period without a trade has a row is unconfirmed.
  /// `[time, open, high, low, close, vwap, volume, count]`
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
