import Foundation
@testable import MarketCore
import TestTools
import Testing

/// The tickers of Bitstamp, and their requests.
struct BitstampTickersTests {
  private static let bitcoin = Pair(symbol: "BTC-USD")

  @Test(
    arguments: [
      // The open of 24 hours ago, not that of the UTC day.
      ("{\(BitstampMarket.row)}", "27409 27408 27409.1 26951 27464.5 26927 1.82656597"),
      // A price of 0 is none, a volume of 0 is 0.
      (
        #"{"last":"0.00","bid":"0","ask":"1","open_24":"0.0","open":"5","high":"0","low":"0","volume":"0.00000000"}"#,
        "- - 1 - - - 0"
      ),
      // Numbers without quotes, null, missing, unknown members, and unneeded numbers that are none.
      (
        #"{"last":2.50,"bid":null,"ask":1.7e-7,"volume":5E-8,"vwap":"x","side":1e400,"new":{"a":[1]}}"#,
        "2.5 - 0.00000017 - - - 0.00000005"
      ),
    ])
  func `a ticker is read by its members`(body: String, numbers: String) async throws {
    let market = BitstampMarket.market(["ticker/btcusd/": body])
    let answer = try await market.client.tickers(of: [Self.bitcoin], details: .none).get()
    #expect(answer.value.map(\.line) == ["BTC-USD \(numbers)"])
    #expect(answer.value.map(\.changeReference) == [.dayAgo])
  }

  @Test func `perpetuals are left out without a warning, and names are of the base`() async throws {
    let answer = try await BitstampMarket.market().client.tickers().get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-USD", "1INCH-BTC", "PYUSD-EUR"])
    #expect(answer.value.map(\.name) == ["Bitcoin", nil, nil])
    #expect(answer.warnings == [])
  }

  @Test func `rows that cannot be understood are left out and counted`() async throws {
    let market = BitstampMarket.market([
      "ticker/": """
      [{"pair":"BTC/USD","last":"1"},{"pair":17},{},7,{"pair":"BTCUSD"},{"pair":"BTC/"},\
      {"pair":"LTC/USD","last":"x"},{"pair":"LTC/USD","bid":{}}]
      """
    ])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-USD"])
    #expect(answer.warnings.count == 7)
    #expect(answer.warnings.contains(.rowSkipped("BTCUSD: pair is not in the form BASE/QUOTE")))
  }

  @Test(
    arguments: [
      (nil, .none, ["ticker/"]), (nil, .names, ["ticker/", "markets/"]),
      (["BTC-USD"], .none, ["ticker/btcusd/"]),
      (["BTC-USD"], .names, ["ticker/btcusd/", "markets/"]),
      (["BTC-USD", "1INCH-BTC"], .none, ["ticker/"]),
      // The list tells how these joined names are split.
      (["1INCH-BTC"], .none, ["markets/", "ticker/1inchbtc/"]),
      (["PYUSD-EUR"], .none, ["markets/", "ticker/pyusdeur/"]),
    ] as [([String]?, TickerDetails, [String])])
  func `only what is needed is asked for`(
    symbols: [String]?, details: TickerDetails, targets: [String]
  ) async throws {
    let asked = try await BitstampMarket.market().asked(forTickersOf: symbols, details)
    #expect(asked == targets.sorted())
  }

  @Test func `the list of markets is asked for once a run, and when a pair is new, at most hourly`()
    async throws
  {
    let market = BitstampMarket.market()
    let client = market.client
    for _ in 1...3 { _ = try await client.tickers().get() }
    #expect(market.askedSorted == ["markets/", "ticker/", "ticker/", "ticker/"])
    market.forget()
    market.answer("ticker/", with: .text(#"[{"pair":"NEW/USD","last":"1"}]"#))
    for hours in [0, 1, 0, 1] {
      market.clock.pass(.seconds(3600 * hours))
      #expect(try await client.tickers().get().value.map(\.pair.symbol) == ["NEW-USD"])
    }
    #expect(market.asked.filter { $0 == "markets/" }.count == 2)
  }

  @Test func `without the list there are still prices, and warnings`() async throws {
    let market = BitstampMarket.market()
    market.answer("markets/", with: .text("down", status: 503))
    let answer = try await market.client.tickers().get()
    #expect(answer.value.count == 3)
    #expect(answer.value.allSatisfy { $0.name == nil })
    #expect(
      answer.warnings == [
        .note("no currency names: HTTP 503 Service Unavailable")
      ])
    let single = try await market.client.tickers(
      of: [Pair(symbol: "1INCH-BTC")], details: .none
    ).get()
    #expect(single.value[0].last?.plain == "27409")
    #expect(
      single.warnings == [
        .note("no list of pairs: HTTP 503 Service Unavailable")
      ])
    // But not what is no name in a path.
    await #expect(throws: MarketError.httpStatus(503, retryAfter: nil)) {
      try await market.client.tickers(of: [Pair(symbol: "../X-BTC")], details: .none).get()
    }
  }

  @Test(arguments: ["BT-CUSD", "BTCU-SD", "1-INCHBTC", "PY-USDEUR", "../X-BTC", "BTCUSD"])
  func `base and quote must match, not only their joined names`(symbol: String) async {
    for question in BitstampRefusalsTests.questions {
      let market = BitstampMarket.market()
      let error = await #expect(throws: MarketError.self) {
        try await market.client.ask(question, Pair(symbol: symbol))
      }
      guard case .unknownSymbol(symbol, _) = error else {
        Issue.record("\(question): \(String(describing: error))")
        return
      }
      #expect(market.asked == ["markets/"])
    }
  }

  @Test func `joined names of the codes that need no list are those of one pair`() {
    let codes = Bitstamp.unambiguousCodes
    let names = codes.flatMap { base in codes.map { base + $0 } }
    #expect(Set(names).count == codes.count * codes.count)
  }

  @Test func `the spelling of every listed pair goes there and back`() async throws {
    let client = MarketClient.recorded(Bitstamp())
    let instruments = try await client.instruments().get().value
    #expect(instruments.count == 32)
    let listed = Set(try await client.tickers().get().value.map(\.pair))
    #expect(Set(instruments.map(\.pair)) == listed)
    for instrument in instruments {
      guard case .text(let name) = instrument.id else { continue }
      #expect(Pair(name: name) == instrument.pair)
      #expect(name == instrument.pair.symbol.replacing("-", with: "/"))
    }
  }

  @Test func `24 seconds have at most 400 requests`() async throws {
    let market = BitstampMarket.market()
    let client = market.client
    for _ in 1...400 { _ = try await client.tickers(of: [Self.bitcoin], details: .none).get() }
    #expect(market.clock.now == .zero)
    _ = await client.book(of: Self.bitcoin)
    #expect(market.clock.now == .seconds(24))
  }
}
