package import Foundation

extension Bitget {
  /// Without an end, requests `/spot/market/candles`: at most 1,000 rows, with the running period, but only
  /// recent ones (a month of 1m and 5m, 83 days of 1h). Else `/spot/market/history-candles`: at most 200 rows
  /// that begin before `endTime`, without the running period (measured in September 2026). A row is `["START
  /// ms","OPEN","HIGH","LOW","CLOSE","VOLUME",…]`, oldest first; the volume is in the base currency, then
  /// follow the volumes in USDT and in the quote currency. Whether a period without a trade has a row is
  /// unconfirmed. Bitget also has 3m and 3d. A pair that is halted for long can have only older candles.
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let response = try await response(about: pair, in: scope) { symbol throws(MarketError) in
      let most = end == nil ? 1000 : 200
      return try await scope.get(
        "spot", "market", end == nil ? "candles" : "history-candles",
        query: [
          "symbol": symbol, "granularity": Self.granularity(of: period),
          "endTime": end.map { "\($0.lastUnixTime(units: 1000) + 1)" },
          "limit": "\(period.count(from: start, before: end, most: most))",
        ])
    }
    let page = try response.rows { (root: JSONObject) in
      try root.array("data").candles(
        [\.open, \.high, \.low, \.close, \.volume], units: 1000, quoted: true, quotedTime: true)
    }
    guard end == nil, page.value.isEmpty else { return page }
    do throws(MarketError) {
      return try await candles(of: pair, period: period, from: start, before: page.asOf, in: scope)
    } catch .missing {
      // A recording may have only recent candles.
      return page
    }
  }

  /// Periods of 6 hours and more have two codes: `1day` begins at midnight in UTC+8, `1Dutc` at 00:00 UTC.
  private static func granularity(of period: Period) -> String {
    switch period {
    case .oneMinute, .fiveMinutes, .fifteenMinutes, .thirtyMinutes: "\(period.rawValue)in"
    case .oneHour, .fourHours: period.rawValue
    case .sixHours, .twelveHours, .oneDay, .oneWeek, .oneMonth:
      "\(period.rawValue.uppercased())utc"
    }
  }
}
