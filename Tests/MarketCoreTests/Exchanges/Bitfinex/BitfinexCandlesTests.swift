import Foundation
import MarketCore
import Testing

/// The candles of Bitfinex.
struct BitfinexCandlesTests {
  private static let target = "candles/trade:1h:tBTCUSD/hist?limit=10000"
  private static let pair = Pair(symbol: "BTC-USD")

  @Test func `the close comes before the high, and the newest candle first`() async throws {
    let market = BitfinexMarket.market([
      Self.target: """
      [[1795183200000,27426,27418,27477,27362,0.5],[1795179600000,27375,27426,27435,27356,1e-8,null,7],\
      [1795176000000,0,null,"27497",1.7e-7,0]]
      """
    ])
    let answer = try await market.client.candles(of: Self.pair, period: .oneHour).get()
    #expect(
      answer.value.map(\.line) == [
        "1795176000 - 27497 0.00000017 - 0", "1795179600 27375 27435 27356 27426 0.00000001",
        "1795183200 27426 27477 27362 27418 0.5",
      ])
    #expect(answer.warnings == [])
    #expect(market.asked == [Self.target])
  }

  @Test func `candles without a time are left out and counted`() async throws {
    let market = BitfinexMarket.market([
      Self.target: "[[1795183200000,1,1,1,1,1],[null,1,1,1,1,1],[1795179600000,{},1,1,1,1],[]]"
    ])
    let answer = try await market.client.candles(of: Self.pair, period: .oneHour).get()
    #expect(answer.value.count == 1)
    #expect(answer.warnings.count == 3)
  }

  @Test func `only an end puts a time into the request, and it is excluded`() async throws {
    let end = Date.seconds(1_795_183_200)
    let market = BitfinexMarket.market([
      "candles/trade:1D:tBTCUSD/hist?end=1795183199999&limit=4": """
      [[1795183200000,1,1,1,1,1],[1795096800000,2,2,2,2,2],[1795010400000,3,3,3,3,3],[1794924000000,4,4,4,4,4]]
      """
    ])
    let start = end - 2 * 86_400
    let answer = await market.client.candles(
      of: Self.pair, period: .oneDay, from: start, before: end)
    #expect(try answer.get().value.map(\.line) == ["1795010400 3 3 3 3 3", "1795096800 2 2 2 2 2"])
  }

  @Test func `pages join without a gap and without a row twice`() async throws {
    let times = (1...25).map { 1_795_183_200 - 3600 * $0 }
    let market = BitfinexMarket.market()
    for (index, end) in [nil, times[9], times[19]].enumerated() {
      let rows = times[(10 * index)..<min(25, 10 * index + 10)].map { "[\($0)000,1,1,1,1,1]" }
      let query = end.map { "end=\($0 * 1000 - 1)&limit=10000" } ?? "limit=10000"
      market.answer(
        "candles/trade:1h:tBTCUSD/hist?\(query)", with: .text("[\(rows.joined(separator: ","))]"))
    }
    var (all, end) = ([Candle](), Date?.none)
    for _ in 1...3 {
      let page = try await market.client.candles(of: Self.pair, period: .oneHour, before: end).get()
      all = page.value + all
      end = page.value.first?.time
    }
    #expect(all.map(\.time) == times.reversed().map { .seconds(Double($0)) })
  }

  @Test(
    arguments: zip(
      Bitfinex().info.periods,
      ["1m", "5m", "15m", "30m", "1h", "6h", "12h", "1D", "1W", "1M"]))
  func `a period has a name in the request`(period: Period, code: String) async throws {
    let market = BitfinexMarket.market()
    _ = await market.client.candles(of: Self.pair, period: period)
    #expect(market.asked.first?.hasPrefix("candles/trade:\(code):tBTCUSD/hist?limit=") == true)
  }

  @Test func `no candles of a pair that is not listed are an unknown pair, of another none`()
    async throws
  {
    let market = BitfinexMarket.market([
      "candles/trade:1h:tBTCETH/hist?limit=10000": "[]", Self.target: "[]",
    ])
    await #expect(throws: MarketError.unknownSymbol("BTC-ETH", near: [])) {
      try await market.client.candles(of: Pair(symbol: "BTC-ETH"), period: .oneHour).get()
    }
    #expect(try await market.client.candles(of: Self.pair, period: .oneHour).get().value == [])
  }
}
