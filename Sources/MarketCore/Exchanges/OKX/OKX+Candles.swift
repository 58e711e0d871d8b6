package import Foundation

extension OKX {
  /// Without an end, requests `/market/candles`, which has only the newest 1,440 candles of a period; else
  /// `/market/history-candles`. Both send at most 300 rows `[TIME ms,OPEN,HIGH,LOW,CLOSE,VOLUME,…,CONFIRM]`,
  /// all as text, newest first (seen on OKJ, a sister exchange). There may be fewer rows than requested:
  /// other clients request 100 rows of `history-candles` (NautilusTrader, freqtrade). `after` is the time
  /// before which candles begin. A period without a trade has a row. The volume is in the base currency;
  /// `CONFIRM` is 0 until the candle is final. Whether `history-candles` include the running period is
  /// unconfirmed.
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let response = try await scope.get(
      "market", end == nil ? "candles" : "history-candles",
      query: [
        "instId": try Self.name(of: pair), "bar": Self.code(of: period),
        "after": end.map { "\($0.lastUnixTime(units: 1000) + 1)" },
        "limit": "\(period.count(from: start, before: end, most: 300))",
      ])
    return try response.rows { (root: JSONObject) in
      try root.array("data").candles(
        [\.open, \.high, \.low, \.close, \.volume], units: 1000, quoted: true,
        quotedTime: true
      ) { row in
        // Skips the volume in the quote currency, which a row has twice.
        try row.skip(2)
        return try row.wholeNumber() == 0
      }
    }
  }

  /// Periods of 6 hours and more have two codes: `1D` begins at midnight in Hong Kong, `1Dutc` at 00:00
  /// UTC. Shorter periods begin at the same time in both time zones.
  private static func code(of period: Period) -> String {
    switch period {
    case .oneMinute, .fiveMinutes, .fifteenMinutes, .thirtyMinutes: period.rawValue
    case .oneHour, .fourHours: period.rawValue.uppercased()
    case .sixHours, .twelveHours, .oneDay, .oneWeek, .oneMonth:
      "\(period.rawValue.uppercased())utc"
    }
  }
}
