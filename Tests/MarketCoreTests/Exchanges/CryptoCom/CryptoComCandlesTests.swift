import Foundation
import MarketCore
import Testing

/// The candles of the Crypto.com Exchange.
struct CryptoComCandlesTests {
  private static let pair = Pair(symbol: "BTC-USD")

  private static func target(_ code: String, count: Int = 300, end: String? = nil) -> String {
    let end = end.map { "&end_ts=\($0)" } ?? ""
    return "get-candlestick?instrument_name=BTC_USD&timeframe=\(code)&count=\(count)\(end)"
  }

  private static func row(_ time: Int) -> String {
    #"{"o":"1","h":"4","l":"0.5","c":"3","v":"5","t":\#(time)000}"#
  }

  @Test(
    arguments: zip(
      CryptoCom().info.periods, ["1m", "5m", "15m", "30m", "1h", "4h", "12h", "1D", "7D", "1M"]))
  func `each period has a code`(period: Period, code: String) async throws {
    let market = CryptoComMarket.market([Self.target(code): Self.row(3600)])
    let answer = try await market.client.candles(of: Self.pair, period: period).get()
    #expect(answer.value.map(\.line) == ["3600 1 4 0.5 3 5"])
    #expect(market.asked == [Self.target(code)])
    #expect(CryptoCom().info.periods.count == 10)
  }

  @Test func `a page before a time is of the older ones, and begins earlier`() async throws {
    let target = Self.target("1h", end: "7200499")
    let rows = """
      {"t":0,"v":null},{"t":1000,"o":"0","h":2},{"o":"1"},[],{"t":2000,"c":"x"},{"t":"x"}
      """
    let market = CryptoComMarket.market([target: "\(rows),\(Self.row(7200)),\(Self.row(7201))"])
    let answer = try await market.client.candles(
      of: Self.pair, period: .oneHour, before: .seconds(7200.5)
    ).get()
    #expect(market.asked == [target])
    #expect(answer.value.map(\.line) == ["1 - 2 - - -", "7200 1 4 0.5 3 5"])
    #expect(
      answer.warnings.map(\.description) == [
        "result.data[0].t is missing", "result.data[2].t is missing",
        "result.data[3] is not an object", "result.data[4].c is not a number",
        "result.data[5].t is not a whole number",
      ])
  }

  @Test func `no more are requested than can begin in the range`() async throws {
    let target = Self.target("1D", count: 4, end: "863999999")
    let market = CryptoComMarket.market([target: Self.row(777_600)])
    let answer = try await market.client.candles(
      of: Self.pair, period: .oneDay, from: .seconds(691_200), before: .seconds(864_000)
    ).get()
    #expect(answer.value.map(\.time) == [.seconds(777_600)])
  }

  /// Whatever end is requested, the oldest page is sent again.
  @Test func `history ends with a page that has nothing older`() async throws {
    let market = CryptoComMarket.market([
      Self.target("1h", count: 12, end: "35999999"): "\(Self.row(28_800)),\(Self.row(32_400))",
      Self.target("1h", count: 10, end: "28799999"): "\(Self.row(28_800)),\(Self.row(32_400))",
    ])
    let range = HistoryRange(
      .oneHour, count: nil, from: .seconds(0), to: .seconds(36_000), now: .seconds(36_000))
    let answer = try await market.client.history(of: Self.pair, range).get()
    #expect(answer.value.map(\.time) == [.seconds(28_800), .seconds(32_400)])
    #expect(market.asked.count == 2)
  }

  @Test func `an unknown pair is named`() async {
    await #expect(throws: MarketError.unknownSymbol("BTC-USDD", near: ["BTC-USD"])) {
      try await CryptoComMarket.market().client.candles(
        of: Pair(symbol: "BTC-USDD"), period: .oneHour
      ).get()
    }
  }
}
