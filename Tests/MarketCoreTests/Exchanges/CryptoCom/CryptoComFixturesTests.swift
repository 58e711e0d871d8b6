import MarketCore
import Testing

/// The recorded responses of the Crypto.com Exchange.
struct CryptoComFixturesTests {
  private let client = MarketClient.recorded(CryptoCom())

  @Test func `the recorded traits are there`() async throws {
    let answer = try await client.tickers().get()
    #expect(answer.value.count == 24 && answer.warnings.isEmpty)
    #expect(!answer.value.contains { $0.pair.symbol.hasPrefix("BTCUSD") })
    let silent = answer.value.filter { $0.bid == nil }
    #expect(
      silent.map(\.line) == [
        "GODS-USD - - - - - - 0", "ZRX-USD 0.2871 - 0.3012 0.2871 0.2871 0.2871 0",
      ])
    let instruments = try await client.instruments().get().value
    #expect(Set(instruments.map(\.pair)) == Set(answer.value.map(\.pair)))
    #expect(instruments.filter { $0.state == .closed }.map(\.pair.symbol) == ["ZRX-USD"])
    #expect(instruments.first { $0.pair.base == "SHIB" }?.lotSize?.plain == "10000")
  }

  @Test(arguments: ["BTC-USD", "BTC-USDT", "ETH-BTC"])
  func `levels have numbers of orders`(symbol: String) async throws {
    let book = try await client.book(of: Pair(symbol: symbol)).get().value
    #expect(!book.isEmpty && (book.bids + book.asks).allSatisfy { $0.orders ?? 0 > 0 })
  }
}
