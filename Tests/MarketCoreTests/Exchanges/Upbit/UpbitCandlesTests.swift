import Foundation
import MarketCore
import Testing

/// The candles of Upbit.
struct UpbitCandlesTests {
  private static let pair = Pair(symbol: "BTC-KRW")

  private static func target(_ path: String, to: String? = nil, count: Int = 200) -> String {
    "candles/\(path)?market=KRW-BTC\(to.map { "&to=\($0)" } ?? "")&count=\(count)"
  }

  private static func row(_ time: String) -> String {
    """
    {"market":"KRW-BTC","candle_date_time_utc":"1970-01-\(time)","candle_date_time_kst":"x",\
    "opening_price":1.00000000,"high_price":4.00000000,"low_price":0.50000000,"trade_price":3,\
    "timestamp":7,"candle_acc_trade_price":9.5,"candle_acc_trade_volume":5.00000000,"unit":60}
    """
  }

  @Test(
    arguments: zip(
      Upbit().info.periods,
      [
        "minutes/1", "minutes/5", "minutes/15", "minutes/30", "minutes/60", "minutes/240", "days",
        "weeks", "months",
      ]))
  func `each period has a path`(period: Period, path: String) async throws {
    let market = UpbitMarket.market([Self.target(path): Self.row("01T01:00:00")])
    let answer = try await market.client.candles(of: Self.pair, period: period).get()
    #expect(answer.value.map(\.line) == ["3600 1 4 0.5 3 5"])
    #expect(market.asked == [Self.target(path)])
    #expect(Upbit().info.periods.count == 9)
  }

  @Test func `a page before a time is of the older ones, and begins earlier`() async throws {
    let target = Self.target("minutes/60", to: "1970-01-01T02%3A00%3A01Z")
    let rows = """
      {"candle_date_time_utc":"1970-01-01T00:00:01","high_price":0,"low_price":null,"trade_price":"2"},\
      {"candle_date_time_utc":"1970-01-01"},{},{"candle_date_time_utc":"1970-01-01T00:00:02","trade_price":{}}
      """
    let market = UpbitMarket.market([
      target: "\(Self.row("01T02:00:01")),\(Self.row("01T02:00:00")),\(rows)"
    ])
    let answer = try await market.client.candles(
      of: Self.pair, period: .oneHour, before: .seconds(7200.5)
    ).get()
    #expect(market.asked == [target])
    #expect(answer.value.map(\.line) == ["1 - - - 2 -", "7200 1 4 0.5 3 5"])
    #expect(
      answer.warnings.map(\.description) == [
        "[3].candle_date_time_utc is not a time", "[4].candle_date_time_utc is missing",
        "[5].trade_price is not a number",
      ])
  }

  @Test func `no more are requested than can begin in the range`() async throws {
    let target = Self.target("days", to: "1970-01-11T00%3A00%3A00Z", count: 4)
    let market = UpbitMarket.market([target: Self.row("10T00:00:00")])
    let answer = try await market.client.candles(
      of: Self.pair, period: .oneDay, from: .seconds(691_200), before: .seconds(864_000)
    ).get()
    #expect(answer.value.map(\.time) == [.seconds(777_600)])
  }

  /// Hours without a trade have no candle.
  @Test func `history takes the newest page, then those before its oldest candle`() async throws {
    func target(_ time: String, count: Int) -> String {
      Self.target("minutes/60", to: "1970-01-01T\(time)%3A00%3A00Z", count: count)
    }
    let market = UpbitMarket.market([
      target("10", count: 12): "\(Self.row("01T09:00:00")),\(Self.row("01T06:00:00"))",
      target("06", count: 8): Self.row("01T01:00:00"), target("01", count: 3): "",
    ])
    let range = HistoryRange(
      .oneHour, count: nil, from: .seconds(0), to: .seconds(36_000), now: .seconds(36_000))
    let answer = try await market.client.history(of: Self.pair, range).get()
    #expect(answer.value.map(\.time) == [.seconds(3600), .seconds(21_600), .seconds(32_400)])
  }

  @Test func `an unknown pair is named`() async {
    await #expect(throws: MarketError.unknownSymbol("BTC-KRWD", near: ["BTC-KRW"])) {
      try await UpbitMarket.market().client.candles(
        of: Pair(symbol: "BTC-KRWD"), period: .oneHour
      ).get()
    }
  }
}
