import MarketCore
import Testing

/// The recorded responses of KuCoin.
struct KuCoinFixturesTests {
  private let client = MarketClient.recorded(KuCoin())

  @Test func `the recorded traits are there`() async throws {
    let answer = try await client.tickers().get()
    #expect(answer.value.count == 26 && answer.warnings.isEmpty)
    let silent = answer.value.filter { $0.bid == nil }
    #expect(silent.map(\.line) == ["NEW-USDT - - - - - - -", "ZRX-USDT 0.2871 - - - - - 0"])
    let renamed = answer.value.filter { ["BSV", "KSETH", "ALT"].contains($0.pair.base) }
    #expect(renamed.map(\.name) == ["Bitcoin SV", "KuCoin staked ETH", "Altlayer"])
    let instruments = try await client.instruments().get().value
    #expect(Set(instruments.map(\.pair)) == Set(answer.value.map(\.pair)))
    let states = instruments.filter { $0.state != .open }.map { "\($0.pair) \($0.status ?? "")" }
    #expect(states == ["NEW-USDT call auction", "ZRX-USDT disabled"])
    let euro = instruments.first { $0.pair.symbol == "BTC-EUR" }
    #expect(euro?.tickSize != nil && euro?.minimumNotional == nil)
  }

  @Test(arguments: ["BTC-USDT", "ETH-BTC"])
  func `books have levels of both sides`(symbol: String) async throws {
    let book = try await client.book(of: Pair(symbol: symbol)).get().value
    #expect(book.bids.count == book.asks.count && book.bids.count >= 20)
  }
}
