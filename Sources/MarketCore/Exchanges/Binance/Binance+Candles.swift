package import Foundation

extension Binance {
  /// Requests `/klines`: at most 1,000 rows `[OPEN TIME ms, OPEN, HIGH, LOW, CLOSE, VOLUME, …]`.
  /// A period without a trade has a row with volume 0. A row at `endTime` is included.
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let response = try await response(about: pair, in: scope) { symbol throws(MarketError) in
      try await scope.get(
        "klines",
        query: [
          "symbol": symbol, "interval": period.rawValue, "limit": "1000",
          "endTime": end.map { "\($0.lastUnixTime(units: 1000))" },
        ], cost: 2)
    }
    return try response.rows { (list: JSONArray) in
      try list.candles([\.open, \.high, \.low, \.close, \.volume], units: 1000, quoted: true)
    }
  }
}
