import Foundation

extension Bitfinex {
  /// `[MTS, OPEN, CLOSE, HIGH, LOW, VOLUME]`: the close comes before the high.
  struct WireCandle: Decodable {
    let candle: Candle

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      let time = try container.time(units: 1000)
      let open = try container.number()
      let close = try container.number()
      let high = try container.number()
      let low = try container.number()
      candle = Candle(
        time: time,
        open: open.nilIfZero, high: high.nilIfZero, low: low.nilIfZero, close: close.nilIfZero,
        volume: try container.number())
    }
  }

  /// The periods, their names in a request, and how many seconds they have at least. There are also
  /// 3h and 14D, and no 4h.
  static let periods: [(period: Period, code: String, seconds: Double)] = [
    (.oneMinute, "1m", 60), (.fiveMinutes, "5m", 300), (.fifteenMinutes, "15m", 900),
    (.thirtyMinutes, "30m", 1_800), (.oneHour, "1h", 3_600), (.sixHours, "6h", 21_600),
    (.twelveHours, "12h", 43_200), (.oneDay, "1D", 86_400), (.oneWeek, "1W", 604_800),
    (.oneMonth, "1M", 28 * 86_400),
  ]

  /// The number of candles to ask for: 10,000 at most, and no more than can begin from `start` on, or
  /// since there is Bitcoin.
  static func mostCandles(from start: Date?, before end: Date, seconds: Double) -> Int {
    let first = max(start ?? .distantPast, Date(timeIntervalSince1970: 1_230_940_800))
    return Int(min(max(end.timeIntervalSince(first) / seconds + 2, 1), 10_000))
  }
}

extension Date {
  /// Whole milliseconds since 1970.
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded(.up)) }
}
