package import Foundation

extension Coinbase {
  /// The most candles from a start to an end; without both there are 350 (answers of October 2026).
  private static let mostCandles: Int64 = 300

  /// `/products/ID/candles`, without periods in which nothing was traded. A page before a time covers
  /// 300 periods. It begins and ends at whole seconds, both of which are included.
  /// `[TIME s, LOW, HIGH, OPEN, CLOSE, VOLUME]`, numbers without quotes: low and high come first.
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

  /// A page covers 300 periods, however few of them have a candle.
  package func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date? {
    end.map { $0 - Double(Self.mostCandles) * period.seconds } ?? oldestCandle
  }
}
