package import Foundation

extension Coinbase {
  /// The most candles between `start` and `end`. Without both, 350 are sent (responses of October 2026).
  private static let mostCandles: Int64 = 300

  /// Requests `/products/ID/candles`: rows `[TIME s, LOW, HIGH, OPEN, CLOSE, VOLUME]`. A period without a
  /// trade has no row. `start` and `end` are whole seconds; rows at both are included.
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

  /// The start of this page: 300 periods before its end, although some of these may have no candle. For a
  /// page without an end, the start of its oldest candle.
  package func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date? {
    end.map { $0 - Double(Self.mostCandles) * period.seconds } ?? oldestCandle
  }
}
