import MarketCore
import Testing

/// The order books of Gate.
struct GateBookTests {
  private static let pair = Pair(symbol: "BTC-USDT")
  private static let books = "spot/order_book?currency_pair=BTC_USDT&limit=1000"

  @Test func `an entry is read by its places; an invalid one is skipped`() async throws {
    let market = GateMarket.market([
      Self.books: """
      {"current":1795183200123,"update":1795183200101,"asks":[["6.26","1"],["6.27","0"],["6.28"],{}],\
      "bids":[["6.251","69.30"],["6.25",0.1,"x"]]}
      """
    ])
    let answer = try await market.client.book(of: Self.pair).get()
    #expect(answer.value.bids.map(\.line) == ["69.3 @ 6.251 ×?", "0.1 @ 6.25 ×?"])
    #expect(answer.value.asks.map(\.line) == ["1 @ 6.26 ×?"])
    #expect(
      answer.warnings.map(\.description) == [
        "asks[1][1] is not above 0", "asks[2][1] is missing", "asks[3] is not a list",
      ])
    #expect(market.asked == [Self.books])
  }

  @Test func `a book can be empty; without sides, it is malformed`() async throws {
    let market = GateMarket.market([Self.books: #"{"asks":[],"bids":[]}"#])
    #expect(try await market.client.book(of: Self.pair).get().value.isEmpty)
    market.answer(Self.books, with: .text("{}"))
    await #expect(throws: MarketError.malformed("bids is missing")) {
      try await market.client.book(of: Self.pair).get()
    }
  }

  @Test func `the book of a pair that is not listed names near ones`() async {
    let error = await #expect(throws: MarketError.self) {
      try await GateMarket.market().client.book(of: Pair(symbol: "BTC-USDD")).get()
    }
    #expect(error == .unknownSymbol("BTC-USDD", near: ["BTC-USDT"]))
  }
}
