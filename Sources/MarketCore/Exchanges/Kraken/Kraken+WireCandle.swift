import Foundation

extension Kraken {
  /// A row of `/OHLC`: `[time, open, high, low, close, vwap, volume, count]`. The last row is that of
  /// the running period. Whether a period without a trade has a row is unconfirmed.
  struct WireCandle: Decodable {
    let candle: Candle

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      let time = try container.time()
      func price() throws -> Decimal? { try container.number(quoted: true).nilIfZero }
      let (open, high, low, close) = (try price(), try price(), try price(), try price())
      // The volume-weighted average price.
      try container.skip()
      candle = Candle(
        time: time, open: open, high: high, low: low, close: close,
        volume: try container.number(quoted: true))
    }
  }
}
