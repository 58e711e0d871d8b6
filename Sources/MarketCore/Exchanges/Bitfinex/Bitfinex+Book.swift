import Foundation

extension Bitfinex {
  /// `/book/tBTCUSD/P0?len=250` has prices to 5 significant digits; `R0` has single orders.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let symbol = try await symbol(of: pair, in: scope)
    let response = try await scope.get(
      "book", "t\(symbol.text)", detail == .orders ? "R0" : "P0",
      query: ["len": info.bookLimit.map { "\($0)" }], limit: Self.booksLimit)
    let rows = try response.parsed { (list: JSONArray) in
      try list.arrays { try Self.entry(detail, &$0) }
    }
    func entries(_ side: Side) -> [OrderBook.Entry] {
      rows.elements.compactMap { $0.side == side ? $0.entry : nil }
    }
    let book = OrderBook(pair: pair, bids: entries(.bid), asks: entries(.ask))
    return try Answer(book, in: response, rows.warnings)
  }

  /// `[PRICE, COUNT, AMOUNT]`, of precision `R0` `[ORDER_ID, PRICE, AMOUNT]`: a bid where the amount is
  /// above 0, an ask where it is below.
  private static func entry(
    _ detail: BookDetail, _ row: inout JSONArray
  ) throws -> (side: Side, entry: OrderBook.Entry) {
    let id = try detail == .orders ? row.wholeNumber() : nil
    let price = try row.requiredNumber()
    let count = try detail == .levels ? row.wholeNumber() : nil
    let amount = try row.requiredNumber()
    guard !amount.isZero else { throw row.invalid(at: 2, "0") }
    let entry =
      detail == .levels
      ? OrderBook.Entry(price: price, quantity: abs(amount), orders: count)
      : OrderBook.Entry(price: price, quantity: abs(amount), orderID: id.map { .number($0) })
    return (amount.isSignMinus ? .ask : .bid, entry)
  }
}
