public import Foundation

extension Binance {
  /// `/klines`, 1,000 at most, oldest first; a period without a trade has a row of volume 0.
  public func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?,
    in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let response = try await response(about: pair, in: scope) {
      (symbol) async throws(MarketError) in
      // Lengths are spelled as ours, and an end is included.
      guard let end else {
        return try await scope.get(
          "klines", query: ["symbol": symbol, "interval": period.rawValue, "limit": "1000"],
          limit: Self.limit, cost: Weight.candles)
      }
      let last = Int64((end.timeIntervalSince1970 * 1000).rounded(.up)) - 1
      return try await scope.get(
        "klines",
        query: [
          "symbol": symbol, "interval": period.rawValue, "limit": "1000", "endTime": "\(last)",
        ],
        limit: Self.limit, cost: Weight.candles)
    }
    let rows: Rows<WireCandle> = try response.decoded()
    let page = try Answer(rows.elements.map(\.candle), in: response, rows.warnings)
    return page.map { $0.page(from: start, before: end) }
  }

  /// `[OPEN TIME ms, OPEN, HIGH, LOW, CLOSE, VOLUME, CLOSE TIME ms, …]`, prices and volume in quotes.
  struct WireCandle: Decodable {
    let candle: Candle

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      let time = try container.time(units: 1000)
      let open = try container.number(quoted: true).nilIfZero
      let high = try container.number(quoted: true).nilIfZero
      let low = try container.number(quoted: true).nilIfZero
      let close = try container.number(quoted: true).nilIfZero
      let volume = try container.number(quoted: true)
      candle = Candle(time: time, open: open, high: high, low: low, close: close, volume: volume)
    }
  }
}
