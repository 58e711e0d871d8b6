import MarketCore
import Testing

/// The order books of Bitget.
struct BitgetBookTests {
  private static let pair = Pair(symbol: "BTC-USDT")
  private static let book = "spot/market/orderbook?symbol=BTCUSDT&type=step0&limit=150"

  @Test func `an entry is read by its places; an invalid one is skipped`() async throws {
    let market = BitgetMarket.market([
      Self.book: BitgetMarket.body(
        """
        {"asks":[["6.26","1.0000000000000000"],["6.27","0.0000000000000000"],["6.28"],{}],\
        "bids":[["6.251","69.3000000000000000"],["6.25",0.1,"more"],["0","1"]],"ts":"1"}
        """)
    ])
    let answer = try await market.client.book(of: Self.pair).get()
    #expect(answer.value.bids.map(\.line) == ["69.3 @ 6.251 ×?", "0.1 @ 6.25 ×?"])
    #expect(answer.value.asks.map(\.line) == ["1 @ 6.26 ×?"])
    #expect(
      answer.warnings.map(\.description) == [
        "data.bids[2][0] is not above 0", "data.asks[1][1] is not above 0",
        "data.asks[2][1] is missing", "data.asks[3] is not a list",
      ])
    #expect(market.askedSorted == [Self.book, BitgetMarket.symbol])
  }

  @Test func `a book can be empty`() async throws {
    let market = BitgetMarket.market([Self.book: BitgetMarket.body(#"{"asks":[],"bids":[]}"#)])
    #expect(try await market.client.book(of: Self.pair).get().value.isEmpty)
    market.answer(Self.book, with: .text(BitgetMarket.body("null")))
    await #expect(throws: MarketError.self) { try await market.client.book(of: Self.pair).get() }
  }

  @Test(arguments: ["BTC-USDD", "BT-CUSDT", "BTCUSDT"])
  func `the book of another pair of the same letters is not taken`(symbol: String) async {
    let market = BitgetMarket.market([Self.book: BitgetMarket.body(#"{"asks":[],"bids":[]}"#)])
    let error = await #expect(throws: MarketError.self) {
      try await market.client.book(of: Pair(symbol: symbol)).get()
    }
    guard case .unknownSymbol(symbol, let near) = error else {
      return #expect(Bool(false), "\(error as Any)")
    }
    #expect(near.contains("BTC-USDT"))
  }

  @Test func `a symbol that cannot be understood is no proof that the pair is unknown`() async {
    let market = BitgetMarket.market([
      Self.book: BitgetMarket.body(#"{"asks":[],"bids":[]}"#),
      BitgetMarket.symbol: BitgetMarket.list(#"{"symbol":"BTCUSDT","baseCoin":null}"#),
    ])
    await #expect(throws: MarketError.malformed("BTCUSDT: baseCoin is null")) {
      try await market.client.book(of: Self.pair).get()
    }
  }
}
