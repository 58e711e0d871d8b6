import Foundation
import MarketCore
import Testing

/// The candles of Bybit.
struct BybitCandlesTests {
  private static let pair = Pair(symbol: "BTC-USDT")

  private static func target(_ interval: String, end: String? = nil, limit: Int = 1000) -> String {
    let end = end.map { "&end=\($0)" } ?? ""
    return "kline?category=spot&symbol=BTCUSDT&interval=\(interval)\(end)&limit=\(limit)"
  }

  @Test(
    arguments: zip(
      Period.allCases, ["1", "5", "15", "30", "60", "240", "360", "720", "D", "W", "M"]))
  func `a period is minutes, or a letter`(period: Period, interval: String) async throws {
    let target = Self.target(interval)
    let rows = BybitMarket.list(#"["3600000","1","4","0.5","3","5","15"]"#)
    let market = BybitMarket.market([target: rows])
    let answer = try await market.client.candles(of: Self.pair, period: period).get()
    #expect(answer.value.map(\.line) == ["3600 1 4 0.5 3 5"])
    #expect(market.askedSorted == [BybitMarket.symbol, target])
  }

  @Test func `rows are newest first; invalid ones are skipped`() async throws {
    let market = BybitMarket.market([
      Self.target("60"): BybitMarket.list(
        #"["7200000","2.50","2","2","0","0","0"]"#, #"["3600000","1","","1","1","1","1"]"#,
        #"[1800000,1,null,1]"#, #"["x"]"#)
    ])
    let answer = try await market.client.candles(of: Self.pair, period: .oneHour).get()
    #expect(answer.value.map(\.line) == ["1800 1 - 1 - -", "7200 2.5 2 2 - 0"])
    #expect(
      answer.warnings.map(\.description) == [
        "result.list[1][2] is not a number", "result.list[3][0] is not a number",
      ])
  }

  @Test(arguments: [(7200.0, "7199999"), (7199.9995, "7199999"), (7200.0001, "7200000")])
  func `an end is not included, and a start bounds the number`(
    end: Double, last: String
  ) async throws {
    let row = BybitMarket.list(#"["7200000","1","1","1","1","1"]"#)
    let market = BybitMarket.market([Self.target("60", end: last, limit: 2): row])
    let answer = try await market.client.candles(
      of: Self.pair, period: .oneHour, from: .seconds(3601), before: .seconds(end)
    ).get()
    #expect(answer.value.map(\.time) == (end > 7200 ? [.seconds(7200)] : []))
  }

  @Test func `history takes the newest page, then older ones`() async throws {
    func row(_ time: Int) -> String { BybitMarket.list(#"["\#(time)000","1","1","1","1","1"]"#) }
    let market = BybitMarket.market([
      Self.target("60", end: "35999999", limit: 12): row(32_400),
      Self.target("60", end: "32399999", limit: 11): row(28_800),
      Self.target("60", end: "28799999", limit: 10): BybitMarket.list(),
    ])
    let range = HistoryRange(
      .oneHour, count: nil, from: .seconds(0), to: .seconds(36_000), now: .seconds(36_000))
    let answer = try await market.client.history(of: Self.pair, range).get()
    #expect(answer.value.map(\.time) == [.seconds(28_800), .seconds(32_400)])
  }

  @Test(arguments: ["BTC-USDD", "BT-CUSDT"])
  func `candles of an unknown pair are said to be so`(symbol: String) async {
    let market = BybitMarket.market([Self.target("60"): BybitMarket.list()])
    let near = await expectUnknown(symbol) {
      try await market.client.candles(of: Pair(symbol: symbol), period: .oneHour).get()
    }
    #expect(near.contains("BTC-USDT"))
  }
}
