import MarketCore
import Testing

/// The order books of Bybit.
struct BybitBookTests {
  private static let pair = Pair(symbol: "BTC-USDT")

  @Test func `an entry is read by its places; an invalid one is skipped`() async throws {
    let market = BybitMarket.market([
      BybitMarket.book: BybitMarket.body(
        """
        {"s":"BTCUSDT","a":[["6.26","1"],["6.27","0"],["6.28"],{}],\
        "b":[["6.251","69.30"],["6.25",0.1,"more"],["0","1"]],"ts":1,"u":2,"seq":3,"cts":4}
        """)
    ])
    let answer = try await market.client.book(of: Self.pair).get()
    #expect(answer.value.bids.map(\.line) == ["69.3 @ 6.251 ×?", "0.1 @ 6.25 ×?"])
    #expect(answer.value.asks.map(\.line) == ["1 @ 6.26 ×?"])
    #expect(
      answer.warnings.map(\.description) == [
        "result.b[2][0] is not above 0", "result.a[1][1] is not above 0",
        "result.a[2][1] is missing", "result.a[3] is not a list",
      ])
    #expect(market.askedSorted == [BybitMarket.symbol, BybitMarket.book])
  }

  @Test func `a book can be empty`() async throws {
    let market = BybitMarket.market([BybitMarket.book: BybitMarket.body(#"{"a":[],"b":[]}"#)])
    #expect(try await market.client.book(of: Self.pair).get().value.isEmpty)
    market.answer(BybitMarket.book, with: .text(BybitMarket.body("{}")))
    await #expect(throws: MarketError.self) { try await market.client.book(of: Self.pair).get() }
  }
}
