public import Foundation

extension Binance {
  /// `/klines`, 1,000 at most, oldest first; a period without a trade has a row of volume 0. Periods are
  /// spelled as ours, and an end is included.
  public func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let response = try await response(about: pair, in: scope) { symbol throws(MarketError) in
      try await scope.get(
        "klines",
        query: [
          "symbol": symbol, "interval": period.rawValue, "limit": "1000",
          "endTime": end.map { "\($0.lastUnixTime(units: 1000))" },
        ],
        limit: Self.limit, cost: 2)
    }
    let rows = try response.parsed { (list: JSONArray) in try list.arrays(Self.candle) }
    return try Answer<[Candle]>(rows, in: response).map { $0.page(from: start, before: end) }
  }

  /// `[OPEN TIME ms, OPEN, HIGH, LOW, CLOSE, VOLUME, CLOSE TIME ms, …]`, prices and volume quoted.
  private static func candle(_ row: inout JSONArray) throws -> Candle {
    let time = try row.time(units: 1000)
    let (open, high) = (try row.price(quoted: true), try row.price(quoted: true))
    let (low, close) = (try row.price(quoted: true), try row.price(quoted: true))
    return Candle(
      time: time, open: open, high: high, low: low, close: close,
      volume: try row.number(quoted: true))
  }
}
