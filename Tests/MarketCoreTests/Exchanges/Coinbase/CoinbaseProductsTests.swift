import MarketCore
import Testing

/// The instruments of Coinbase, which it calls products.
struct CoinbaseProductsTests {
  @Test func `what is online and traded is listed, with its steps`() async throws {
    let market = CoinbaseMarket.market()
    let answer = try await market.client.instruments().get()
    #expect(
      answer.value.map(\.line) == [
        "BTC-USD online 0.01 0.00000001 - - 1 BTC-USD Bitcoin",
        "ETH-BTC online 0.00001 - - - - ETH-BTC Ethereum",
      ])
    #expect(answer.warnings.isEmpty)
    #expect(market.askedSorted == ["currencies", "products"])
  }

  @Test func `without names they are not asked for`() async throws {
    let market = CoinbaseMarket.market()
    _ = try await market.client.instruments(withNames: false).get()
    #expect(market.asked == ["products"])
  }

  @Test func `a product that cannot be understood is counted`() async throws {
    let body = """
      [{"id":"A-B","quote_increment":"x"},{"id":" "},{"id":"C-D","status":null,"margin_enabled":7}]
      """
    let answer = try await CoinbaseMarket.market(["products": body]).client
      .instruments(withNames: false).get()
    #expect(answer.value.map(\.line) == ["C-D - - - - - - C-D -"])
    #expect(
      Warning.sentences(for: answer.warnings) == [
        "skipped 2 invalid rows: A-B: quote_increment is not a number; [1].id is empty"
      ])
  }

  @Test func `one product is asked for alone, and so is its currency`() async throws {
    let market = CoinbaseMarket.market([
      "products/BTC-USD": #"{"id":"BTC-USD","quote_increment":"0.01","status":"online"}"#,
      "currencies/BTC": #"{"id":"BTC","name":"Bitcoin"}"#,
    ])
    let answer = try await market.client.instrument(of: Pair(symbol: "BTC-USD")).get()
    #expect(answer.value.line == "BTC-USD online 0.01 - - - - BTC-USD Bitcoin")
    #expect(market.askedSorted == ["currencies/BTC", "products/BTC-USD"])
  }

  @Test(arguments: ["MOVE-USD", "BTC-USDD"])
  func `a product that is delisted or not there is unknown`(symbol: String) async {
    let market = CoinbaseMarket.market([
      "products/MOVE-USD": #"{"id":"MOVE-USD","status":"delisted","trading_disabled":true}"#
    ])
    await expectUnknown(symbol) {
      try await market.client.instrument(of: Pair(symbol: symbol)).get()
    }
  }
}
