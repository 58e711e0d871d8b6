import Foundation
@testable import MarketCore
import TestTools
import Testing

/// The candles of Gate.
struct GateCandlesTests {
  private static let pair = Pair(symbol: "BTC-USDT")

  private static func target(_ interval: String) -> String {
    "spot/candlesticks?currency_pair=BTC_USDT&interval=\(interval)&limit=1000"
  }

  private static func target(_ interval: String, from start: Int, to end: Int) -> String {
    "spot/candlesticks?currency_pair=BTC_USDT&interval=\(interval)&from=\(start)&to=\(end)"
  }

  private static let tooOld = Transport.Response.text(
    """
    {"label":"INVALID_PARAM_VALUE",\
    "message":"Candlestick too long ago. Maximum 10000 points ago are allowed"}
    """, status: 400)

  @Test(
    arguments: zip(
      Period.allCases,
      ["1m", "5m", "15m", "30m", "1h", "4h", "6h", "12h", "1d", "7d", "30d"]))
  func `the close and the volume in the quote currency are first`(
    period: Period, interval: String
  ) async throws {
    let row = #"["43200","15","3","4","0.5","1","5","false"]"#
    let market = GateMarket.market([Self.target(interval): "[\(row)]"])
    let answer = try await market.client.candles(of: Self.pair, period: period).get()
    #expect(answer.value.map(\.line) == ["43200 1 4 0.5 3 5"])
    #expect(market.asked == [Self.target(interval)])
  }

  @Test(arguments: ["6h", "12h"])
  func `candles of another period are rejected where periods are undocumented`(
    interval: String
  ) async throws {
    let rows = #"[["43200","1","1","1","1","1","1"],["46800","1","1","1","1","1","1"]]"#
    let market = GateMarket.market([Self.target(interval): rows, Self.target("4h"): rows])
    let period = try #require(Period(rawValue: interval))
    await #expect(throws: MarketError.malformed("candles of another period")) {
      try await market.client.candles(of: Self.pair, period: period).get()
    }
    let other = try await market.client.candles(of: Self.pair, period: .fourHours).get()
    #expect(other.value.count == 2)
  }

  /// At the arrival of the answer, after 11 days, all of these hours have ended.
  @Test(arguments: [(#","false""#, false), (#","true""#, true), ("", true), (",null", true)])
  func `a candle that is not closed is not complete`(end: String, isComplete: Bool) async throws {
    let rows = #"[["0","1","3","4","0.5","1","5"],["3600","1","3","4","0.5","1","5"\#(end)]]"#
    let market = GateMarket.market([Self.target("1h"): rows])
    let range = HistoryRange(
      .oneHour, count: nil, from: .seconds(0), to: nil, now: .seconds(1_000_000))
    let answer = try await market.client.candleRows(
      of: Self.pair, range, now: .seconds(1_000_000), clock: market.clock.pollClock()
    ).get().value
    #expect(answer.map(\.isComplete) == [true, isComplete])
  }

  @Test func `a page before a time has 999 periods, or begins at the start`() async throws {
    let page = Self.target("1h", from: 0, to: 7200)
    let market = GateMarket.market([
      page: #"[["0"],["3600","9","","1","1","1","1"],["7200","9","2","2","2","2","x"]]"#,
      Self.target("1d", from: 13_686_400, to: 99_999_999):
        #"[["86400000","1","1","1","1","1","1"]]"#,
      Self.target("1d", from: 86_400_000, to: 99_999_999): "[]",
      Self.target("30d", from: 0, to: 99_999_999): "[]",
    ])
    let answer = try await market.client.candles(
      of: Self.pair, period: .oneHour, before: .seconds(7200.5)
    ).get()
    #expect(market.asked == [page])
    #expect(answer.value.map(\.line) == ["0 - - - - -"])
    #expect(
      answer.warnings.map(\.description) == [
        "[1][2] is not a number", "[2][6] is not a number",
      ])
    func count(_ period: Period, from start: Date? = nil) async throws(MarketError) -> Int {
      try await market.client.candles(
        of: Self.pair, period: period, from: start, before: .seconds(100_000_000)
      ).get().value.count
    }
    #expect(try await count(.oneDay) == 1)
    #expect(try await count(.oneDay, from: .seconds(86_400_000)) == 0)
    #expect(try await count(.oneMonth) == 0)
  }

  @Test func `history ends where candles are too old`() async throws {
    func row(_ time: Int) -> String { #"["\#(time)","1","1","1","1","1","1"]"# }
    let market = GateMarket.market([
      Self.target("1h", from: 36_003_600, to: 39_599_999): "[\(row(39_592_800))]"
    ])
    let older = Self.target("1h", from: 36_000_000, to: 39_592_799)
    market.answer(older, with: Self.tooOld)
    let range = HistoryRange(
      .oneHour, count: nil, from: .seconds(36_000_000), to: .seconds(39_600_000),
      now: .seconds(90_000_000))
    let answer = try await market.client.history(of: Self.pair, range).get()
    #expect(answer.value.map(\.time) == [.seconds(39_592_800)])
    #expect(market.asked.last == older)
  }

  /// The responses arrive at second 1,000,000. 9,999 minutes before are kept.
  @Test func `a page that begins too early is requested from the oldest candle that is kept`()
    async throws
  {
    let (oldest, end) = (1_000_000 - 9_999 * 60, 420_000)
    let market = GateMarket.market([
      Self.target("1m", from: oldest, to: end - 1): #"[["400080","1","3","4","0.5","1","5"]]"#
    ])
    let early = Self.target("1m", from: end - 999 * 60, to: end - 1)
    market.answer(early, with: Self.tooOld)
    func candles(before end: Int) async throws -> [Candle] {
      try await market.client.candles(
        of: Self.pair, period: .oneMinute, before: .seconds(Double(end))
      ).get().value
    }
    #expect(try await candles(before: end).map(\.line) == ["400080 1 4 0.5 3 5"])
    #expect(market.asked == [early, Self.target("1m", from: oldest, to: end - 1)])
    // The whole page is too old, or the exchange keeps fewer candles.
    for (end, from) in [(oldest, oldest - 999 * 60), (oldest + 60, oldest - 998 * 60)] {
      market.answer(Self.target("1m", from: from, to: end - 1), with: Self.tooOld)
      market.answer(Self.target("1m", from: oldest, to: end - 1), with: Self.tooOld)
      #expect(try await candles(before: end).isEmpty)
    }
  }

  /// The responses arrive at second 1,000,000: 10,000 minutes before are kept.
  @Test func `nothing is requested that is older than the candles that are kept`() async throws {
    let oldest = 1_000_000 - 9_999 * 60
    let market = GateMarket.market([
      Self.target("1m", from: oldest, to: 419_999): #"[["400080","1","3","4","0.5","1","5"]]"#,
      Self.target("1m", from: oldest, to: 400_079): "[]",
    ])
    market.answer(Self.target("1m", from: 360_060, to: 419_999), with: Self.tooOld)
    market.answer(Self.target("1m", from: 340_140, to: 400_079), with: Self.tooOld)
    let range = HistoryRange(
      .oneMinute, count: nil, from: .seconds(60_000), to: .seconds(420_000),
      now: .seconds(1_000_000))
    let answer = try await market.client.history(of: Self.pair, range).get()
    #expect(answer.value.map(\.time) == [.seconds(400_080)])
    #expect(market.asked.count == 4)
  }

  @Test func `the page before an empty one is 999 periods earlier`() {
    let (end, oldest) = (Date.seconds(3_600_000), Date.seconds(7200))
    let gate = Exchanges.gate
    #expect(
      gate.previousPageEnd(before: end, oldestCandle: oldest, period: .oneHour) == oldest)
    #expect(
      gate.previousPageEnd(before: end, oldestCandle: nil, period: .oneHour) == .seconds(3600))
  }

  @Test func `candles of a pair that is not listed name near ones`() async {
    let error = await #expect(throws: MarketError.self) {
      try await GateMarket.market().client.candles(
        of: Pair(symbol: "BTC-USDD"), period: .oneDay
      ).get()
    }
    #expect(error == .unknownSymbol("BTC-USDD", near: ["BTC-USDT"]))
  }
}
