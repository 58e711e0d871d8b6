import Foundation
import MarketCore
import TestTools
import Testing

/// The tickers of Bitso, and their requests.
struct BitsoTickersTests {
  @Test(
    arguments: [
      // The price 24 hours ago is the last price without the change.
      (BitsoMarket.bitcoin, "BTC-MXN 466010 466000 466020 458200 475000 455000.5 31.5"),
      (
        #"{"book":"usd_cop","last":"4166.7","change_24":"-13.55"}"#,
        "USD-COP 4166.7 - - 4180.25 - - -"
      ),
      // The change was not sent in 2018, or is larger than the price.
      (#"{"book":"a_b","last":"5","volume":"7"}"#, "A-B 5 - - - - - 7"),
      (#"{"book":"a_b","last":"5","change_24":"5"}"#, "A-B 5 - - - - - -"),
      (#"{"book":"a_b","last":"5","change_24":"6"}"#, "A-B 5 - - - - - -"),
      (#"{"book":"a_b","last":"5","change_24":"0"}"#, "A-B 5 - - 5 - - -"),
      // Without trades or orders.
      (
        #"{"book":"a_b","high":null,"last":null,"volume":null,"low":null,"ask":"3","bid":null,"change_24":"1"}"#,
        "A-B - - 3 - - - -"
      ),
      (#"{"book":"a_b","last":"0","bid":"0.00","volume":"0"}"#, "A-B - - - - - - 0"),
      // Plain numbers, unknown members, and unneeded ones that are no number.
      (
        #"{"book":"A_B","last":1.5,"ask":1.7e-7,"volume":5E-8,"vwap":"x","created_at":7,"new":{}}"#,
        "A-B 1.5 - 0.00000017 - - - 0.00000005"
      ),
    ])
  func `a row is read by its members`(row: String, line: String) async throws {
    let market = BitsoMarket.market([BitsoMarket.all: "[\(row)]"])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.line) == [line])
    #expect(answer.value.map(\.changeReference) == [.dayAgo])
    // The time of a response is not that of a trade.
    #expect(answer.value.map(\.tradedAt) == [nil] && answer.warnings.isEmpty)
  }

  @Test func `invalid rows are skipped and counted`() async throws {
    let rows =
      #"{"book":"a_b","last":""},{"book":""},{},7,{"book":"c_d","volume":"x"},{"book":"e"}"#
    let market = BitsoMarket.market([BitsoMarket.all: "[\(BitsoMarket.bitcoin),\(rows)]"])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-MXN"])
    #expect(
      answer.warnings.map(\.description) == [
        "a_b: last is not a number", "payload[2].book is empty", "payload[3].book is missing",
        "payload[4] is not an object", "c_d: volume is not a number",
        "e: book is not in the form base_quote",
      ])
  }

  @Test(
    arguments: [
      (nil, .none, BitsoMarket.all), (nil, .all, BitsoMarket.all),
      (["BTC-MXN"], .all, BitsoMarket.one), (["ETH-BTC", "BTC-MXN"], .none, BitsoMarket.all),
    ] as [([String]?, TickerDetails, String)])
  func `only what is needed is requested`(
    symbols: [String]?, details: TickerDetails, target: String
  ) async throws {
    #expect(try await BitsoMarket.market().asked(forTickersOf: symbols, details) == [target])
  }

  @Test func `one pair is also found in a list, as in a recording`() async throws {
    let rows = "[\(BitsoMarket.ether),\(BitsoMarket.bitcoin)]"
    let market = BitsoMarket.market([BitsoMarket.one: rows])
    let ticker = try await market.client.ticker(of: Pair(symbol: "BTC-MXN")).get().value
    #expect(ticker.last == 466_010)
    market.answer(BitsoMarket.all, with: .text(BitsoMarket.body(BitsoMarket.bitcoin)))
    await #expect(throws: MarketError.self) { try await market.client.tickers().get() }
  }

  @Test(arguments: ["BTC-MXND", "BTCMXN", "BTC-", "é-MXN", "BTC_X-MXN", "BTC-MXN/../x"])
  func `a pair that is not listed is unknown`(symbol: String) async throws {
    let market = BitsoMarket.market()
    await expectUnknown(symbol) {
      try await market.client.ticker(of: Pair(symbol: symbol)).get()
    }
    let targets = [BitsoMarket.all, "ticker/?book=btc_mxnd"]
    #expect(market.asked.allSatisfy(targets.contains))
  }

  @Test func `5 seconds have at most 5 requests`() async throws {
    let market = BitsoMarket.market()
    let client = market.client
    for _ in 1...5 { _ = try await client.tickers(details: .none).get() }
    #expect(market.clock.now == .zero)
    _ = try await client.tickers(details: .none).get()
    #expect(market.clock.now == .seconds(5))
  }
}
