public import Foundation

extension Coinbase {
  /// The most candles that may be asked for by start and end; without both there are 350 (as answered
  /// in October 2026).
  private static let mostCandles: Int64 = 300

  /// `/products/ID/candles`, newest first, without periods in which nothing was traded.
  ///
  /// A page before a time covers 300 periods, however few of them have a candle. It begins and ends at
  /// whole seconds, both of which are included.
  public func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?,
    in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    guard let step = Self.granularity(of: period) else {
      throw unsupported("candles of \(period.rawValue)")
    }
    let id = try pair.requestable().symbol
    let response: Transport.Response
    if let end {
      let last = Int64(end.timeIntervalSince1970.rounded(.up)) - 1
      let first = last + 1 - Self.mostCandles * step
      response = try await scope.get(
        "products", id, "candles",
        query: ["granularity": "\(step)", "start": "\(first)", "end": "\(last)"],
        limit: Self.limit)
    } else {
      response = try await scope.get(
        "products", id, "candles", query: ["granularity": "\(step)"], limit: Self.limit)
    }
    let rows: Rows<WireCandle> = try response.decoded()
    let page = try Answer(rows.elements.map(\.candle), in: response, rows.warnings)
    return page.map { $0.page(from: start, before: end) }
  }

  /// A page covers 300 periods, however few of them have a candle.
  public func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date? {
    guard let end, let step = Self.granularity(of: period) else { return oldestCandle }
    return end - Double(Self.mostCandles * step)
  }

  /// The length of a period in seconds; `nil` for one that it does not have (400 `Unsupported
  /// granularity`).
  static func granularity(of period: Period) -> Int64? {
    switch period {
    case .oneMinute: 60
    case .fiveMinutes: 300
    case .fifteenMinutes: 900
    case .oneHour: 3600
    case .sixHours: 21_600
    case .oneDay: 86_400
    case .thirtyMinutes, .fourHours, .twelveHours, .oneWeek, .oneMonth: nil
    }
  }

  /// `[TIME s, LOW, HIGH, OPEN, CLOSE, VOLUME]`, numbers without quotes: low and high come first.
  struct WireCandle: Decodable {
    let candle: Candle

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      let time = try container.time()
      let low = try container.number().nilIfZero
      let high = try container.number().nilIfZero
      let open = try container.number().nilIfZero
      let close = try container.number().nilIfZero
      let volume = try container.number()
      candle = Candle(time: time, open: open, high: high, low: low, close: close, volume: volume)
    }
  }
}
