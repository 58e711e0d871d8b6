import MarketCore
import Testing

/// The order books of Bitvavo.
struct BitvavoBookTests {
  @Test func `an entry is read by its places; an invalid one is skipped`() async throws {
    let market = BitvavoMarket.market([
      "book?symbol=BTC-USD&limit=100": #"{"bids":[["2","0.5"]],"asks":[["3","1"],["4","0"]]}"#
    ])
    let answer = try await market.client.book(of: Pair(symbol: "BTC-USD")).get()
    #expect(answer.value.bids.map(\.line) == ["0.5 @ 2 ×?"])
    #expect(answer.value.asks.map(\.line) == ["1 @ 3 ×?"])
    #expect(answer.warnings.map(\.description) == ["asks[1][1] is not above 0"])
  }
}
