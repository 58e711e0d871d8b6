public import Foundation

extension Coinbase {
  /// The most candles that may be requested by start and end; without both there are 350 (as answered
  /// in October 2026).
  private static let mostCandles: Int64 = 300

  /// `/products/ID/candles`, newest first, without periods in which nothing was traded.
  ///
  /// A page before a time covers 300 periods, however few of them have a candle. It begins and ends at
  /// whole seconds, both of which are included.
  public func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    try requireSupport(of: period)
    let step = Int64(period.seconds)
    let last = end?.lastUnixTime()
    let response = try await scope.get(
      "products", try pair.requestableSymbol(), "candles",
      query: [
        "granularity": "\(step)", "start": last.map { "\($0 + 1 - Self.mostCandles * step)" },
        "end": last.map { "\($0)" },
      ],
      limit: Self.limit)
    let rows = try response.parsed { (list: JSONArray) in try list.arrays(Self.candle) }
    return try Answer<[Candle]>(rows, in: response).map { $0.page(from: start, before: end) }
  }

  /// A page covers 300 periods, however few of them have a candle.
  public func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date? {
    guard let end, info.periods.contains(period) else { return oldestCandle }
    return end - Double(Self.mostCandles) * period.seconds
  }

  /// `[TIME s, LOW, HIGH, OPEN, CLOSE, VOLUME]`, numbers without quotes: low and high come first.
  private static func candle(_ row: inout JSONArray) throws -> Candle {
    let time = try row.time()
    let (low, high) = (try row.price(), try row.price())
    let (open, close) = (try row.price(), try row.price())
    return Candle(
      time: time, open: open, high: high, low: low, close: close, volume: try row.number())
  }
}
