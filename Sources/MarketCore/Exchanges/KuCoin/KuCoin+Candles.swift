package import Foundation

extension KuCoin {
  /// Requests `/v1/market/candles`: rows `[TIME s,OPEN,CLOSE,HIGH,LOW,VOLUME,QUOTE VOLUME]`, all as text,
  /// newest first; the volume is in the base currency. A period without a trade has no row until the next
  /// trade (measured on 2026-09-25). Without a range, the newest 100 candles are sent. A range has at most
  /// 1,500; more are cut off, probably the oldest ones. `startAt` is included; whether `endAt` is, is
  /// unconfirmed.
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let last = end.map { $0.lastUnixTime() + 1 }
    let length = Int64(period.count(from: start, before: end, most: 1499) * Int(period.seconds))
    let response = try await scope.get(
      "v1", "market", "candles",
      query: [
        "symbol": try await symbol(of: pair, in: scope), "type": Self.code(of: period),
        "startAt": last.map { "\(max($0 - length, 0))" }, "endAt": last.map { "\($0)" },
      ], cost: 3)
    let rows = try Self.data(of: response) { (list: JSONArray) in
      try list.candles(
        [\.open, \.close, \.high, \.low, \.volume], quoted: true, quotedTime: true)
    }
    return try Answer(rows, in: response)
  }

  /// The oldest candle of this page. Before an empty page, there can be older candles: a page without a range
  /// may be of the last 100 periods.
  package func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date? {
    oldestCandle ?? end.map { $0 - 100 * period.seconds }
  }

  /// Weeks begin on Thursdays (responses of 2022). That days and months begin at 00:00 UTC is unconfirmed.
  private static func code(of period: Period) -> String {
    switch period {
    case .oneMinute, .fiveMinutes, .fifteenMinutes, .thirtyMinutes: "\(period.rawValue)in"
    case .oneHour, .fourHours, .sixHours, .twelveHours: "\(period.rawValue)our"
    case .oneDay: "1day"
    case .oneWeek: "1week"
    case .oneMonth: "1month"
    }
  }
}
