import MarketCore
import Testing

/// The order books of OKX.
struct OKXBookTests {
  private static let pair = Pair(symbol: "BTC-USDT")
  private static let books = "market/books?instId=BTC-USDT&sz=400"

  @Test func `an entry is read by its places; an invalid one is skipped`() async throws {
    let market = OKXMarket.market([
      Self.books: """
      {"asks":[["6.26","1","0","4"],["6.27","0","0","1"],["6.28"],{}],\
      "bids":[["6.251","69.30","0",2],["6.25",0.1],["6.2","1","x","y","z"]],"ts":"1795183200000"}
      """
    ])
    let answer = try await market.client.book(of: Self.pair).get()
    #expect(answer.value.bids.map(\.line) == ["69.3 @ 6.251 ×2", "0.1 @ 6.25 ×?", "1 @ 6.2 ×?"])
    #expect(answer.value.asks.map(\.line) == ["1 @ 6.26 ×4"])
    #expect(
      answer.warnings.map(\.description) == [
        "data[0].asks[1][1] is not above 0", "data[0].asks[2][1] is missing",
        "data[0].asks[3] is not a list",
      ])
    #expect(market.asked == [Self.books])
  }

  @Test func `a book of a closed pair is empty, a response without a book is a failure`()
    async throws
  {
    let market = OKXMarket.market([Self.books: #"{"asks":[],"bids":[]}"#])
    #expect(try await market.client.book(of: Self.pair).get().value.isEmpty)
    market.answer(Self.books, with: .text(OKXMarket.body()))
    await #expect(throws: MarketError.emptyResponse) {
      try await market.client.book(of: Self.pair).get()
    }
  }

  @Test(arguments: ["BTC-USDD", "BTC-USDT-SWAP"])
  func `the book of a pair that is not listed names near ones`(symbol: String) async {
    let market = OKXMarket.market()
    let near = await expectUnknown(symbol) {
      try await market.client.book(of: Pair(symbol: symbol)).get()
    }
    #expect(near == (symbol == "BTC-USDD" ? ["BTC-USDT"] : []))
  }
}
