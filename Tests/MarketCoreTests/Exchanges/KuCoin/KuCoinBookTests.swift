import MarketCore
import Testing

/// The order books of KuCoin.
struct KuCoinBookTests {
  private static func target(_ symbol: String) -> String {
    "v1/market/orderbook/level2_100?symbol=\(symbol)"
  }

  @Test func `an entry is read by its places; an invalid one is skipped`() async throws {
    let target = Self.target("BTC-USDT")
    let market = KuCoinMarket.market([
      target: KuCoinMarket.body(
        """
        {"time":1795183200000,"sequence":"9","bids":[["6.251","69.30"],["6.25",0.1,"x"]],\
        "asks":[["6.26","1"],["6.27","0"],["6.28"],{}]}
        """)
    ])
    let answer = try await market.client.book(of: Pair(symbol: "BTC-USDT")).get()
    #expect(answer.value.bids.map(\.line) == ["69.3 @ 6.251 ×?", "0.1 @ 6.25 ×?"])
    #expect(answer.value.asks.map(\.line) == ["1 @ 6.26 ×?"])
    #expect(
      answer.warnings.map(\.description) == [
        "data.asks[1][1] is not above 0", "data.asks[2][1] is missing",
        "data.asks[3] is not a list",
      ])
    #expect(market.asked == ["\(KuCoinMarket.symbols)/BTC-USDT", target])
  }

  @Test func `the book of a renamed coin is requested by its symbol`() async throws {
    let market = KuCoinMarket.market([
      Self.target("BCHSV-USDT"): KuCoinMarket.body(#"{"bids":[],"asks":[]}"#)
    ])
    let book = try await market.client.book(of: Pair(symbol: "BSV-USDT")).get().value
    #expect(book.isEmpty && book.pair.symbol == "BSV-USDT")
  }

  @Test func `the book of a pair that is not listed names near ones`() async {
    let error = await #expect(throws: MarketError.self) {
      try await KuCoinMarket.market().client.book(of: Pair(symbol: "BTC-USDD")).get()
    }
    #expect(error == .unknownSymbol("BTC-USDD", near: ["BTC-USDT"]))
  }
}
