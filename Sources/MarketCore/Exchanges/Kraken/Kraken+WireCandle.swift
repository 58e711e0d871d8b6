import Foundation

extension Kraken {
  /// A row of `/OHLC`: `[time, open, high, low, close, vwap, volume, count]`. The last row is that of
  /// the running period. Whether a period without a trade has a row is unconfirmed.
  struct WireCandle: Decodable {
    let candle: Candle

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      guard let time = try container.number().flatMap(Date.init(unixSeconds:)) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "without a time"))
      }
      func price() throws -> Decimal? { try container.number(quoted: true).unlessZero }
      let (open, high, low, close) = (try price(), try price(), try price(), try price())
      // The volume-weighted average price.
      if !container.isAtEnd { _ = try container.superDecoder() }
      candle = Candle(
        time: time, open: open, high: high, low: low, close: close,
        volume: try container.number(quoted: true))
    }
  }
}

extension Date {
  /// `nil` beyond the year 9999.
  fileprivate init?(unixSeconds seconds: Decimal) {
    guard seconds >= 0, seconds < 253_402_300_800 else { return nil }
    self.init(timeIntervalSince1970: NSDecimalNumber(decimal: seconds).doubleValue)
  }
}
