import MarketCore
import Testing

/// The real exchange, where it can be reached.
struct LiveTests {
  private static let client = MarketClient.live(
    MarketClient.exchange, userAgent: "tickers-tests/1.0", timeout: .milliseconds(1500))

  @Test(.enabled("the exchange can't be reached") { (try? await client.tickers().get()) != nil })
  func `the exchange's tickers are read`() async throws {
    let answer = try await Self.client.tickers().get()
    #expect(answer.value.contains { $0.pair == Pair(symbol: "BTC-USD") })
  }
}
