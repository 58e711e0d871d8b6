import Foundation
import MarketCore
import Testing

/// The candles of Binance.
struct BinanceCandlesTests {
  private static let pair = Pair(symbol: "BTC-USDT")
  private static let newest = "klines?symbol=BTCUSDT&interval=1h&limit=1000"
  private static let rows = """
    [[3600000,"6733.55000000","6737.79000000","6726.61000000","6727.14000000","121.20139100",7199999,
    "815879.49416818",2208,"56.19","3783","0"],[7200000,"0.0","2","1","1.5","0.00000000"],
    ["x","1","1","1","1","1"]]
    """

  @Test func `rows are open, high, low, close, volume, the oldest first`() async throws {
    let market = BinanceMarket.market([Self.newest: Self.rows])
    let answer = try await market.client.candles(of: Self.pair, period: .oneHour).get()
    #expect(
      answer.value.map(\.line) == [
        "3600 6733.55 6737.79 6726.61 6727.14 121.201391", "7200 - 2 1 1.5 0",
      ])
    #expect(answer.warnings.map(\.description) == ["[2][0] is not a number"])
    #expect(market.askedSorted == [BinanceMarket.one, Self.newest])
  }

  @Test(arguments: [(7200.0, "7199999"), (7199.9995, "7199999"), (7200.0001, "7200000")])
  func `an end is not included, and a start bounds only the answer`(
    end: Double, last: String
  ) async throws {
    let market = BinanceMarket.market([Self.newest + "&endTime=\(last)": Self.rows])
    let answer = try await market.client.candles(
      of: Self.pair, period: .oneHour, from: .seconds(3601), before: .seconds(end)
    ).get()
    #expect(answer.value.map(\.time.timeIntervalSince1970) == (end > 7200 ? [7200] : []))
  }

  @Test(arguments: Period.allCases)
  func `it has every period under its own name`(period: Period) async throws {
    #expect(Binance().info.periods.contains(period))
    let target = "klines?symbol=BTCUSDT&interval=\(period.rawValue)&limit=1000"
    let market = BinanceMarket.market([target: "[]"])
    #expect(try await market.client.candles(of: Self.pair, period: period).get().value == [])
  }

  @Test(arguments: ["BT-CUSDT", "BTC-USDD", "BTCUSDT"])
  func `candles of an unknown pair are said to be so`(symbol: String) async {
    let market = BinanceMarket.market([Self.newest: Self.rows])
    let near = await expectUnknown(symbol) {
      try await market.client.candles(of: Pair(symbol: symbol), period: .oneHour).get()
    }
    #expect(near.contains("BTC-USDT"))
  }
}
