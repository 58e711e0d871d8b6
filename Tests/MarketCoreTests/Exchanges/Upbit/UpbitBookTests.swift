import MarketCore
import Testing

/// The order books of Upbit.
struct UpbitBookTests {
  private static let pair = Pair(symbol: "BTC-KRW")
  private static let books = "orderbook?markets=KRW-BTC&count=30"

  private static func row(_ units: String) -> String {
    #"{"market":"KRW-BTC","timestamp":1795183200012,"orderbook_units":[\#(units)],"level":0}"#
  }

  @Test func `a level is read by its members; an invalid one is skipped`() async throws {
    let market = UpbitMarket.market([
      Self.books: Self.row(
        """
        {"ask_price":6.26,"bid_price":6.251,"ask_size":1,"bid_size":69.30},\
        {"ask_price":7E0,"bid_price":"6.2","ask_size":0,"bid_size":2.5e-7},\
        {"ask_price":8,"bid_price":0,"bid_size":1},[]
        """)
    ])
    let answer = try await market.client.book(of: Self.pair).get()
    #expect(answer.value.bids.map(\.line) == ["69.3 @ 6.251 ×?", "0.00000025 @ 6.2 ×?"])
    #expect(answer.value.asks.map(\.line) == ["1 @ 6.26 ×?"])
    #expect(
      answer.warnings.map(\.description) == [
        "[0].orderbook_units[2].bid_price is not above 0",
        "[0].orderbook_units[3] is not an object",
        "[0].orderbook_units[1].ask_size is not above 0",
        "[0].orderbook_units[2].ask_size is missing", "[0].orderbook_units[3] is not an object",
      ])
    #expect(market.asked == [Self.books])
  }

  @Test func `a side that is filled with zeros ends there`() async throws {
    let zero = #""bid_price":0,"bid_size":0.0"#
    let market = UpbitMarket.market([
      Self.books: Self.row(
        #"{"ask_price":8,"ask_size":1,\#(zero)},{"ask_price":9,"ask_size":1,\#(zero)}"#)
    ])
    let answer = try await market.client.book(of: Self.pair).get()
    #expect(answer.value.bids.isEmpty && answer.value.asks.count == 2)
    #expect(answer.warnings.isEmpty)
  }

  @Test func `a book without levels is empty, a response without the book is a failure`()
    async throws
  {
    let market = UpbitMarket.market([Self.books: Self.row("")])
    #expect(try await market.client.book(of: Self.pair).get().value.isEmpty)
    for (body, error) in [
      ("[]", MarketError.emptyResponse),
      (#"[{"market":"KRW-BTC"}]"#, .malformed("KRW-BTC: orderbook_units is missing")),
      (
        "[\(UpbitMarket.book("KRW-X", "1", "2"))]",
        .exchangeError(message: "no data for BTC-KRW", isTransient: true)
      ),
    ] {
      market.answer(Self.books, with: .text(body))
      await #expect(throws: error) { try await market.client.book(of: Self.pair).get() }
    }
  }

  @Test func `the book of a pair that is not listed names near ones`() async {
    await #expect(throws: MarketError.unknownSymbol("BTC-KRWD", near: ["BTC-KRW"])) {
      try await UpbitMarket.market().client.book(of: Pair(symbol: "BTC-KRWD")).get()
    }
  }
}
