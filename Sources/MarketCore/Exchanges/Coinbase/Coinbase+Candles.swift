package import Foundation

extension Coinbase {
  /// The most candles between `start` and `end`. Without both, 350 are sent (responses of October 2026).
  private static let mostCandles: Int64 = 300

  /// `/products/ID/candles`; a period without a trade has no row. A page before a time covers 300 periods.
  /// `start` and `end` are whole seconds, and both are included.
  /// `[TIME s, LOW, HIGH, OPEN, CLOSE, VOLUME]`, numbers without quotes. Low and high are first.
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let (step, last) = (Int64(period.seconds), end?.lastUnixTime())
    let response = try await scope.get(
      "products", try pair.requestableSymbol(), "candles",
      query: [
        "granularity": "\(step)", "start": last.map { "\($0 + 1 - Self.mostCandles * step)" },
        "end": last.map { "\($0)" },
      ])
    return try response.rows { (list: JSONArray) in
      try list.candles([\.low, \.high, \.open, \.close, \.volume])
    }
  }

  /// The start of this page, which covers 300 periods, even if few of them have a candle.
  package func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date? {
    end.map { $0 - Double(Self.mostCandles) * period.seconds } ?? oldestCandle
  }
}
