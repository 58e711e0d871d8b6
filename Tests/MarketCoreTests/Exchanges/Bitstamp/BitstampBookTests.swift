import Foundation
import MarketCore
import Testing

/// The order books of Bitstamp.
struct BitstampBookTests {
  private let pair = Pair(symbol: "BTC-USD")

  @Test func `levels have no number of orders`() async throws {
    let market = BitstampMarket.market([
      "order_book/btcusd/?group=1": """
      {"timestamp":"1795183200","microtimestamp":"1795183200248113","new":1,\
      "bids":[["27408.00","0.25000000"],["27407","1",null,7.5]],"asks":[[27409.1,"2e-8"],["27410","3"]]}
      """
    ])
    let answer = try await market.client.book(of: pair).get()
    #expect(answer.value.bids.map(\.line) == ["0.25 @ 27408 ×?", "1 @ 27407 ×?"])
    #expect(answer.value.asks.map(\.line) == ["0.00000002 @ 27409.1 ×?", "3 @ 27410 ×?"])
    #expect(answer.warnings == [])
    #expect(market.asked == ["order_book/btcusd/?group=1"])
  }

  @Test func `single orders have ids`() async throws {
    let market = BitstampMarket.market([
      "order_book/btcusd/?group=2": """
      {"bids":[["27408","0.25","1458532827766784"],["27408","1",1458532827766785],["27407","1",null]],\
      "asks":[["27409","2","a-b","x"],["27410","3"]]}
      """
    ])
    let book = try await market.client.book(of: pair, detail: .orders).get().value
    #expect(
      book.bids.map(\.line) == [
        "0.25 @ 27408 #1458532827766784", "1 @ 27408 #1458532827766785", "1 @ 27407 ×1",
      ])
    #expect(book.asks.map(\.orderID) == [.text("a-b"), nil])
  }

  @Test func `entries that offer nothing are left out and counted`() async throws {
    let market = BitstampMarket.market([
      "order_book/btcusd/?group=1":
        #"{"bids":[["1","0.00000000"],["2","-1"],["x","1"],["3"],7,["4","1"]],"asks":[]}"#
    ])
    let answer = try await market.client.book(of: pair).get()
    #expect(answer.value.bids.map(\.line) == ["1 @ 4 ×?"])
    #expect(answer.warnings.count == 5)
    #expect(
      answer.warnings.contains(.rowSkipped("bids[0][1] is not above 0")))
  }
}

/// The candles of Bitstamp.
struct BitstampCandlesTests {
  private static let pair = Pair(symbol: "BTC-USD")
  private static let target = "ohlc/btcusd/?step=3600&limit=1000"

  private static func body(_ rows: String, of pair: String = #""BTC/USD""#) -> String {
    #"{"data":{"pair":\#(pair),"ohlc":[\#(rows)]}}"#
  }

  private static func row(_ time: Int, _ price: Int = 1) -> String {
    """
    {"timestamp":"\(time)","open":"\(price)","high":"\(price)","low":"\(price)",\
    "close":"\(price)","volume":"\(price)"}
    """
  }

  @Test func `periods without a trade are there, with a volume of 0`() async throws {
    let market = BitstampMarket.market([
      Self.target: Self.body(
        """
        {"timestamp":"1795179600","open":"27375","high":"27435.0","low":"27356","close":"27426",\
        "volume":"0.00000001"},{"timestamp":1795183200,"open":"27426","high":"27426","low":"0",\
        "close":null,"volume":"0.00000000","new":1}
        """)
    ])
    let answer = try await market.client.candles(of: Self.pair, period: .oneHour).get()
    #expect(
      answer.value.map(\.line) == [
        "1795179600 27375 27435 27356 27426 0.00000001", "1795183200 27426 27426 - - 0",
      ])
    #expect(answer.warnings == [])
  }

  @Test func `candles without a time are left out and counted`() async throws {
    let market = BitstampMarket.market([
      Self.target: Self.body(
        #"\#(Self.row(3600)),{"timestamp":"x"},{"open":"1"},{"timestamp":"1e30"},7"#, of: "null")
    ])
    let answer = try await market.client.candles(of: Self.pair, period: .oneHour).get()
    #expect(answer.value.map(\.line) == ["3600 1 1 1 1 1"])
    #expect(answer.warnings.count == 4)
  }

  @Test func `only an end puts a time into the request, and it is excluded`() async throws {
    let end = Date.seconds(1_795_132_800)
    let rows = (0...3).map { Self.row(1_795_132_800 - 86_400 * (3 - $0), $0 + 1) }
    let market = BitstampMarket.market([
      "ohlc/btcusd/?step=86400&limit=4&end=1795132799": Self.body(rows.joined(separator: ","))
    ])
    let answer = await market.client.candles(
      of: Self.pair, period: .oneDay, from: end - 2 * 86_400, before: end)
    #expect(try answer.get().value.map(\.line) == ["1794960000 2 2 2 2 2", "1795046400 3 3 3 3 3"])
  }

  @Test(
    arguments: zip(
      Bitstamp().info.periods, [60, 300, 900, 1800, 3600, 14_400, 21_600, 43_200, 86_400]))
  func `a period is a step of seconds`(period: Period, step: Int) async throws {
    let market = BitstampMarket.market()
    _ = await market.client.candles(of: Self.pair, period: period)
    #expect(market.asked.contains("ohlc/btcusd/?step=\(step)&limit=1000"))
  }

  @Test func `candles of another pair are none`() async {
    let market = BitstampMarket.market([Self.target: Self.body("", of: #""BT/CUSD""#)])
    let refusal = MarketError.exchangeError(
      message: "no data for BTC-USD", isTransient: true)
    await #expect(throws: refusal) {
      try await market.client.candles(of: Self.pair, period: .oneHour).get()
    }
  }
}
