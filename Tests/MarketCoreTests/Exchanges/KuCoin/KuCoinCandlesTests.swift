import MarketCore
import Testing

/// The candles of KuCoin.
struct KuCoinCandlesTests {
  // FILL IN: each period's code, the end of a page, periods without a trade, an unknown pair.
  @Test func `a candle is read by its places`() async throws {
    let market = KuCoinMarket.market([
      "candles?symbol=BTC-USD&period=1h&limit=100": #"[[3600,"1","4","1","3","5"]]"#
    ])
    let pair = Pair(symbol: "BTC-USD")
    let answer = try await market.client.candles(of: pair, period: .oneHour).get()
    #expect(answer.value.map(\.line) == ["3600 1 4 1 3 5"])
  }
}
