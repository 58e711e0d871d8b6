import Foundation
import MarketCore
import TestTools
import Testing

/// The tickers of Bitfinex, and their requests.
struct BitfinexTickersTests {
  @Test(
    arguments: [
      // 12 elements since 2026, 11 before, and perhaps more one day.
      (
        "27412,9,27413,4,458.5,0.0172,27418,12.5,27500,26900,1358182043000",
        "27418 27412 27413 26959.5 27500 26900 12.5"
      ),
      ("1,1,2,1,0,0,1.5,3,2,1", "1.5 1 2 1.5 2 1 3"),
      ("1,1,2,1,0,0,1.5,3,2,1,5,null,7.5,\"new\",{}", "1.5 1 2 1.5 2 1 3"),
      // Exponents, and change measured exactly.
      (
        "1.69e-7,1,1.71e-7,1,-1e-8,-0.0556,1.7e-7,43173047234.85517,1.8e-7,1.6e-7",
        "0.00000017 0.000000169 0.000000171 0.00000018 0.00000018 0.00000016 43173047234.85517"
      ),
      // No trade ever: no prices, but a volume of 0.
      ("0,0,0,0,0,0,0,0,0,0", "- - - - - - 0"),
      // A side without orders; no last price, so that the open is unknown too.
      ("0,0,2,1,0.5,0,0,0,0,0", "- - 2 - - - 0"),
      // What is missing or null is unknown.
      ("null,null,2,null,null,null,1.5", "1.5 - 2 - - - -"),
      // A change of all of the price leaves no open.
      ("1,1,2,1,1.5,0,1.5,3,2,1", "1.5 1 2 - 2 1 3"),
      // Quotes, and unneeded numbers that cannot be kept.
      ("\"1\",1e400,\"2\",\"x\",\"0.5\",null,\"1.5\",3,2,1", "1.5 1 2 1 2 1 3"),
    ])
  func `a row is read by the places of its elements`(row: String, numbers: String) async throws {
    let market = BitfinexMarket.market(["tickers?symbols=tBTCUSD": #"[["tBTCUSD",\#(row)]]"#])
    let ticker = try await market.client.ticker(of: Pair(symbol: "BTC-USD")).get().value
    #expect(ticker.line == "BTC-USD \(numbers)")
    #expect(ticker.changeReference == .dayAgo)
  }

  @Test func `lending, derivatives and paper trading are left out without a warning`() async throws
  {
    let answer = try await BitfinexMarket.market().client.tickers().get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-USD", "LINK-USDT", "WBTC-USD"])
    #expect(answer.value.map(\.name) == ["Bitcoin", "Chainlink", "Wrapped Bitcoin"])
    #expect(answer.warnings == [])
  }

  @Test func `rows that cannot be understood are left out and counted`() async throws {
    let market = BitfinexMarket.market([
      "tickers?symbols=ALL": """
      [["tBTCUSD",1,1,2,1,0,0,1.5,3,2,1],[17],[],7,["tETHUSD",1,1,2,1,0,0,{},3,2,1],["tABCDE",1],["x"],\
      ["t:USD",1]]
      """
    ])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-USD"])
    #expect(answer.warnings.count == 7)
    #expect(answer.warnings.contains(.rowSkipped("[1][0] is not text")))
    #expect(answer.warnings.contains(.rowSkipped("tETHUSD: [7] is not a number")))
  }

  @Test(
    arguments: [
      (nil, .none, ["tickers?symbols=ALL", BitfinexMarket.spellings]),
      (
        nil, .names,
        ["tickers?symbols=ALL", BitfinexMarket.spellings, BitfinexMarket.names]
      ),
      (["BTC-USD"], .none, ["tickers?symbols=tBTCUSD"]),
      (["BTC-USD"], .names, ["tickers?symbols=tBTCUSD", BitfinexMarket.names]),
      (["ETH-USD", "BTC-USD"], .none, ["tickers?symbols=tBTCUSD%2CtETHUSD"]),
      (
        ["LINK-USD", "BTC-USDT"], .none,
        ["tickers?symbols=tBTCUST%2CtLINK%3AUSD", BitfinexMarket.spellings]
      ),
    ] as [([String]?, TickerDetails, [String])])
  func `only what is needed is asked for`(
    symbols: [String]?, details: TickerDetails, targets: [String]
  ) async throws {
    let asked = try await BitfinexMarket.market().asked(forTickersOf: symbols, details)
    #expect(asked == targets.sorted())
  }

  @Test func `more than a hundred pairs are asked for with all others`() async {
    let market = BitfinexMarket.market()
    _ = await market.client.tickers(
      of: (0...100).map { Pair(symbol: "C\($0)-USD") }, details: .none)
    #expect(market.asked.contains("tickers?symbols=ALL"))
  }

  @Test func `spellings are asked for again when a pair is new, at most hourly`() async throws {
    let market = BitfinexMarket.market([
      "tickers?symbols=ALL": #"[["tNEWUSD",1,1,2,1,0,0,1.5,3,2,1]]"#
    ])
    let client = market.client
    for hours in [0, 0, 1, 0, 1] {
      market.clock.pass(.seconds(3600 * hours))
      let answer = try await client.tickers(details: .none).get()
      #expect(answer.value.map(\.pair.symbol) == ["NEW-USD"])
    }
    #expect(market.asked.filter { $0 == BitfinexMarket.spellings }.count == 3)
  }

  @Test func `without spellings and names there are still prices, and warnings`() async throws {
    let market = BitfinexMarket.market()
    market.answer(BitfinexMarket.spellings, with: .text("down", status: 503))
    market.answer(BitfinexMarket.names, with: .text("down", status: 503))
    let answer = try await market.client.tickers().get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-USD", "LINK-USDT", "WBTC-USD"])
    #expect(answer.value.map(\.name) == [nil, nil, nil])
    #expect(
      Warning.sentences(for: answer.warnings) == [
        "no currency codes (some may be Bitfinex's own): HTTP 503 Service Unavailable",
        "no currency names: HTTP 503 Service Unavailable",
      ])
    // Plain pairs need no spellings, the others do.
    _ = try await market.client.tickers(of: [Pair(symbol: "BTC-USD")], details: .none).get()
    await #expect(throws: MarketError.httpStatus(503, retryAfter: nil)) {
      try await market.client.tickers(of: [Pair(symbol: "LINK-USD")], details: .none).get()
    }
  }

  @Test func `a minute has at most 30 requests of tickers`() async throws {
    let market = BitfinexMarket.market()
    let client = market.client
    for _ in 1...30 { _ = try await client.tickers(details: .none).get() }
    #expect(market.clock.now == .zero)
    _ = try await client.tickers(details: .none).get()
    #expect(market.clock.now == .seconds(60))
  }
}
