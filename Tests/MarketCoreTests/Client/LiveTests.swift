import Foundation
import MarketCore
import Testing

/// A request to the real Blockchain.com, made only if `TICKERS_LIVE_TESTS` is set.
struct LiveTests {
  private static let client = MarketClient.live(
    userAgent: "tickers-tests/1.0", timeout: .milliseconds(1500))

  @Test(.enabled(if: ProcessInfo.processInfo.environment["TICKERS_LIVE_TESTS"] != nil))
  func `the exchange's tickers are read`() async throws {
    let answer = try await Self.client.tickers().get()
    #expect(answer.value.contains { $0.pair == Pair(symbol: "BTC-USD") })
  }
}
