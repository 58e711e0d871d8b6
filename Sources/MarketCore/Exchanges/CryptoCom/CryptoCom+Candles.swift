package import Foundation

extension CryptoCom {
  /// Requests `/get-candlestick`: at most 300 candles, oldest first, the running period last (response of
  /// 2026-09-02; 300: ccxt). The page reaches back from `end_ts`, in milliseconds; `start_ts` is ignored
  /// (seen by another client in September 2026). Days begin at 00:00 UTC, weeks on Monday, months on their
  /// first day. Whether a candle that begins at `end_ts` is included, what a period without a trade has, and
  /// how far back candles are kept, is unconfirmed.
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let response = try await scope.get(
      "get-candlestick",
      query: [
        "instrument_name": try Self.name(of: pair), "timeframe": Self.code(of: period),
        "count": "\(period.count(from: start, before: end, most: 300))",
        "end_ts": end.map { "\($0.lastUnixTime(units: 1000))" },
      ])
    return try response.rows { (root: JSONObject) in
      try Self.data(in: root).objects(Self.candle)
    }
  }

  /// `{"o":"27412.31","h":"27500.00","l":"27400.00","c":"27431.05","v":"25.42000","t":1795183200000}`: `t` is
  /// the start in milliseconds, the volume is in the base currency.
  private static func candle(_ row: JSONObject) throws -> Candle {
    try row.candle(
      at: row.requiredTime(milliseconds: "t"), open: "o", high: "h", low: "l", close: "c",
      volume: "v")
  }

  private static func code(of period: Period) -> String {
    switch period {
    case .oneDay: "1D"
    case .oneWeek: "7D"
    default: period.rawValue
    }
  }
}
