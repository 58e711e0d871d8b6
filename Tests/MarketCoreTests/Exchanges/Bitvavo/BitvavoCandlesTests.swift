import Foundation
@testable import MarketCore
import TestTools
import Testing

/// The candles of Bitvavo.
struct BitvavoCandlesTests {
  private static let pair = Pair(symbol: "BTC-EUR")

  private static func target(_ interval: String, limit: Int = 1440, end: Int? = nil) -> String {
    let end = end.map { "&end=\($0)" } ?? ""
    return "BTC-EUR/candles?interval=\(interval)&limit=\(limit)\(end)"
  }

  @Test(
    arguments: zip(
      Period.allCases,
      ["1m", "5m", "15m", "30m", "1h", "4h", "6h", "12h", "1d", "1W", "1M"]))
  func `each period has its code`(period: Period, interval: String) async throws {
    let row = #"[[3600000,"1.50","4","5E-1","3E+0","5.25"]]"#
    let market = BitvavoMarket.market([Self.target(interval): row])
    let answer = try await market.client.candles(of: Self.pair, period: period).get()
    #expect(answer.value.map(\.line) == ["3600 1.5 4 0.5 3 5.25"])
    #expect(market.asked == [Self.target(interval)])
  }

  @Test func `candles are newest first, may be sent twice, and invalid ones are skipped`()
    async throws
  {
    let market = BitvavoMarket.market([
      Self.target("1h"): """
      [[7200000,"2","2","2","2","1"],[3600000,"1","1","1","1","1"],[3600000,"1","1","1","1","1"],\
      [0,"1","","1","1","1"],["x"],[-1,"1"],[1800000]]
      """
    ])
    let answer = try await market.client.candles(of: Self.pair, period: .oneHour).get()
    #expect(answer.value.map(\.line) == ["1800 - - - - -", "3600 1 1 1 1 1", "7200 2 2 2 2 1"])
    #expect(
      answer.warnings.map(\.description) == [
        "[3][2] is not a number", "[4][0] is not a number", "[5][0] is not a time",
      ])
  }

  /// An end within a candle becomes its end, except of weeks and months, whose starts are unknown.
  @Test(arguments: [
    (Period.oneHour, "1h", 7200.0, 7_200_000), (.oneHour, "1h", 7200.5, 10_800_000),
    (.oneDay, "1d", 90_000, 172_800_000), (.oneMinute, "1m", 61, 120_000),
    (.oneWeek, "1W", 90_000, 90_000_000), (.oneMonth, "1M", 90_000.5, 90_001_000),
  ])
  func `a page has the candles before its end`(
    period: Period, interval: String, end: Double, sent: Int
  ) async throws {
    let target = Self.target(interval, end: sent)
    let market = BitvavoMarket.market([target: #"[[0,"1","1","1","1","1"]]"#])
    let answer = try await market.client.candles(
      of: Self.pair, period: period, before: .seconds(end)
    ).get()
    #expect(answer.value.map(\.time) == [.seconds(0)])
    #expect(market.asked == [target])
  }

  @Test func `history takes the newest page, then older ones, over gaps`() async throws {
    func row(_ time: Int) -> String { #"[[\#(time)000,"1","1","1","1","1"]]"# }
    let market = BitvavoMarket.market([
      Self.target("1h", limit: 12, end: 36_000_000): row(32_400),
      Self.target("1h", limit: 11, end: 32_400_000): row(10_800),
      Self.target("1h", limit: 5, end: 10_800_000): "[]",
    ])
    let range = HistoryRange(
      .oneHour, count: nil, from: .seconds(0), to: .seconds(36_000), now: .seconds(36_000))
    let answer = try await market.client.history(of: Self.pair, range).get()
    #expect(answer.value.map(\.time) == [.seconds(10_800), .seconds(32_400)])
    #expect(market.asked.count == 3)
  }

  @Test func `an error about the end of a page means that there are no older candles`()
    async throws
  {
    let market = BitvavoMarket.market()
    let target = Self.target("1h", end: 7_200_000)
    let newest = Self.target("1h")
    let invalid = #"{"errorCode":205,"error":"end parameter is invalid."}"#
    for target in [target, newest] { market.answer(target, with: .text(invalid, status: 400)) }
    func page(before end: Date?) async throws -> [Candle] {
      try await market.client.candles(of: Self.pair, period: .oneHour, before: end).get().value
    }
    #expect(try await page(before: .seconds(7200)) == [])
    await #expect(throws: MarketError.self) { try await page(before: nil) }
    for other in [#"{"errorCode":101,"error":"a parameter"}"#, #"{"errorCode":102,"error":"x"}"#] {
      market.answer(target, with: .text(other, status: 400))
      await #expect(throws: MarketError.self) { try await page(before: .seconds(7200)) }
    }
  }

  @Test func `the candles of a pair that is not listed name near ones`() async {
    let error = await #expect(throws: MarketError.self) {
      try await BitvavoMarket.market().client.candles(
        of: Pair(symbol: "BTC-EURD"), period: .oneHour, before: .seconds(7200)
      ).get()
    }
    #expect(error == .unknownSymbol("BTC-EURD", near: ["BTC-EUR"]))
  }
}
