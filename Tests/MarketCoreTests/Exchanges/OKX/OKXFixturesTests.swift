import MarketCore
import Testing

/// The recorded responses of OKX.
struct OKXFixturesTests {
  private let client = MarketClient.recorded(OKX())

  @Test func `the recorded traits are there`() async throws {
    let answer = try await client.tickers().get()
    #expect(answer.value.count == 27 && answer.warnings.isEmpty)
    let silent = answer.value.filter { $0.last == nil }
    #expect(silent.map(\.line) == ["NEW-USDT - - - - - - -", "ZRX-USDT - - - - - - 0"])
    let instruments = try await client.instruments().get().value
    #expect(Set(instruments.map(\.pair)) == Set(answer.value.map(\.pair)))
    let states = instruments.filter { $0.state != .open }.map { "\($0.pair) \($0.status ?? "")" }
    #expect(states == ["NEW-USDT preopen", "ZRX-USDT suspend"])
  }

  @Test(arguments: ["BTC-USDT", "BTC-USD", "ETH-BTC"])
  func `levels have numbers of orders`(symbol: String) async throws {
    let book = try await client.book(of: Pair(symbol: symbol)).get().value
    #expect((book.bids + book.asks).allSatisfy { $0.orders ?? 0 > 0 })
  }
}
