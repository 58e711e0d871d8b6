import Foundation
import MarketCore
import TestTools
import Testing

/// The candles of Coinbase.
struct CoinbaseCandlesTests {
  private static let pair = Pair(symbol: "BTC-USD")
  private static let rows = """
    [[7200,81147.06,81837,81160.33,81590.55,392.52259658],[3600,1E-8,2,1.5,1.7,0,"more"],
    [0,0,0,0,0,null]]
    """

  @Test func `low and high come first, the newest row too`() async throws {
    let market = CoinbaseMarket.market(["products/BTC-USD/candles?granularity=3600": Self.rows])
    let answer = try await market.client.candles(of: Self.pair, period: .oneHour).get()
    #expect(
      answer.value.map(\.line) == [
        "0 - - - - -", "3600 1.5 2 0.00000001 1.7 0",
        "7200 81160.33 81837 81147.06 81590.55 392.52259658",
      ])
    #expect(market.asked == ["products/BTC-USD/candles?granularity=3600"])
  }

  @Test(
    arguments: [
      (.oneMinute, 60), (.fiveMinutes, 300), (.fifteenMinutes, 900), (.oneHour, 3600),
      (.sixHours, 21_600), (.oneDay, 86_400),
    ] as [(Period, Int)])
  func `a page before a time covers 300 periods and does not hold that time`(
    period: Period, step: Int
  ) async throws {
    for end in [1_790_000_000.0, 1_789_948_800, 1_789_999_999.5] {
      let last = Int(end.rounded(.up)) - 1
      let target =
        "products/BTC-USD/candles?granularity=\(step)&start=\(last + 1 - 300 * step)&end=\(last)"
      let market = CoinbaseMarket.market([target: "[]"])
      #expect(
        try await market.client.candles(of: Self.pair, period: period, before: .seconds(end)).get()
          .value == [])
      #expect(market.asked == [target])
      // More than 300 are refused: (end − start) ÷ step counts.
      let times = stride(from: (last / step) * step, to: last - 300 * step, by: -step)
      #expect(Array(times).count == 300)
    }
  }

  @Test func `a start bounds the answer and not the request, and the end is not included`()
    async throws
  {
    let market = CoinbaseMarket.market([
      "products/BTC-USD/candles?granularity=3600": Self.rows,
      "products/BTC-USD/candles?granularity=3600&start=-1072800&end=7199": Self.rows,
    ])
    let bounded = try await market.client.candles(
      of: Self.pair, period: .oneHour, from: .seconds(3600)
    )
    .get()
    #expect(bounded.value.map(\.time.timeIntervalSince1970) == [3600, 7200])
    let older = try await market.client.candles(
      of: Self.pair, period: .oneHour, from: .seconds(1), before: .seconds(7200)
    ).get()
    #expect(older.value.map(\.time.timeIntervalSince1970) == [3600])
  }

  @Test func `an older page is the window before, whatever the last one had`() async throws {
    let now = 1_790_002_800
    let rows = [now, now - 349 * 3600].map { "[\($0),1,1,1,1,1]" }.joined(separator: ",")
    let newest = "products/BTC-USD/candles?granularity=3600"
    func window(_ end: Int) -> String {
      "\(newest)&start=\(end - 300 * 3600)&end=\(end - 1)"
    }
    let windows = [now - 349 * 3600, now - 649 * 3600].map(window)
    let market = CoinbaseMarket.market([
      newest: "[\(rows)]", windows[0]: "[]",
      windows[1]: "[[\(now - 680 * 3600),2,2,2,2,2]]",
    ])
    let range = HistoryRange(.oneHour, count: 700, from: nil, to: nil, now: .seconds(Double(now)))
    let answer = try await market.client.history(
      of: Self.pair, range, clock: market.clock.pollClock()
    ).get()
    #expect(
      answer.value.map(\.time.timeIntervalSince1970)
        == [680, 349, 0].map { Double(now - $0 * 3600) })
    #expect(market.asked == [newest] + windows)
  }

  @Test func `an empty newest page is not the last`() async throws {
    let now = 1_790_002_800
    let newest = "products/BTC-USD/candles?granularity=3600"
    let end = now - 300 * 3600
    let older = "\(newest)&start=\(end - 300 * 3600)&end=\(end - 1)"
    let market = CoinbaseMarket.market(
      [older: "[[\(end - 7200),1,1,1,1,1]]"],
      responses: [
        newest: Transport.Response(body: Data("[]".utf8), receivedAt: .seconds(Double(now)))
      ])
    let range = HistoryRange(.oneHour, count: 500, from: nil, to: nil, now: .seconds(Double(now)))
    let answer = try await market.client.history(
      of: Self.pair, range, clock: market.clock.pollClock()
    ).get()
    #expect(answer.value.map(\.time) == [.seconds(Double(end - 7200))])
    #expect(market.asked == [newest, older])
  }

  @Test func `a row that cannot be understood is counted`() async throws {
    let market = CoinbaseMarket.market([
      "products/BTC-USD/candles?granularity=60":
        #"[[60,1,2,3,4,5],["x",1,2,3,4,5],{},[120,true,2,3,4,5],[1e300,1,2,3,4,5]]"#
    ])
    let answer = try await market.client.candles(of: Self.pair, period: .oneMinute).get()
    #expect(answer.value.map(\.line) == ["60 3 2 1 4 5"])
    #expect(answer.warnings.count == 4)
  }
}
