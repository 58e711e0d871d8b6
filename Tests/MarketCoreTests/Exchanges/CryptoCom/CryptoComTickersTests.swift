import Foundation
import MarketCore
import TestTools
import Testing

/// The tickers of the Crypto.com Exchange, and their requests.
struct CryptoComTickersTests {
  @Test(
    arguments: [
      // The price 24 hours ago is computed from the ratio.
      (
        CryptoComMarket.bitcoin,
        "BTC-USD 27412.3 27412.2 27412.4 26954.0806293 27500 26900.5 312.5"
      ),
      (#"{"i":"A_B","a":"95","c":"-0.05","v":"1"}"#, "A-B 95 - - 100 - - 1"),
      (#"{"i":"A_B","a":"95","c":"0.0000","v":"0"}"#, "A-B 95 - - 95 - - 0"),
      // A fall to nothing has no price before it.
      (#"{"i":"A_B","a":"95","c":"-1"}"#, "A-B 95 - - - - - -"),
      // Before the first trade, with one order.
      (
        #"{"i":"A_B","h":null,"l":null,"a":null,"v":"0","c":null,"b":null,"k":"3","oi":null}"#,
        "A-B - - 3 - - - 0"
      ),
      (#"{"i":"A_B","a":"0","b":"0","k":"0","c":"0.1"}"#, "A-B - - - - - - -"),
      // Missing, plain numbers, unknown members, and unneeded ones that are no number.
      (
        #"{"i":"A_B","a":1.5,"k":1.7e-7,"v":5E-8,"vv":"x","t":"x","new":{}}"#,
        "A-B 1.5 - 0.00000017 - - - 0.00000005"
      ),
      (#"{"i":"A_B_C","a":"1"}"#, "A_B-C 1 - - - - - -"),
    ])
  func `a row is read by its members`(row: String, line: String) async throws {
    let market = CryptoComMarket.market([CryptoComMarket.all: row])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.line) == [line])
    #expect(answer.value.map(\.changeReference) == [.dayAgo])
  }

  @Test func `the change is the ratio that is sent`() async throws {
    let answer = try await CryptoComMarket.market().client.tickers(details: .none).get()
    #expect(answer.value[0].percent?.rounded(toPlaces: 8) == Decimal(string: "1.7"))
  }

  @Test func `invalid rows are skipped and counted, contracts are ignored`() async throws {
    let rows = #"{"i":"A_B","a":" "},{"i":""},{},7,{"i":"C_D","v":"x"},{"i":"X-26_"},{"i":"_X"}"#
    let market = CryptoComMarket.market([
      CryptoComMarket.all: "\(CryptoComMarket.contract),\(CryptoComMarket.bitcoin),\(rows)"
    ])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-USD"])
    #expect(
      answer.warnings.map(\.description) == [
        "A_B: a is not a number", "result.data[3].i is empty", "result.data[4].i is missing",
        "result.data[5] is not an object", "C_D: v is not a number",
      ])
  }

  @Test(
    arguments: [
      (nil, .none, CryptoComMarket.all), (nil, .all, CryptoComMarket.all),
      (["BTC-USD"], .all, CryptoComMarket.one),
      (["ETH-BTC", "BTC-USD"], .none, CryptoComMarket.all),
    ] as [([String]?, TickerDetails, String)])
  func `only what is needed is requested`(
    symbols: [String]?, details: TickerDetails, target: String
  ) async throws {
    #expect(try await CryptoComMarket.market().asked(forTickersOf: symbols, details) == [target])
  }

  @Test(arguments: [
    "BTC-USDD", "BTCUSD-PERP", "BTC_USD", "BTC-", "é-USD", "BTC-USD/../x", "BTC_X-USD",
  ])
  func `a pair that is not a listed spot market is unknown`(symbol: String) async throws {
    let market = CryptoComMarket.market()
    await expectUnknown(symbol) {
      try await market.client.ticker(of: Pair(symbol: symbol)).get()
    }
    let name = symbol.replacing("-", with: "_")
    let targets = [CryptoComMarket.all, "get-tickers?instrument_name=\(name)"]
    #expect(market.asked.allSatisfy(targets.contains))
  }

  @Test func `a second has at most 100 requests`() async throws {
    let market = CryptoComMarket.market()
    let client = market.client
    for _ in 1...100 { _ = try await client.tickers(details: .none).get() }
    #expect(market.clock.now == .zero)
    _ = await client.book(of: Pair(symbol: "BTC-USD"))
    #expect(market.clock.now == .seconds(1))
  }
}
