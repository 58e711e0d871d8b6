package import Foundation

extension Bitso {
  /// Requests `/ohlc?book=btc_mxn&time_bucket=3600&start=…&end=…`, which is not documented. Sources: ccxt
  /// and three other clients (2022 to September 2026). `time_bucket` is in seconds, `start` and `end` are in
  /// milliseconds. Without both, the newest candles are sent; how many, is unconfirmed. Up to 1,440 rows
  /// were seen in one response; one client says "a few hundred", so 300 are requested. Whether a row at
  /// `end` is included is unconfirmed.
  ///
  /// Days begin at midnight in Mexico City, 06:00 UTC (July and September 2026), so only periods of up to an
  /// hour are offered. Bitso also has 4h and 12h, whose start was not seen.
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let first = end.map { $0 - 300 * period.seconds }
    let response = try await scope.get(
      "ohlc",
      query: [
        "book": try Self.name(of: pair), "time_bucket": "\(Int(period.seconds))",
        "start": first.map { "\($0.lastUnixTime(units: 1000) + 1)" },
        "end": end.map { "\($0.lastUnixTime(units: 1000) + 1)" },
      ])
    return try response.rows { (root: JSONObject) in
      try root.array("payload").objects(Self.candle)
    }
  }

  /// `{"bucket_start_time":1795183200000,"first_trade_time":1795183214990,"last_trade_time":1795183249442,
  /// "first_rate":"466000","last_rate":"466010","min_rate":"465990","max_rate":"466020","trade_count":8,
  /// "volume":"0.00082814","vwap":"466005.02"}`, oldest first. A period without a trade has the last price
  /// and a volume of 0. The current period is included, without a mark. The volume is in the base currency.
  private static func candle(_ row: JSONObject) throws -> Candle {
    try row.candle(
      at: row.requiredTime(milliseconds: "bucket_start_time"), open: "first_rate",
      high: "max_rate", low: "min_rate", close: "last_rate", volume: "volume")
  }
}
