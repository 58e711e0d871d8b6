import Foundation
@testable import MarketCore
import TestTools
import Testing

/// The candles of KuCoin.
struct KuCoinCandlesTests {
  private static let pair = Pair(symbol: "BTC-USDT")

  private static func target(
    _ type: String, from start: Int? = nil, to end: Int? = nil, symbol: String = "BTC-USDT"
  ) -> String {
    let range = start.flatMap { start in end.map { "&startAt=\(start)&endAt=\($0)" } } ?? ""
    return "v1/market/candles?symbol=\(symbol)&type=\(type)\(range)"
  }

  private static func body(_ rows: String...) -> String {
    KuCoinMarket.body("[\(rows.joined(separator: ","))]")
  }

  @Test(
    arguments: zip(
      Period.allCases,
      [
        "1min", "5min", "15min", "30min", "1hour", "4hour", "6hour", "12hour", "1day", "1week",
        "1month",
      ]))
  func `the close is before the high and the low`(period: Period, type: String) async throws {
    let row = #"["3600","1","3","4","0.5","5","15"]"#
    let market = KuCoinMarket.market([Self.target(type): Self.body(row)])
    let answer = try await market.client.candles(of: Self.pair, period: period).get()
    #expect(answer.value.map(\.line) == ["3600 1 4 0.5 3 5"])
    #expect(market.asked.last == Self.target(type))
  }

  @Test func `a page before a time has 1,499 periods, or begins at the start`() async throws {
    let row = #"["7200","2","2","2","2","1","9"]"#
    let market = KuCoinMarket.market([
      Self.target("1hour", from: 0, to: 7201): Self.body(
        row, #"["3600","1","","1","0","x"]"#, #"["1800"]"#, #"["0"]"#),
      Self.target("1hour", from: 4_603_600, to: 10_000_000): Self.body(row),
      Self.target("1day", from: 518_400, to: 864_000): Self.body(),
    ])
    let answer = try await market.client.candles(
      of: Self.pair, period: .oneHour, before: .seconds(7200.5)
    ).get()
    #expect(answer.value.map(\.line).first == "0 - - - - -")
    #expect(answer.value.last?.line == "7200 2 2 2 2 1")
    #expect(answer.warnings.map(\.description) == ["data[1][2] is not a number"])
    let long = try await market.client.candles(
      of: Self.pair, period: .oneHour, before: .seconds(10_000_000)
    ).get()
    #expect(long.value.count == 1)
    let short = try await market.client.candles(
      of: Self.pair, period: .oneDay, from: .seconds(691_200), before: .seconds(864_000)
    ).get()
    #expect(short.value.isEmpty)
  }

  @Test func `history takes the newest page, then older ones`() async throws {
    func row(_ time: Int) -> String { #"["\#(time)","1","1","1","1","1","1"]"# }
    let market = KuCoinMarket.market([
      Self.target("1hour", from: 0, to: 36_000): Self.body(row(36_000), row(32_400)),
      Self.target("1hour", from: 0, to: 32_400): Self.body(row(32_400), row(28_800)),
      Self.target("1hour", from: 0, to: 28_800): Self.body(),
    ])
    let range = HistoryRange(
      .oneHour, count: nil, from: .seconds(0), to: .seconds(36_000), now: .seconds(36_000))
    let answer = try await market.client.history(of: Self.pair, range).get()
    #expect(answer.value.map(\.time) == [.seconds(28_800), .seconds(32_400)])
  }

  @Test func `the page before an empty one is only 100 periods earlier`() {
    let (end, oldest) = (Date.seconds(3_600_000), Date.seconds(7200))
    let kuCoin = KuCoin()
    #expect(
      kuCoin.previousPageEnd(before: end, oldestCandle: oldest, period: .oneHour) == oldest)
    #expect(
      kuCoin.previousPageEnd(before: end, oldestCandle: nil, period: .oneHour)
        == .seconds(3_240_000))
  }

  @Test func `candles are requested by the symbol; an unknown pair names near ones`() async throws {
    let target = Self.target("1day", symbol: "BCHSV-USDT")
    let market = KuCoinMarket.market([target: Self.body(#"["0","1","1","1","1","1"]"#)])
    func candles(_ symbol: String) async throws(MarketError) -> [Candle] {
      try await market.client.candles(of: Pair(symbol: symbol), period: .oneDay).get().value
    }
    #expect(try await candles("BSV-USDT").count == 1)
    let error = await #expect(throws: MarketError.self) { try await candles("BTC-USDD") }
    #expect(error == .unknownSymbol("BTC-USDD", near: ["BTC-USDT"]))
  }
}
