import Foundation
import MarketCore
import Testing

/// The order books of Bitso.
struct BitsoBookTests {
  private static let pair = Pair(symbol: "BTC-MXN")
  private static let levels = "order_book/?book=btc_mxn"
  private static let orders = "order_book/?book=btc_mxn&aggregate=false"

  @Test func `an entry is read by its members; an invalid one is skipped`() async throws {
    let market = BitsoMarket.market([
      Self.levels: """
      {"updated_at":"2026-11-20T14:00:00+00:00","sequence":"27214",\
      "bids":[{"book":"btc_mxn","price":"466010.50","amount":"0.10185399"},{"price":466000,"amount":"4E+1"}],\
      "asks":[{"book":"btc_mxn","price":"466020","amount":"4.05000000"},{"price":"1","amount":"0.00000000"},\
      {"price":"1"},{"price":"0","amount":"1"},{"price":"1","amount":"x"},[]]}
      """
    ])
    let answer = try await market.client.book(of: Self.pair).get()
    #expect(answer.value.bids.map(\.line) == ["0.10185399 @ 466010.5 ×?", "40 @ 466000 ×?"])
    #expect(answer.value.asks.map(\.line) == ["4.05 @ 466020 ×?"])
    #expect(
      answer.warnings.map(\.description) == [
        "payload.asks[1].amount is not above 0", "payload.asks[2].amount is missing",
        "payload.asks[3].price is not above 0", "payload.asks[4].amount is not a number",
        "payload.asks[5] is not an object",
      ])
    #expect(market.asked == [Self.levels])
  }

  @Test func `single orders have ids`() async throws {
    let market = BitsoMarket.market([
      Self.orders: """
      {"bids":[{"price":"2","amount":"1","oid":"VN5lVpgXf02o6vJ6"},{"price":"2","amount":"3","oid":null}],\
      "asks":[]}
      """
    ])
    let book = try await market.client.book(of: Self.pair, detail: .orders).get().value
    #expect(book.bids.map(\.orderID) == [.text("VN5lVpgXf02o6vJ6"), nil])
    #expect(book.bids.map(\.quantity) == [1, 3])
    #expect(market.asked == [Self.orders])
  }

  @Test func `a book can be empty`() async throws {
    let market = BitsoMarket.market([Self.levels: #"{"bids":[],"asks":[]}"#])
    #expect(try await market.client.book(of: Self.pair).get().value.isEmpty)
  }

  @Test(arguments: [
    #"{"error":{"code":"0301","details":[],"message":"Unknown order book"},"success":false}"#,
    #"{"success":false,"error":{"code":"0301","message":"Unknown order book"}}"#,
  ])
  func `the book of a pair that is not listed names near ones`(body: String) async {
    let market = BitsoMarket.market()
    market.answer("order_book/?book=btc_mxnd", with: .text(body, status: 400))
    let error = await #expect(throws: MarketError.self) {
      try await market.client.book(of: Pair(symbol: "BTC-MXND")).get()
    }
    #expect(error == .unknownSymbol("BTC-MXND", near: ["BTC-MXN"]))
  }
}
