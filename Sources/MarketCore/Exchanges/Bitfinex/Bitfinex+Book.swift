import Foundation

extension Bitfinex {
  /// Requests `/book/tBTCUSD/P0?len=250`, with prices of 5 significant digits; `R0` sends single orders.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let symbol = try await directory(of: [pair], in: scope).symbol(of: pair)
    let limit = RateLimit("book", 240, per: .seconds(60))
    let response = try await scope.get(
      "book", "t\(symbol.text)", detail == .orders ? "R0" : "P0",
      query: ["len": info.bookLimit.map { "\($0)" }], limit: limit)
    return try response.rows { (list: JSONArray) in
      try list.arrays { try Self.entry(detail, &$0) }
    }.map { OrderBook(pair: pair, entries: $0) }
  }

  /// `[PRICE, COUNT, AMOUNT]`, or `[ORDER_ID, PRICE, AMOUNT]` with `R0`. Asks have an amount below 0.
  private static func entry(
    _ detail: BookDetail, _ row: inout JSONArray
  ) throws -> (side: Side, entry: OrderBook.Entry) {
    let id: UInt64? = try detail == .orders ? row.wholeNumber() : nil
    let price = try row.positiveNumber()
    let number = try detail == .orders ? id : row.wholeNumber()
    let amount = try row.requiredNumber()
    guard !amount.isZero else { throw row.invalid(at: 2, "0") }
    let entry = OrderBook.Entry(detail, price: price, quantity: abs(amount), number: number)
    return (amount.isSignMinus ? .ask : .bid, entry)
  }
}
