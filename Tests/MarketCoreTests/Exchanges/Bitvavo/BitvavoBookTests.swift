import MarketCore
import Testing

/// The order books of Bitvavo.
struct BitvavoBookTests {
  private static let pair = Pair(symbol: "BTC-EUR")
  private static let book = "BTC-EUR/book?depth=1000"

  @Test func `an entry is read by its places; an invalid one is skipped`() async throws {
    let market = BitvavoMarket.market([
      Self.book: """
      {"market":"BTC-EUR","nonce":95790989,"bids":[["6.251","69.30"],["6.25",0.1],["6E+0","2","x"]],\
      "asks":[["6.26","1"],["6.27","0"],["6.28"],["0","1"],{}],"timestamp":1795183200000000000}
      """
    ])
    let answer = try await market.client.book(of: Self.pair).get()
    #expect(answer.value.bids.map(\.line) == ["69.3 @ 6.251 ×?", "0.1 @ 6.25 ×?", "2 @ 6 ×?"])
    #expect(answer.value.asks.map(\.line) == ["1 @ 6.26 ×?"])
    #expect(
      answer.warnings.map(\.description) == [
        "asks[1][1] is not above 0", "asks[2][1] is missing", "asks[3][0] is not above 0",
        "asks[4] is not a list",
      ])
    #expect(market.asked == [Self.book])
  }

  @Test func `a book can be empty; one of a halted market is an error`() async throws {
    let market = BitvavoMarket.market([Self.book: #"{"market":"BTC-EUR","bids":[],"asks":[]}"#])
    #expect(try await market.client.book(of: Self.pair).get().value.isEmpty)
    market.answer(Self.book, with: .text(#"{"errorCode":431,"error":"Halted."}"#, status: 409))
    await #expect(
      throws: MarketError.exchangeError(message: "exchange error: Halted", isTransient: false)
    ) {
      try await market.client.book(of: Self.pair).get()
    }
  }

  @Test func `the book of a pair that is not listed names near ones`() async {
    let error = await #expect(throws: MarketError.self) {
      try await BitvavoMarket.market().client.book(of: Pair(symbol: "BTC-EURD")).get()
    }
    #expect(error == .unknownSymbol("BTC-EURD", near: ["BTC-EUR"]))
  }
}
