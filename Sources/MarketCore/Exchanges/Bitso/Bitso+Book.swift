import Foundation

extension Bitso {
  /// Requests `/order_book/?book=btc_mxn`, with the best 50 price levels per side; with `aggregate=false`
  /// all single orders, which also have an `oid`: `{"success":true,"payload":{"updated_at":
  /// "2026-11-20T14:00:00+00:00","bids":[{"book":"btc_mxn","price":"466010","amount":"0.10185399"},…],
  /// "asks":[…],"sequence":"27214"}}`, best price first. The number of orders of a level is not sent.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let name = try Self.name(of: pair)
    let response = try await scope.get(
      "order_book/", query: ["book": name, "aggregate": detail == .orders ? "false" : nil])
    let (book, warnings) = try response.parsed { (root: JSONObject) in
      let sides = try root.object("payload")
      let bids = try sides.array("bids").objects(Self.entry)
      let asks = try sides.array("asks").objects(Self.entry)
      let book = OrderBook(pair: pair, bids: bids.elements, asks: asks.elements)
      return (book, bids.warnings + asks.warnings)
    }
    return try Answer(book, in: response, warnings)
  }

  private static func entry(_ row: JSONObject) throws -> OrderBook.Entry {
    let price = try row.positiveNumber("price", quoted: true)
    let quantity = try row.positiveNumber("amount", quoted: true)
    guard let id = try row.text("oid") else {
      return OrderBook.Entry(price: price, quantity: quantity, orders: nil)
    }
    return OrderBook.Entry(price: price, quantity: quantity, orderID: .text(id))
  }
}
