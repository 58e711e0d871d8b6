import Foundation

extension Bitstamp {
  /// An answer of `/ohlc/`.
  struct WireCandles: Decodable {
    /// The pair; not sent in 2019.
    let pair: Pair?
    let candles: [Candle]
    /// The reasons of rows that were left out.
    let warnings: [Warning]

    private struct Contents: Decodable {
      let pair: String?
      let ohlc: Rows<WireCandle>
    }

    private enum CodingKeys: CodingKey { case data }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let contents = try container.decode(Contents.self, forKey: .data)
      pair = contents.pair.flatMap(Bitstamp.pair)
      (candles, warnings) = (contents.ohlc.elements.map(\.candle), contents.ohlc.warnings)
    }
  }

  private struct WireCandle: Decodable {
    let candle: Candle

    private enum CodingKeys: CodingKey { case timestamp, open, high, low, close, volume }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func price(_ key: CodingKeys) throws -> Decimal? {
        try container.number(forKey: key, quoted: true).nilIfZero
      }
      candle = Candle(
        time: try container.time(forKey: .timestamp),
        open: try price(.open), high: try price(.high), low: try price(.low),
        close: try price(.close), volume: try container.number(forKey: .volume, quoted: true))
    }
  }

  /// The periods and their seconds. There are also 3m, 2h and 3d; no weeks, no months.
  static let steps: [(period: Period, seconds: Int)] = [
    (.oneMinute, 60), (.fiveMinutes, 300), (.fifteenMinutes, 900), (.thirtyMinutes, 1_800),
    (.oneHour, 3_600), (.fourHours, 14_400), (.sixHours, 21_600), (.twelveHours, 43_200),
    (.oneDay, 86_400),
  ]

  /// The number of candles to ask for: 1,000 at most, and no more than can begin from `start` on.
  static func mostCandles(from start: Date?, before end: Date, step: Int) -> Int {
    guard let start else { return 1_000 }
    return Int(min(max(end.timeIntervalSince(start) / Double(step) + 2, 1), 1_000))
  }
}

extension Date {
  /// Whole seconds since 1970, rounded up.
  var wholeSeconds: Int64 { Int64(timeIntervalSince1970.rounded(.up)) }
}
