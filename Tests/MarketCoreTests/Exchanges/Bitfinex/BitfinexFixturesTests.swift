import Foundation
import MarketCore
import Testing

/// The recorded responses of Bitfinex.
struct BitfinexFixturesTests {
  private let client = MarketClient.recorded(Bitfinex())
  private let pair = Pair(symbol: "BTC-USD")

  @Test func `recorded books are read without omissions`() async throws {
    for symbol in ["BTC-USD", "LINK-USD"] {
      for _ in 1...3 {
        let pair = Pair(symbol: symbol)
        let levels = try await client.book(of: pair).get()
        let orders = try await client.book(of: pair, detail: .orders).get()
        #expect(levels.warnings + orders.warnings == [])
        #expect(levels.value.bids.count == 40)
        #expect(!levels.value.isCrossed)
        #expect(orders.value.imbalance() == levels.value.imbalance())
        #expect(orders.value.spread == levels.value.spread)
      }
    }
  }

  @Test func `traits of a live market are recorded`() async throws {
    let tickers = try await client.tickers().get().value
    func ticker(_ symbol: String) -> Ticker? { tickers.first { $0.pair.symbol == symbol } }
    #expect(ticker("REP-USD")?.line == "REP-USD - - - - - - 0")
    #expect(ticker("PEPE-USD")?.last?.plain == "0.00000017")
    #expect(ticker("WBT-USD")?.bid == nil)
  }
}
