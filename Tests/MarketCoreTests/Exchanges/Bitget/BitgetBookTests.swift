import MarketCore
import Testing

/// The order books of Bitget.
struct BitgetBookTests {
  private static let pair = Pair(symbol: "BTC-USDT")

  @Test func `an entry is read by its places; an invalid one is skipped`() async throws {
    let market = BitgetMarket.market([
      BitgetMarket.book: BitgetMarket.body(
        """
        {"asks":[["6.26","1.0000000000000000"],["6.27","0.0000000000000000"],["6.28"],{}],\
        "bids":[["6.251","69.3000000000000000"],["6.25",0.1,"more"],["0","1"]],"ts":"1"}
        """)
    ])
    let answer = try await market.client.book(of: Self.pair).get()
    #expect(answer.value.bids.map(\.line) == ["69.3 @ 6.251 ×?", "0.1 @ 6.25 ×?"])
    #expect(answer.value.asks.map(\.line) == ["1 @ 6.26 ×?"])
    #expect(
      answer.warnings.map(\.description) == [
        "data.bids[2][0] is not above 0", "data.asks[1][1] is not above 0",
        "data.asks[2][1] is missing", "data.asks[3] is not a list",
      ])
    #expect(market.askedSorted == [BitgetMarket.book, BitgetMarket.symbol])
  }

  @Test func `a book can be empty`() async throws {
    let market = BitgetMarket.market([
      BitgetMarket.book: BitgetMarket.body(#"{"asks":[],"bids":[]}"#)
    ])
    #expect(try await market.client.book(of: Self.pair).get().value.isEmpty)
    market.answer(BitgetMarket.book, with: .text(BitgetMarket.body("null")))
    await #expect(throws: MarketError.self) { try await market.client.book(of: Self.pair).get() }
  }
}
