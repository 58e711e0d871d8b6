import MarketCore
import Testing

/// The order books of Binance.
struct BinanceBookTests {
  private static let pair = Pair(symbol: "BTC-USDT")
  private static let depth = "depth?symbol=BTCUSDT&limit=5000"

  @Test func `a book has all the levels of one request, without counts`() async throws {
    let market = BinanceMarket.market([
      Self.depth: """
      {"lastUpdateId":99999999999999999999,"bids":[["6.25100000","69.30000000"],["6.25","0.1","more"]],
      "asks":[["6.26",1],["6.27","0.00000000"],["6.28"],{}]}
      """
    ])
    let answer = try await market.client.book(of: Self.pair).get()
    #expect(answer.value.bids.map(\.line) == ["69.3 @ 6.251 ×?", "0.1 @ 6.25 ×?"])
    #expect(answer.value.asks.map(\.line) == ["1 @ 6.26 ×?"])
    #expect(
      answer.warnings.map(\.description) == [
        "asks[1][1] is not above 0", "asks[2][1] is missing", "asks[3] is not a list",
      ])
    _ = try await market.client.book(of: Self.pair).get()
    #expect(market.askedSorted == [Self.depth, Self.depth, BinanceMarket.one])
  }
}
