package import Foundation

extension Bitvavo {
  /// Requests `/BTC-EUR/candles?interval=1h&limit=1440&end=1795183200000`: at most 1,440 rows
  /// `[TIME ms,"OPEN","HIGH","LOW","CLOSE","VOLUME"]`, newest first, of candles that begin before `end`
  /// (seen by a client in October 2026). The volume is in the base currency. A period without a trade has no
  /// row. The current period has a row without a mark. `end` must be the end of a candle (documentation). On
  /// which day weeks begin, and that days and longer periods begin at 00:00 UTC, is unconfirmed; the days of
  /// one client do.
  ///
  /// According to another client, the status for a range before the first candle is 400 (unconfirmed): an
  /// error about a parameter of an older page makes this page empty, which ends the history.
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    // The starts of weeks and months are unknown.
    let step = period <= .oneDay ? period.seconds : 1
    let query: KeyValuePairs = [
      "interval": period == .oneWeek ? "1W" : period.rawValue,
      "limit": "\(period.count(from: start, before: end, most: 1440))",
      "end": end.map { "\(Int64(($0.timeIntervalSince1970 / step).rounded(.up) * step) * 1000)" },
    ]
    do throws(MarketError) {
      return try await scope.get(try pair.requestableSymbol(), "candles", query: query).rows {
        (list: JSONArray) in
        try list.candles([\.open, \.high, \.low, \.close, \.volume], units: 1000, quoted: true)
      }
    } catch .exchangeError(let message, false) where end != nil && message.contains("parameter") {
      return Answer([], asOf: .now)
    }
  }
}
