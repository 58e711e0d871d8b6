import Foundation
@testable import MarketCore
import TestTools
import Testing

/// The candles of OKX.
struct OKXCandlesTests {
  private static let pair = Pair(symbol: "BTC-USDT")

  private static func target(_ bar: String, after: String? = nil, limit: Int = 300) -> String {
    let path = after == nil ? "candles" : "history-candles"
    let end = after.map { "&after=\($0)" } ?? ""
    return "market/\(path)?instId=BTC-USDT&bar=\(bar)\(end)&limit=\(limit)"
  }

  @Test(
    arguments: zip(
      Period.allCases,
      ["1m", "5m", "15m", "30m", "1H", "4H", "6Hutc", "12Hutc", "1Dutc", "1Wutc", "1Mutc"]))
  func `periods of 6 hours and more begin at midnight in UTC`(
    period: Period, bar: String
  ) async throws {
    let row = #"["3600000","1","4","0.5","3","5","15","15","0"]"#
    let market = OKXMarket.market([Self.target(bar): row])
    let answer = try await market.client.candles(of: Self.pair, period: period).get()
    #expect(answer.value.map(\.line) == ["3600 1 4 0.5 3 5"])
    #expect(market.asked == [Self.target(bar)])
  }

  /// At the arrival of the answer, after 11 days, all of these hours have ended.
  @Test(arguments: [
    (#""0""#, false), ("0", false), (#""1""#, true), ("1", true), ("null", true), (#""""#, true),
  ])
  func `a candle that is marked as unconfirmed is not complete`(
    confirm: String, isComplete: Bool
  ) async throws {
    let row = #"["3600000","1","4","0.5","3","5","15","15",\#(confirm)]"#
    let short = #"["0","1","4","0.5","3","5"]"#
    let market = OKXMarket.market([Self.target("1H"): "\(row),\(short)"])
    let range = HistoryRange(
      .oneHour, count: nil, from: .seconds(0), to: nil, now: .seconds(1_000_000))
    let rows = try await market.client.candleRows(
      of: Self.pair, range, now: .seconds(1_000_000), clock: market.clock.pollClock()
    ).get().value
    #expect(rows.map(\.isComplete) == [true, isComplete])
    #expect(rows.map(\.candle.line) == ["0 1 4 0.5 3 5", "3600 1 4 0.5 3 5"])
  }

  @Test func `a page before a time is of the older ones, and begins earlier`() async throws {
    let target = Self.target("1H", after: "7200500")
    let market = OKXMarket.market([
      target: #"["7200000","2","2","2","2","1"],["3600000","1","","1","0","x"],["1800000"],["0"]"#
    ])
    let answer = try await market.client.candles(
      of: Self.pair, period: .oneHour, before: .seconds(7200.5)
    ).get()
    #expect(market.asked == [target])
    #expect(answer.value.map(\.line).first == "0 - - - - -")
    #expect(answer.value.contains { $0.line == "7200 2 2 2 2 1" })
    #expect(answer.warnings.map(\.description) == ["data[1][2] is not a number"])
  }

  @Test func `no more are requested than can begin in the range`() async throws {
    let target = Self.target("1Dutc", after: "864000000", limit: 4)
    let market = OKXMarket.market([target: #"["777600000","1","1","1","1","1"]"#])
    let answer = try await market.client.candles(
      of: Self.pair, period: .oneDay, from: .seconds(691_200), before: .seconds(864_000)
    ).get()
    #expect(answer.value.map(\.time) == [.seconds(777_600)])
  }

  @Test func `history takes the newest page, then older ones`() async throws {
    func row(_ time: Int) -> String { #"["\#(time)000","1","1","1","1","1"]"# }
    let market = OKXMarket.market([
      Self.target("1H", after: "36000000", limit: 12): row(32_400),
      Self.target("1H", after: "32400000", limit: 11): row(28_800),
      Self.target("1H", after: "28800000", limit: 10): "",
    ])
    let range = HistoryRange(
      .oneHour, count: nil, from: .seconds(0), to: .seconds(36_000), now: .seconds(36_000))
    let answer = try await market.client.history(of: Self.pair, range).get()
    #expect(answer.value.map(\.time) == [.seconds(28_800), .seconds(32_400)])
  }
}
