import Foundation
import MarketCore
import TestTools
import Testing

/// The tickers of OKX, and their requests.
struct OKXTickersTests {
  @Test(
    arguments: [
      // The price 24 hours ago, not that of midnight; the volume in the base currency.
      (OKXMarket.bitcoin, "BTC-USDT 27412.3 27412.2 27412.4 26954.1 27500 26900.5 312.5"),
      // Before the first trade, and of a pair that is not traded.
      (
        #"{"instId":"A-B","last":"","bidPx":"","askPx":"3","open24h":"","high24h":"","low24h":"","vol24h":""}"#,
        "A-B - - 3 - - - -"
      ),
      (#"{"instId":"A-B","last":"0","bidPx":"0","askPx":"0","vol24h":"0"}"#, "A-B - - - - - - 0"),
      // Null, missing, plain numbers, unknown members, and unneeded ones that are no number.
      (
        #"{"instId":"A-B","last":1.5,"bidPx":null,"askPx":1.7e-7,"vol24h":5E-8,"lastSz":"x","new":{}}"#,
        "A-B 1.5 - 0.00000017 - - - 0.00000005"
      ),
    ])
  func `a row is read by its members`(row: String, line: String) async throws {
    let market = OKXMarket.market([OKXMarket.all: row])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.line) == [line])
    #expect(answer.value.map(\.changeReference) == [.dayAgo])
  }

  @Test(arguments: [
    ("\"913600000\"", false, 913_600), ("\"913599999\"", true, 913_599.999),
    ("913599999", true, 913_599.999),
    ("\"\"", false, nil), ("null", false, nil),
  ])
  func `a suspended pair is dead a day after its last row`(
    time: String, isDead: Bool, seconds: Double?
  ) async throws {
    let row = #"{"instId":"OLD-USDT","last":"5","vol24h":"1000","ts":\#(time)}"#
    // The answer arrives at second 1,000,000.
    let market = OKXMarket.market([OKXMarket.all: row])
    let ticker = try #require(try await market.client.tickers(details: .none).get().value.first)
    #expect(ticker.tradedAt == seconds.map { Date(timeIntervalSince1970: $0) })
    #expect(ticker.isDead == isDead && ticker.last == 5)
    #expect(ticker.volume == (isDead ? 0 : 1000) && ticker.notional == (isDead ? 0 : 5000))
  }

  @Test func `invalid rows are skipped and counted`() async throws {
    let rows = #"{"instId":"A-B","last":" "},{"instId":""},{},7,{"instId":"C-D","vol24h":"x"}"#
    let market = OKXMarket.market([OKXMarket.all: "\(OKXMarket.bitcoin),\(rows)"])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-USDT"])
    #expect(
      answer.warnings.map(\.description) == [
        "A-B: last is not a number", "data[2].instId is empty", "data[3].instId is missing",
        "data[4] is not an object", "C-D: vol24h is not a number",
      ])
  }

  @Test(
    arguments: [
      (nil, .none, OKXMarket.all), (nil, .all, OKXMarket.all), (["BTC-USDT"], .all, OKXMarket.one),
      (["ETH-BTC", "BTC-USDT"], .none, OKXMarket.all),
    ] as [([String]?, TickerDetails, String)])
  func `only what is needed is requested`(
    symbols: [String]?, details: TickerDetails, target: String
  ) async throws {
    #expect(try await OKXMarket.market().asked(forTickersOf: symbols, details) == [target])
  }

  @Test(arguments: ["BTC-USDD", "BTC-USDT-SWAP", "BTCUSDT", "BTC-", "é-USDT", "BTC-USDT/../x"])
  func `a pair that is not a listed spot market is unknown`(symbol: String) async throws {
    let market = OKXMarket.market()
    await expectUnknown(symbol) {
      try await market.client.ticker(of: Pair(symbol: symbol)).get()
    }
    let targets = [OKXMarket.all, "market/ticker?instId=\(symbol)"]
    #expect(market.asked.allSatisfy(targets.contains))
  }

  @Test func `2 seconds have at most 20 requests`() async throws {
    let market = OKXMarket.market()
    let client = market.client
    for _ in 1...20 { _ = try await client.tickers(details: .none).get() }
    #expect(market.clock.now == .zero)
    _ = await client.book(of: Pair(symbol: "BTC-USDT"))
    #expect(market.clock.now == .seconds(2))
  }
}
