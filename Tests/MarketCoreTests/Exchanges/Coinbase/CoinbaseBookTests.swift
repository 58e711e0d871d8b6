import MarketCore
import Testing

/// The order books of Coinbase.
struct CoinbaseBookTests {
  private static let pair = Pair(symbol: "BTC-USD")
  private static let levels = """
    {"bids":[["63217.42","0.00004377",1],["63217.40","2",18446744073709551617]],
    "asks":[["63217.43","0.24090999",8,"more"],["63217.5","1"]],"sequence":99999999999999999999,
    "auction_mode":false,"auction":null,"time":"2026-06-19T16:43:31.844642586Z"}
    """
  private static let orders = """
    {"bids":[["9732.5","2938.013278","f9987469-a0e9-42ce-9b5f-69877afe2fdc"],["9732.5","1",null]],
    "asks":[["9733","1","e9f49867-f081-4991-8ec6-2b2ef19f9fd9"]]}
    """

  @Test func `levels are those of level 2, in one request`() async throws {
    let market = CoinbaseMarket.market(["products/BTC-USD/book?level=2": Self.levels])
    let answer = try await market.client.book(of: Self.pair).get()
    #expect(answer.value.bids.map(\.line) == ["0.00004377 @ 63217.42 ×1", "2 @ 63217.4 ×?"])
    #expect(answer.value.asks.map(\.line) == ["0.24090999 @ 63217.43 ×8", "1 @ 63217.5 ×?"])
    #expect(answer.warnings.isEmpty)
    #expect(market.asked == ["products/BTC-USD/book?level=2"])
  }

  @Test func `single orders are those of level 3`() async throws {
    let market = CoinbaseMarket.market(["products/BTC-USD/book?level=3": Self.orders])
    let book = try await market.client.book(of: Self.pair, detail: .orders).get().value
    #expect(
      book.bids.map(\.line) == [
        "2938.013278 @ 9732.5 #f9987469-a0e9-42ce-9b5f-69877afe2fdc", "1 @ 9732.5 ×1",
      ])
    #expect(book.asks.map(\.line) == ["1 @ 9733 #e9f49867-f081-4991-8ec6-2b2ef19f9fd9"])
  }

  @Test func `single orders that need a key are refused for good`() async {
    let market = CoinbaseMarket.market(
      responses: [
        "products/BTC-USD/book?level=3": .text(#"{"message":"Unauthorized."}"#, status: 401)
      ])
    let refused = MarketError.exchangeError(
      message: "Coinbase gives single orders only with a key", isTransient: false)
    await #expect(throws: refused) {
      try await market.client.book(of: Self.pair, detail: .orders).get()
    }
    #expect(market.asked.count == 1)
  }

  @Test func `entries that offer nothing or cannot be understood are counted`() async throws {
    let market = CoinbaseMarket.market([
      "products/BTC-USD/book?level=2":
        #"{"bids":[["1","0",1],["2","-1",1],["3"],7,["4","1",1]],"asks":[[null,"1",1]]}"#
    ])
    let answer = try await market.client.book(of: Self.pair).get()
    #expect(answer.value.bids.map(\.line) == ["1 @ 4 ×1"])
    #expect(
      answer.warnings.map(\.description) == [
        "bids[0][1] is not above 0", "bids[1][1] is not above 0", "bids[2][1] is missing",
        "bids[3] is not a list", "asks[0][1] is missing",
      ])
  }

  @Test(arguments: [BookDetail.levels, .orders])
  func `the book of an unknown pair has near names`(detail: BookDetail) async {
    let market = CoinbaseMarket.market()
    await #expect(throws: MarketError.unknownSymbol("BTC-USDD", near: ["BTC-USD"])) {
      try await market.client.book(of: Pair(symbol: "BTC-USDD"), detail: detail).get()
    }
    market.forget()
    await #expect(throws: MarketError.unknownSymbol("BTC/USD", near: ["BTC-USD"])) {
      try await market.client.book(of: Pair(symbol: "BTC/USD"), detail: detail).get()
    }
    #expect(market.asked.isEmpty)
  }

  @Test func `a listed pair that the exchange does not find is no unknown one`() async {
    let market = CoinbaseMarket.market()
    let error = MarketError.exchangeError(
      message: "no data for BTC-USD", isTransient: true)
    await #expect(throws: error) { try await market.client.book(of: Self.pair).get() }
    market.answer("products", with: .text("", status: 500))
    let fresh = CoinbaseMarket.market(responses: ["products": .text("", status: 500)])
    await #expect(throws: MarketError.unknownSymbol("BTC-USD", near: [])) {
      try await fresh.client.book(of: Self.pair).get()
    }
  }
}
