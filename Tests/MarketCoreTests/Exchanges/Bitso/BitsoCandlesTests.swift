import Foundation
@testable import MarketCore
import TestTools
import Testing

/// The candles of Bitso.
struct BitsoCandlesTests {
  private static let pair = Pair(symbol: "BTC-MXN")

  /// The target of 300 candles of these seconds; without an end, of the newest.
  private static func target(_ seconds: Int, end: Int? = nil) -> String {
    let bounds = end.map { "&start=\(($0 - 300 * seconds) * 1000)&end=\($0 * 1000)" } ?? ""
    return "ohlc?book=btc_mxn&time_bucket=\(seconds)\(bounds)"
  }

  private static func row(_ time: Int) -> String {
    #"{"bucket_start_time":\#(time)000,"first_rate":"1","last_rate":"1","min_rate":"1","max_rate":"1","trade_count":0,"volume":"0","vwap":"0"}"#
  }

  @Test(arguments: [
    (Period.oneMinute, 60), (.fiveMinutes, 300), (.fifteenMinutes, 900), (.thirtyMinutes, 1800),
    (.oneHour, 3600),
  ])
  func `a candle is read by its members`(period: Period, seconds: Int) async throws {
    let row = """
      {"bucket_start_time":7200000,"first_trade_time":7214990,"last_trade_time":7249442,"first_rate":"2.50",\
      "last_rate":"3","min_rate":"0.5","max_rate":"4","trade_count":8,"volume":"5.25000000","vwap":"2.9"}
      """
    let market = BitsoMarket.market([Self.target(seconds): "[\(row)]"])
    let answer = try await market.client.candles(of: Self.pair, period: period).get()
    #expect(answer.value.map(\.line) == ["7200 2.5 4 0.5 3 5.25"])
    #expect(market.asked == [Self.target(seconds)])
  }

  @Test func `periods that do not begin on UTC hours are not offered`() async {
    let periods = Period.allCases.filter { $0 > .oneHour }
    let market = BitsoMarket.market()
    for period in periods {
      let error = await #expect(throws: MarketError.self) {
        try await market.client.candles(of: Self.pair, period: period).get()
      }
      guard case .exchangeError(_, isTransient: false) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(market.asked.isEmpty)
  }

  @Test func `a period without a trade has a volume of 0, and invalid candles are skipped`()
    async throws
  {
    let rows = """
      \(Self.row(3600)),{"bucket_start_time":7200000,"first_rate":"","volume":"1"},{"first_rate":"1"},\
      {"bucket_start_time":-1},{"bucket_start_time":"10800000","first_rate":"0","volume":null},7
      """
    let market = BitsoMarket.market([Self.target(3600): "[\(rows)]"])
    let answer = try await market.client.candles(of: Self.pair, period: .oneHour).get()
    #expect(answer.value.map(\.line) == ["3600 1 1 1 1 0", "10800 - - - - -"])
    #expect(
      answer.warnings.map(\.description) == [
        "payload[1].first_rate is not a number", "payload[2].bucket_start_time is missing",
        "payload[3].bucket_start_time is not a time", "payload[5] is not an object",
      ])
  }

  @Test func `a page before a time has both bounds, in milliseconds`() async throws {
    let target = "ohlc?book=btc_mxn&time_bucket=60&start=18000500&end=36000500"
    let market = BitsoMarket.market([target: "[\(Self.row(32_400))]"])
    let answer = try await market.client.candles(
      of: Self.pair, period: .oneMinute, before: .seconds(36_000.5)
    ).get()
    #expect(answer.value.map(\.time) == [.seconds(32_400)])
    #expect(market.asked == [target])
  }

  @Test func `history takes the newest page, then older ones, until one is empty`() async throws {
    let first = 1_795_183_200
    let market = BitsoMarket.market([
      Self.target(3600, end: first): "[\(Self.row(first - 3600)),\(Self.row(first))]",
      Self.target(3600, end: first - 3600): "[\(Self.row(first - 7200))]",
      Self.target(3600, end: first - 7200): "[]",
    ])
    let end = Date.seconds(Double(first))
    let range = HistoryRange(.oneHour, count: nil, from: end - 36_000, to: end, now: end)
    let answer = try await market.client.history(of: Self.pair, range).get()
    #expect(answer.value.map(\.time) == [end - 7200, end - 3600])
    #expect(market.asked.count == 3)
  }

  @Test func `the candles of a pair that is not listed name near ones`() async {
    let market = BitsoMarket.market()
    let body =
      #"{"success":false,"error":{"code":"0304","message":"The field book (btc_mxnd) is either invalid or missing"}}"#
    for response in [BitsoMarket.unknown, .text(body, status: 400)] {
      market.answer("ohlc?book=btc_mxnd&time_bucket=3600", with: response)
      let error = await #expect(throws: MarketError.self) {
        try await market.client.candles(of: Pair(symbol: "BTC-MXND"), period: .oneHour).get()
      }
      #expect(error == .unknownSymbol("BTC-MXND", near: ["BTC-MXN"]))
    }
  }
}
