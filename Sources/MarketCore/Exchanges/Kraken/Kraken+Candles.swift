package import Foundation

extension Kraken {
  /// Requests `/OHLC`: rows `[time, open, high, low, close, vwap, volume, count]` of the 720 most recent
  /// periods; the last one is running. Whether a period without a trade has a row is unconfirmed.
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
