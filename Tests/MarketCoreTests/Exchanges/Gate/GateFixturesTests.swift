import MarketCore
import Testing

/// The recorded responses of Gate.
struct GateFixturesTests {
  private let client = MarketClient.recorded(Gate())

  @Test func `the recorded traits are there`() async throws {
    let answer = try await client.tickers().get()
    #expect(answer.value.count == 24 && answer.warnings.isEmpty)
    #expect(answer.value.filter { $0.bid == nil }.map(\.line) == ["USDT-USD 1 - 1 1 1 1 13"])
    let dead = answer.value.filter { $0.high == nil }
    #expect(dead.map(\.line) == ["GONE-USDT 0.0075 0.0005 0.0075 0.0075 - - 0"])
    #expect(answer.value.contains { $0.pair.symbol == "币安人生-USDT" })
    #expect(answer.value.first { $0.pair.base == "BTC3L" }?.name == "BTC3xLong")
    let instruments = try await client.instruments().get().value
    #expect(Set(instruments.map(\.pair)) == Set(answer.value.map(\.pair)))
    let states = instruments.filter { $0.state != .open }.map { "\($0.pair) \($0.status ?? "")" }
    #expect(states == ["GONE-USDT untradable", "SOLD-USDT sellable", "USDT-USD untradable"])
  }

  @Test(arguments: ["BTC-USDT", "ETH-BTC"])
  func `books have levels of both sides`(symbol: String) async throws {
    let book = try await client.book(of: Pair(symbol: symbol)).get().value
    #expect(book.bids.count == book.asks.count && book.bids.count >= 20)
  }
}
