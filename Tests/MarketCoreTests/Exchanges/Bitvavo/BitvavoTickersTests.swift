import Foundation
import MarketCore
import TestTools
import Testing

/// The tickers of Bitvavo, and their requests.
struct BitvavoTickersTests {
  @Test(
    arguments: [
      // Exponents, and zeros at the end; the volume in the base currency.
      (BitvavoMarket.bitcoin, "BTC-EUR 25223 25222 25224 24806 25410 24790.5 31.5"),
      // The row of 2019 had no other times than that of the response.
      (
        #"{"market":"A-B","open":"1.23","high":"1.2303","low":"1.211","last":"1.2212","volume":"6070.883854","bid":"1.211","bidSize":"135.55716","ask":"1.2145","timestamp":1000000000}"#,
        "A-B 1.2212 1.211 1.2145 1.23 1.2303 1.211 6070.883854"
      ),
      // No trade within 24 hours.
      (
        #"{"market":"A-B","open":null,"high":null,"low":null,"last":null,"closeTimestamp":null,"bid":null,"ask":"3","volume":null}"#,
        "A-B - - 3 - - - -"
      ),
      (#"{"market":"A-B","last":"0","bid":"0","open":"0E+2","volume":"0"}"#, "A-B - - - - - - 0"),
      // Plain numbers, unknown members, and unneeded ones that are no number.
      (
        #"{"market":"A-B","last":1.5,"ask":"7.5E+4","bid":1.7e-7,"volume":5E-8,"bidSize":"x","new":{}}"#,
        "A-B 1.5 0.00000017 75000 - - - 0.00000005"
      ),
    ])
  func `a row is read by its members`(row: String, line: String) async throws {
    let market = BitvavoMarket.market([BitvavoMarket.all: "[\(row)]"])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.line) == [line])
    #expect(answer.value.map(\.changeReference) == [.dayAgo])
    #expect(answer.warnings.isEmpty)
  }

  /// The answer arrives at second 1,000,000.
  @Test(arguments: [
    ("999995123", 999_995.123, false), ("913600000", 913_600, false),
    ("913599999", 913_599.999, true), ("null", nil, false),
  ])
  func `the last trade has a time, which can be too old`(
    time: String, seconds: Double?, isDead: Bool
  ) async throws {
    let row = #"{"market":"A-B","last":"5","volume":"9","timestamp":1,"closeTimestamp":\#(time)}"#
    let market = BitvavoMarket.market([BitvavoMarket.all: "[\(row)]"])
    let ticker = try #require(try await market.client.tickers(details: .none).get().value.first)
    #expect(ticker.tradedAt == seconds.map { Date(timeIntervalSince1970: $0) })
    #expect(ticker.isDead == isDead)
  }

  @Test func `invalid rows are skipped and counted`() async throws {
    let rows = #"{"market":"A-B","last":""},{"market":""},{},7,{"market":"C-D","volume":"x"}"#
    let market = BitvavoMarket.market([BitvavoMarket.all: "[\(BitvavoMarket.bitcoin),\(rows)]"])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-EUR"])
    #expect(
      answer.warnings.map(\.description) == [
        "A-B: last is not a number", "[2].market is empty", "[3].market is missing",
        "[4] is not an object", "C-D: volume is not a number",
      ])
  }

  @Test(
    arguments: [
      (nil, .none, [BitvavoMarket.all]), (nil, .all, ["assets", BitvavoMarket.all]),
      (["BTC-EUR"], .none, [BitvavoMarket.one]),
      (["BTC-EUR"], .all, ["assets", BitvavoMarket.one]),
      (["ETH-BTC", "BTC-EUR"], .none, [BitvavoMarket.all]),
    ] as [([String]?, TickerDetails, [String])])
  func `only what is needed is requested`(
    symbols: [String]?, details: TickerDetails, targets: [String]
  ) async throws {
    #expect(try await BitvavoMarket.market().asked(forTickersOf: symbols, details) == targets)
  }

  @Test func `names are those of the base currencies, requested once`() async throws {
    let market = BitvavoMarket.market()
    let answer = try await market.client.tickers(details: .all).get()
    #expect(answer.value.map(\.name) == ["Bitcoin", nil])
    #expect(answer.warnings.isEmpty)
    _ = try await market.client.tickers(details: .all).get()
    #expect(market.asked.filter { $0 == "assets" }.count == 1)
    let other = BitvavoMarket.market(["assets": "[]"])
    let nameless = try await other.client.tickers(details: .all).get()
    #expect(nameless.value.map(\.name) == [nil, nil])
    #expect(nameless.warnings.map(\.description).first?.hasPrefix("no currency names") == true)
  }

  @Test(arguments: ["BTC-EURD", "BTCEUR", "BTC-", "é-EUR", "BTC-EUR/../x"])
  func `a pair that is not listed is unknown`(symbol: String) async throws {
    let market = BitvavoMarket.market()
    await expectUnknown(symbol) {
      try await market.client.ticker(of: Pair(symbol: symbol)).get()
    }
    let targets = [BitvavoMarket.all, "ticker/24h?market=\(symbol)"]
    #expect(market.asked.allSatisfy(targets.contains))
  }

  @Test func `the list of all pairs costs 25, and a minute has at most 950`() async throws {
    let market = BitvavoMarket.market()
    let client = market.client
    for _ in 1...37 { _ = try await client.tickers(details: .none).get() }
    let pair = Pair(symbol: "BTC-EUR")
    for _ in 1...25 { _ = try await client.tickers(of: [pair], details: .none).get() }
    #expect(market.clock.now == .zero)
    _ = try await client.tickers(of: [pair], details: .none).get()
    #expect(market.clock.now == .seconds(60))
  }
}
