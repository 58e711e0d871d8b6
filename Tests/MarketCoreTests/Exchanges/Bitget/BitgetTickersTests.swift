import Foundation
import MarketCore
import TestTools
import Testing

/// The tickers of Bitget, and their requests.
struct BitgetTickersTests {
  @Test(
    arguments: [
      // The price 24 hours ago, not that of midnight; the volume in the base currency.
      (BitgetMarket.bitcoin, "BTC-USDT 27412.3 27412.2 27412.4 26954.1 27500 26900.5 312.5"),
      // A halted pair.
      (
        #"{"open":"0","symbol":"WLFIUSD1","high24h":"0","low24h":"0","lastPr":"0.1788","quoteVolume":"0","baseVolume":"0","bidPr":"0","askPr":"0","bidSz":null,"askSz":null,"openUtc":"0"}"#,
        "WLFI-USD1 0.1788 - - - - - 0"
      ),
      // Null, missing, empty, plain numbers, unknown members, and unneeded ones that are no number.
      (
        #"{"symbol":"WLFIUSD1","lastPr":1.5,"bidPr":null,"askPr":1.7e-7,"open":"","baseVolume":5E-8,"usdtVolume":"x","new":{}}"#,
        "WLFI-USD1 1.5 - 0.00000017 - - - 0.00000005"
      ),
    ])
  func `a row is read by its members`(row: String, line: String) async throws {
    let market = BitgetMarket.market([BitgetMarket.all: BitgetMarket.list(row)])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.line) == [line])
    #expect(answer.value.map(\.changeReference) == [.dayAgo])
  }

  /// The answer arrives at second 1,000,000.
  @Test(arguments: [
    ("\"913600000\"", false, 913_600), ("\"913599999\"", true, 913_599.999),
    ("913599999", true, 913_599.999), ("\"\"", false, nil), ("null", false, nil),
  ])
  func `a pair is dead a day after its last statistics`(
    time: String, isDead: Bool, seconds: Double?
  ) async throws {
    let row = #"{"symbol":"WLFIUSD1","lastPr":"5","baseVolume":"1000","ts":\#(time)}"#
    let market = BitgetMarket.market([BitgetMarket.all: BitgetMarket.list(row)])
    let ticker = try #require(try await market.client.tickers(details: .none).get().value.first)
    #expect(ticker.tradedAt == seconds.map { Date(timeIntervalSince1970: $0) })
    #expect(ticker.isDead == isDead && ticker.volume == (isDead ? 0 : 1000))
  }

  @Test func `invalid rows, and symbols that the list lacks, are skipped and counted`() async throws
  {
    let market = BitgetMarket.market([
      BitgetMarket.all: BitgetMarket.list(
        #"{"symbol":"NEWUSDT","lastPr":"1"}"#, #"{"symbol":"WLFIUSD1","lastPr":" "}"#,
        #"{"symbol":""}"#, "{}", "7", BitgetMarket.bitcoin)
    ])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-USDT"])
    #expect(
      answer.warnings.map(\.description) == [
        "WLFIUSD1: lastPr is not a number", "data[2].symbol is empty", "data[3].symbol is missing",
        "data[4] is not an object", "NEWUSDT: not in the list of symbols",
      ])
  }

  @Test(
    arguments: [
      (nil, .none, [BitgetMarket.all, BitgetMarket.symbols]),
      (nil, .all, [BitgetMarket.all, BitgetMarket.symbols]),
      (["BTC-USDT"], .all, [BitgetMarket.one, BitgetMarket.symbol]),
      (["WLFI-USD1", "BTC-USDT"], .none, [BitgetMarket.all, BitgetMarket.symbols]),
    ] as [([String]?, TickerDetails, [String])])
  func `only what is needed is requested`(
    symbols: [String]?, details: TickerDetails, targets: [String]
  ) async throws {
    #expect(try await BitgetMarket.market().asked(forTickersOf: symbols, details) == targets)
  }

  @Test func `the list of symbols is requested again after an hour`() async throws {
    let market = BitgetMarket.market()
    func asked(_ symbols: [String]?) async throws -> [String] {
      market.forget()
      return try await market.asked(forTickersOf: symbols, .none)
    }
    _ = try await asked(nil)
    #expect(try await asked(nil) == [BitgetMarket.all])
    #expect(try await asked(["BTC-USDT"]) == [BitgetMarket.one])
    market.clock.pass(.seconds(3600))
    #expect(try await asked(nil) == [BitgetMarket.all, BitgetMarket.symbols])
  }

  @Test(arguments: ["BTC-USDD", "BT-CUSDT", "WLFIUSD-1", "BTCUSDT", "BTC-", "BTC-USDT/../x"])
  func `a pair that is not in the list of symbols is unknown`(symbol: String) async throws {
    let near = await expectUnknown(symbol) {
      try await BitgetMarket.market().client.ticker(of: Pair(symbol: symbol)).get()
    }
    if symbol.hasPrefix("BT"), !symbol.contains("/") { #expect(near.contains("BTC-USDT")) }
  }

  @Test func `a second has at most 20 requests`() async throws {
    let market = BitgetMarket.market()
    for _ in 1...19 { _ = try await market.client.tickers(details: .none).get() }
    #expect(market.clock.now == .zero && market.asked.count == 20)
    _ = try await market.client.tickers(details: .none).get()
    #expect(market.clock.now == .seconds(1))
  }
}
