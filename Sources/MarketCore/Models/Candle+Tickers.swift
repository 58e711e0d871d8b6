package import Foundation

extension [Candle] {
  /// Returns the ticker of a pair at the end of each candle, oldest first. `period` is the length of the
  /// candles, a divisor of a day. The last price is the close, and the open is the last close that is at
  /// least 24 hours older. High, low and volume cover these 24 hours. They and the open are `nil` if the
  /// candles begin too late, or a number is unknown. Gaps between candles are ignored.
  package func tickers(
    of pair: Pair, on exchange: ExchangeID?, _ period: Period
  ) -> [(time: Date, ticker: Ticker)] {
    let candles = sorted { $0.time < $1.time }
    var first = 0
    return candles.indices.map { index in
      let end = period.start(1, after: candles[index].time)
      let dayAgo = end - Period.oneDay.seconds
      while candles[first].time < dayAgo { first += 1 }
      let day = candles[0].time <= dayAgo ? candles[first...index] : []
      var ticker = Ticker(
        pair: pair, open: first > 0 ? candles[first - 1].close : nil, volume: day.sum(of: \.volume),
        last: candles[index].close, high: day.extreme(of: \.high) { $0.isBelow($1) },
        low: day.extreme(of: \.low) { $1.isBelow($0) })
      ticker.exchange = exchange
      return (end, ticker)
    }
  }
}

extension ArraySlice<Candle> {
  fileprivate func sum(of number: (Candle) -> Decimal?) -> Decimal? {
    reduce(isEmpty ? nil : 0) { sum, candle in
      sum.flatMap { sum in number(candle).map { sum.adding($0) } }
    }
  }

  /// Returns the maximum by `precedes`; `nil` if a number is unknown, or there is no candle.
  fileprivate func extreme(
    of number: (Candle) -> Decimal?, by precedes: (Decimal, Decimal) -> Bool
  ) -> Decimal? {
    let numbers = compactMap(number)
    return numbers.count == count ? numbers.max(by: precedes) : nil
  }
}
