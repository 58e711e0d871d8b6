import Foundation
import RandomInputs
import Testing

@testable import MarketCore

/// The tickers that are made from candles, compared with a slow reference.
///
/// `RANDOM_ROUNDS=50 swift test --filter CandleTickersTests` tests fifty times as many.
struct CandleTickersTests {
  private static let pair = Pair(symbol: "BTC-USD")

  /// Midnight UTC.
  private static let start = 1_795_132_800

  /// Candles in any order. Some are missing, some gaps are days long, and some numbers are unknown: more of
  /// long periods, as a day has few of these.
  private static func candles(_ period: Period, using random: inout Seeded) -> [Candle] {
    func isOneOf(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
    func number(in range: ClosedRange<Int>) -> Decimal? {
      isOneOf(period > .oneHour ? 10 : period == .oneHour ? 100 : 3_000)
        ? nil : Decimal(Int.random(in: range, using: &random), places: 2)
    }
    let day = Int(86_400 / period.seconds)
    var (index, candles) = (isOneOf(2) ? 0 : Int.random(in: 0..<day, using: &random), [Candle]())
    for _ in 0..<Int.random(in: 0...(2 * day + 12), using: &random) {
      let time = Date(timeIntervalSince1970: Double(start + index * Int(period.seconds)))
      candles.append(
        Candle(
          time: time, open: number(in: 1...999), high: number(in: 500...999),
          low: number(in: 1...499), close: number(in: 1...999), volume: number(in: 0...99)))
      index += isOneOf(10) ? 2 : isOneOf(30) ? .random(in: 1...(3 * day), using: &random) : 1
    }
    return candles.shuffled(using: &random)
  }

  /// The ticker at the end of a candle, by going through all candles.
  private static func ticker(at end: Date, _ candles: [Candle], _ period: Period) -> Ticker {
    func isEnded(_ candle: Candle, by time: Date) -> Bool { candle.time + period.seconds <= time }
    let dayAgo = end - 86_400
    let before = candles.filter { isEnded($0, by: dayAgo) }.max { $0.time < $1.time }
    let day = candles.filter { isEnded($0, by: end) && !isEnded($0, by: dayAgo) }
    // What was traded before the first candle is unknown.
    let isWhole = candles.contains { $0.time <= dayAgo }
    func known(_ number: (Candle) -> Decimal?) -> [Decimal]? {
      let numbers = day.compactMap(number)
      return isWhole && numbers.count == day.count ? numbers : nil
    }
    return Ticker(
      pair: pair, open: before?.close, volume: known(\.volume)?.reduce(0, +),
      last: candles.first { $0.time + period.seconds == end }?.close, high: known(\.high)?.max(),
      low: known(\.low)?.min()
    ).on("kraken")
  }

  @Test(arguments: [(Period.oneMinute, 1), (.oneHour, 10), (.twelveHours, 40), (.oneDay, 40)])
  func `the tickers are those of the reference`(period: Period, count: Int) {
    var random = Seeded(state: 41)
    var known = 0
    for _ in 0..<rounds(count) {
      let candles = Self.candles(period, using: &random)
      let tickers = candles.tickers(of: Self.pair, on: "kraken", period)
      #expect(tickers.map(\.time) == candles.map { $0.time + period.seconds }.sorted())
      for (time, ticker) in tickers {
        let expected = Self.ticker(at: time, candles, period)
        #expect(ticker == expected)
        known += ticker.open != nil && ticker.high != nil && ticker.volume != nil ? 1 : 0
      }
    }
    #expect(known > 100)
  }

  private static func candle(_ hour: Int, _ close: Decimal?, high: Decimal = 9) -> Candle {
    Candle(
      time: Date(timeIntervalSince1970: Double(start + hour * 3_600)), open: 5, high: high, low: 1,
      close: close, volume: 2)
  }

  @Test func `a day of candles has high, low and volume, one candle more the open`() {
    let candles = (0...25).map { Self.candle($0, Decimal($0), high: Decimal(100 - $0)) }
    let tickers = candles.tickers(of: Self.pair, on: nil, .oneHour).map(\.ticker)
    #expect(tickers.map(\.last) == (0...25).map { Decimal($0) })
    #expect(tickers.map(\.high) == Array(repeating: nil, count: 23) + [100, 99, 98])
    #expect(tickers.map(\.volume) == Array(repeating: nil, count: 23) + [48, 48, 48])
    #expect(tickers.map(\.open) == Array(repeating: nil, count: 24) + [0, 1])
    #expect(tickers[24].percent == nil && tickers[25].percent == 2_400)
    #expect(tickers.allSatisfy { $0.bid == nil && $0.ask == nil && $0.exchange == nil })
  }

  @Test func `without a trade 24 hours before, the open is the close before that`() {
    let candles = [Self.candle(0, 7), Self.candle(3, 8), Self.candle(26, 9), Self.candle(27, nil)]
    let tickers = candles.tickers(of: Self.pair, on: nil, .oneHour)
    #expect(tickers.map(\.ticker.open) == [nil, nil, 7, 8])
    #expect(tickers.map(\.ticker.last) == [7, 8, 9, nil])
    #expect(tickers.map(\.ticker.volume) == [nil, nil, 4, 4])
    #expect(tickers.last?.time == Date(timeIntervalSince1970: Double(Self.start + 28 * 3_600)))
  }

  @Test func `no candles are no tickers`() {
    #expect([Candle]().tickers(of: Self.pair, on: nil, .oneHour).isEmpty)
  }
}
