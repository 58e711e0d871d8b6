import MarketCore
import Testing

/// The recorded responses of KuCoin.
struct KuCoinFixturesTests {
  private let client = MarketClient.recorded(KuCoin())

  // FILL IN: a line per trait that the table in Fixtures/README.md names.
  @Test func `the recorded traits are there`() async throws {
    let answer = try await client.tickers().get()
    #expect(answer.warnings.isEmpty && !answer.value.isEmpty)
  }
}
