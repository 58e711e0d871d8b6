import Foundation
import MarketCore
import Testing

/// The candles of Bitget.
struct BitgetCandlesTests {
  private static let pair = Pair(symbol: "BTC-USDT")

  private static func target(
    _ granularity: String, end: String? = nil, limit: Int = 1000
  ) -> String {
    let path = end == nil ? "candles" : "history-candles"
    let end = end.map { "&endTime=\($0)" } ?? ""
    let query = "symbol=BTCUSDT&granularity=\(granularity)\(end)&limit=\(limit)"
    return "spot/market/\(path)?\(query)"
  }

  @Test(
    arguments: zip(
      Period.allCases,
      [
        "1min", "5min", "15min", "30min", "1h", "4h", "6Hutc", "12Hutc", "1Dutc", "1Wutc", "1Mutc",
      ]))
  func `periods of 6 hours and more begin at midnight in UTC`(
    period: Period, granularity: String
  ) async throws {
    let target = Self.target(granularity)
    let rows = BitgetMarket.list(#"["3600000","1","4","0.5","3","5","15","14"]"#)
    let market = BitgetMarket.market([target: rows])
    let answer = try await market.client.candles(of: Self.pair, period: period).get()
    #expect(answer.value.map(\.line) == ["3600 1 4 0.5 3 5"])
    #expect(market.askedSorted == [target, BitgetMarket.symbol])
  }

  @Test func `rows are oldest first; invalid ones are skipped`() async throws {
    let market = BitgetMarket.market([
      Self.target("1h"): BitgetMarket.list(
        #"[1800000,1,null,1]"#, #"["3600000","1","","1","1","1","1"]"#,
        #"["7200000","2.50","2","2","0","0","0","0"]"#, #"["x"]"#)
    ])
    let answer = try await market.client.candles(of: Self.pair, period: .oneHour).get()
    #expect(answer.value.map(\.line) == ["1800 1 - 1 - -", "7200 2.5 2 2 - 0"])
    #expect(
      answer.warnings.map(\.description) == [
        "data[1][2] is not a number", "data[3][0] is not a number",
      ])
  }

  @Test(arguments: [(7200.0, "7200000"), (7199.9995, "7200000"), (7200.0005, "7200001")])
  func `a page before a time is of the older ones`(end: Double, time: String) async throws {
    let row = BitgetMarket.list(#"["3600000","1","1","1","1","1","1","1"]"#)
    let market = BitgetMarket.market([Self.target("1h", end: time, limit: 200): row])
    let answer = try await market.client.candles(
      of: Self.pair, period: .oneHour, before: .seconds(end)
    ).get()
    #expect(answer.value.map(\.time) == [.seconds(3600)])
  }

  @Test func `history takes the newest page, then older ones`() async throws {
    func row(_ time: Int) -> String { BitgetMarket.list(#"["\#(time)000","1","1","1","1","1"]"#) }
    let market = BitgetMarket.market([
      Self.target("1h", end: "36000000", limit: 12): row(32_400),
      Self.target("1h", end: "32400000", limit: 11): row(28_800),
      Self.target("1h", end: "28800000", limit: 10): BitgetMarket.list(),
    ])
    let range = HistoryRange(
      .oneHour, count: nil, from: .seconds(0), to: .seconds(36_000), now: .seconds(36_000))
    let answer = try await market.client.history(of: Self.pair, range).get()
    #expect(answer.value.map(\.time) == [.seconds(28_800), .seconds(32_400)])
  }

  /// The response arrives at second 1,000,000.
  @Test func `a pair without recent candles has older ones`() async throws {
    let row = BitgetMarket.list(#"["3600000","1","4","0.5","3","5"]"#)
    let older = Self.target("1h", end: "1000000000", limit: 200)
    let market = BitgetMarket.market([Self.target("1h"): BitgetMarket.list(), older: row])
    let answer = try await market.client.candles(of: Self.pair, period: .oneHour).get()
    #expect(answer.value.map(\.line) == ["3600 1 4 0.5 3 5"])
  }

  @Test(arguments: ["BTC-USDD", "BT-CUSDT"])
  func `candles of an unknown pair are said to be so`(symbol: String) async {
    let market = BitgetMarket.market([Self.target("1h"): BitgetMarket.list()])
    let near = await expectUnknown(symbol) {
      try await market.client.candles(of: Pair(symbol: symbol), period: .oneHour).get()
    }
    #expect(near.contains("BTC-USDT"))
  }
}
