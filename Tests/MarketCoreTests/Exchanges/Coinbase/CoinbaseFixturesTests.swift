import Foundation
import MarketCore
import Testing

/// The recorded responses of Coinbase.
struct CoinbaseFixturesTests {
  private let client = MarketClient.recorded(Coinbase())

  @Test func `untraded products have no price`() async throws {
    let list = try await client.tickers(details: .none).get().value
    let silent = list.filter { $0.last == nil }
    #expect(silent.map(\.line) == ["GODS-USD - - - - - - -", "ZEC-USDC - - - - - - 0"])
  }

  @Test func `the levels of the book are its orders added up`() async throws {
    for symbol in ["BTC-USD", "ETH-BTC"] {
      let answer = try await client.book(of: Pair(symbol: symbol)).get()
      #expect(answer.warnings.isEmpty && !answer.value.isCrossed && !answer.value.isEmpty)
    }
    let pair = Pair(symbol: "BTC-USD")
    let fresh = MarketClient.recorded(Coinbase())
    let levels = try await fresh.book(of: pair).get().value
    let orders = try await fresh.book(of: pair, detail: .orders).get().value
    for side in Side.allCases { #expect(orders.levels(side) == levels.levels(side)) }
  }

  @Test func `the products that are listed are those that have a ticker`() async throws {
    let instruments = try await client.instruments().get()
    #expect(instruments.warnings.isEmpty)
    let tickers = try await client.tickers(details: .none).get().value
    #expect(instruments.value.map(\.pair) == tickers.map(\.pair).sorted())
    let pair = Pair(symbol: "ETH-USD")
    let alone = try await client.instrument(of: pair).get().value
    #expect(instruments.value.filter { $0.pair == pair } == [alone])
  }
}
