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

  @Test(arguments: ["BT-CUSDT", "BTC-USDD", "BTCUSDT"])
  func `the book of another pair of the same letters is not taken`(symbol: String) async {
    let market = BinanceMarket.market([Self.depth: #"{"bids":[],"asks":[]}"#])
    let error = await #expect(throws: MarketError.self) {
      try await market.client.book(of: Pair(symbol: symbol)).get()
    }
    guard case .unknownSymbol(symbol, let near) = error else {
      return #expect(Bool(false), "\(error as Any)")
    }
    #expect(near.contains("BTC-USDT"))
  }

  @Test func `a symbol that cannot be understood is no proof that the pair is unknown`() async {
    let market = BinanceMarket.market([
      Self.depth: #"{"bids":[],"asks":[]}"#,
      BinanceMarket.one: #"{"symbols":[{"symbol":"BTCUSDT","baseAsset":null}]}"#,
    ])
    await #expect(throws: MarketError.malformed("BTCUSDT: baseAsset is null")) {
      try await market.client.book(of: Self.pair).get()
    }
  }
}
