import Foundation
import MarketCore
import Testing

/// The recorded responses of Bitget.
struct BitgetFixturesTests {
  private let client = MarketClient.recorded(Bitget())

  @Test func `the recorded traits are there`() async throws {
    let answer = try await client.tickers().get()
    #expect(answer.value.count == 24 && answer.warnings.isEmpty)
    #expect(answer.value.allSatisfy { $0.tradedAt != nil && !$0.isDead })
    // A halted pair has only its last price.
    let halted = answer.value.filter { $0.open == nil }
    #expect(halted.map(\.line) == ["WLFI-USD1 0.1788 - - - - - 0"])
    let instruments = try await client.instruments().get().value
    let others = instruments.filter { $0.state != .open }.map { "\($0.pair) \($0.status ?? "")" }
    #expect(others == ["NEW-USDT gray", "OLD-USDT offline", "WLFI-USD1 halt"])
    let notional = instruments.filter { $0.minimumNotional != nil }.map(\.pair.quote)
    #expect(Set(notional) == ["USDT"])
    #expect(instruments.filter { $0.maximumOrder != 0 }.map(\.pair.symbol) == ["OLD-USDT"])
  }

  @Test(arguments: ["BTC-USDT", "ETH-BTC"])
  func `the book is around the last price`(symbol: String) async throws {
    let pair = Pair(symbol: symbol)
    let (book, ticker) = (
      try await client.book(of: pair).get().value, try await client.ticker(of: pair).get().value
    )
    #expect(book.bids.first?.price == ticker.bid && book.asks.first?.price == ticker.ask)
  }
}
