package import Foundation

extension Bybit {
  /// Requests `/kline`: at most 1,000 rows `["START ms","OPEN","HIGH","LOW","CLOSE","VOLUME","TURNOVER"]`,
  /// newest first, by default 200. The volume is in the base currency (proved by responses of 2025 and 2026). A
  /// row at `end` is included (other clients, August 2026), and so is the running period. Whether weeks begin on
  /// Mondays, and whether a period without a trade has a row, are unconfirmed. Bybit also has 3m and 2h.
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let response = try await response(about: pair, in: scope) { symbol throws(MarketError) in
      try await scope.get(
        "kline",
        query: [
          "category": "spot", "symbol": symbol, "interval": Self.interval(of: period),
          "end": end.map { "\($0.lastUnixTime(units: 1000))" },
          "limit": "\(period.count(from: start, before: end, most: 1000))",
        ])
    }
    return try response.rows { (root: JSONObject) in
      try Self.list(root).candles(
        [\.open, \.high, \.low, \.close, \.volume], units: 1000, quoted: true, quotedTime: true)
    }
  }

  /// Minutes, or a letter.
  private static func interval(of period: Period) -> String {
    switch period {
    case .oneDay: "D"
    case .oneWeek: "W"
    case .oneMonth: "M"
    default: "\(Int(period.seconds / 60))"
    }
  }
}
