package import Foundation
package import MarketCore

/// The open, the highest, the lowest and the last price of a candle.
package typealias Prices = (open: Decimal?, high: Decimal?, low: Decimal?, close: Decimal?)

extension Poll {
  private static var start: ContinuousClock.Instant { .now }

  /// A poll with this answer.
  package static func answered<Content>(_ content: Content) -> Poll where Value == Answer<Content> {
    let answer = Answer(content, asOf: Date(timeIntervalSince1970: 1_795_258_928), source: "here")
    return Poll(result: .success(answer), at: start, next: start + .seconds(10))
  }

  /// A poll that failed.
  package static var failed: Poll {
    Poll(result: .failure(.unreachable("no route")), at: start, next: start + .seconds(1))
  }
}

/// The end of the newest candle of a sample, a Friday.
package let lastCandleEnd = Date(timeIntervalSince1970: 1_795_132_800)

extension Poll where Value == Answer<[CandleRow]> {
  /// A poll of such candles, with volumes as far as they are known.
  package static func answered(
    rows: [Prices?], volumes: [Decimal?] = [], _ period: Period, symbol: String = "BTC-USD"
  ) -> Poll {
    .answered(
      rows.enumerated().compactMap { index, prices in
        guard let prices else { return nil }
        let time = period.start(index - rows.count, after: lastCandleEnd)
        return CandleRow(
          exchange: "test", pair: Pair(symbol: symbol), period: period,
          candle: Candle(
            time: time, open: prices.open, high: prices.high, low: prices.low, close: prices.close,
            volume: index < volumes.count ? volumes[index] : nil), asOf: lastCandleEnd)
      })
  }
}
