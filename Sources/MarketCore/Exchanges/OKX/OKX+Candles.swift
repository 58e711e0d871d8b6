package import Foundation

extension OKX {
  /// The newest ones of `/market/candles`, which keeps 1,440 per period, and older ones of
  /// `/market/history-candles`, each 300 at most; clients ask the latter for 100 (NautilusTrader, freqtrade),
  /// for which pages need not be alike. `after` is the time before which candles begin. Whether the older
  /// ones include the running period is unconfirmed. A period without a trade has a row.
  /// `[TIME ms,OPEN,HIGH,LOW,CLOSE,VOLUME,…,CONFIRM]`, all as text, newest first (OKJ): the volume is in the
  /// base currency, and `CONFIRM` is 0 until the candle is final.
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
        // The volume in other currencies.
        try row.skip(2)
        return try row.wholeNumber() == 0
      }
    }
  }

  /// Of 6 hours and more there are two kinds, `1D` from midnight in Hong Kong and `1Dutc`; shorter ones
  /// begin at the same time everywhere.
  private static func code(of period: Period) -> String {
    switch period {
    case .oneMinute, .fiveMinutes, .fifteenMinutes, .thirtyMinutes: period.rawValue
    case .oneHour, .fourHours: period.rawValue.uppercased()
    case .sixHours, .twelveHours, .oneDay, .oneWeek, .oneMonth:
      "\(period.rawValue.uppercased())utc"
    }
  }
}
