package import Foundation

extension Upbit {
  /// Requests `/candles/minutes/60`, `/candles/days`, `/candles/weeks` or `/candles/months`: at most 200 rows,
  /// newest first, including the running period. `to` is the time before which candles begin (seen by another
  /// client in September 2026). Days begin at 00:00 UTC, weeks on Monday. A period without a trade has no row.
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let limit = end.map { Date(timeIntervalSince1970: Double($0.lastUnixTime() + 1)) }
    let response = try await scope.get(
      "candles", Self.path(of: period),
      query: [
        "market": try Self.name(of: pair), "to": limit?.formatted(.iso8601),
        "count": "\(period.count(from: start, before: end, most: 200))",
      ])
    return try response.rows { (list: JSONArray) in try list.objects(Self.candle) }
  }

  /// `{"market":"KRW-BTC","candle_date_time_utc":"2026-11-20T14:00:00","opening_price":39871000.00000000,
  /// "high_price":39900000.00000000,"low_price":39850000.00000000,"trade_price":39888000.00000000,"timestamp":
  /// 1795183234559,"candle_acc_trade_volume":4.96712,…}`: the start is in UTC without a `Z`, `timestamp` is the
  /// time of the last trade, the volume is in the base currency.
  private static func candle(_ row: JSONObject) throws -> Candle {
    let start = try row.requiredText("candle_date_time_utc")
    guard let time = Date(rfc3339: "\(start)Z") else {
      throw row.invalid("candle_date_time_utc", "not a time")
    }
    return try row.candle(
      at: time, open: "opening_price", high: "high_price", low: "low_price", close: "trade_price",
      volume: "candle_acc_trade_volume", quoted: false)
  }

  private static func path(of period: Period) -> String {
    switch period {
    case .oneDay: "days"
    case .oneWeek: "weeks"
    case .oneMonth: "months"
    default: "minutes/\(Int(period.seconds / 60))"
    }
  }
}
