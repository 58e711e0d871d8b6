package import Foundation

extension Upbit {
  /// FILL IN: `/candles`, how many at most, whether the end is included, what a period without a trade
  /// has, whether the running period is marked: `[TIME s, OPEN, HIGH, LOW, CLOSE, VOLUME]`.
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let response = try await scope.get(
      "candles",
      query: [
        "symbol": try pair.requestableSymbol(), "period": period.rawValue,
        "limit": "\(period.count(from: start, before: end, most: 100))",
        "end": end.map { "\($0.lastUnixTime())" },
      ])
    return try response.rows { (list: JSONArray) in
      try list.candles([\.open, \.high, \.low, \.close, \.volume], quoted: true)
    }
  }
}
