import Foundation
import MarketCore
import Testing

/// The recorded responses of Bybit.
struct BybitFixturesTests {
  private let client = MarketClient.recorded(Bybit())

  @Test func `the recorded traits are there`() async throws {
    let answer = try await client.tickers().get()
    #expect(answer.value.count == 24 && answer.warnings.isEmpty)
    let tickers = Dictionary(uniqueKeysWithValues: answer.value.map { ($0.pair.symbol, $0) })
    // A symbol whose base is short; tiny prices; a share.
    #expect(tickers["A-USDT"]?.last != nil && tickers["AAPLX-USDT"]?.last != nil)
    #expect(try #require(tickers["BABYDOGE-USDT"]?.last) < 0.00000001)
    // Without a trade, all prices are the last one.
    let idle = answer.value.filter { $0.volume == 0 }
    #expect(
      Set(idle.map(\.pair.symbol)) == [
        "ADA-USDT", "LINK-USDT", "UNI-USDT", "BTC-USDC", "XLM-BTC", "USDC-USDT", "AEDZ-USDT",
      ])
    #expect(idle.allSatisfy { $0.open == $0.last && $0.high == $0.last && $0.low == $0.last })
    let instruments = try await client.instruments().get().value
    #expect(Set(instruments.map(\.pair)) == Set(answer.value.map(\.pair)))
    #expect(instruments.allSatisfy { $0.state == .open && $0.minimumNotional != nil })
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
