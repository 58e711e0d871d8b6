extension Bitstamp {
  /// `/order_book/btcusd/?group=1`, the whole of it; `group=2` are single orders.
  ///
  /// `{"bids":[["27412.31","0.25000000"],…],"asks":[…]}`, with `group=2`
  /// `["27412.31","0.25000000","1458532827766784"]`. Numbers of orders are not sent.
  public func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let (name, nameWarnings) = try await name(of: pair, in: scope)
    let response = try await scope.get(
      "order_book", "\(name)/", query: ["group": detail == .orders ? "2" : "1"], limit: Self.limit)
    let (book, warnings) = try response.parsed { (sides: JSONObject) in
      try sides.book(of: pair) { row in
        guard detail == .orders else { return try row.level() }
        let (price, quantity) = try row.priceAndQuantity(quoted: true)
        let id =
          (try? row.text()).map { Identifier.text($0) }
          ?? (try? row.integer()).map { .number($0) }
        return OrderBook.Entry(price: price, quantity: quantity, orderID: id)
      }
    }
    return try Answer(book, in: response, warnings + nameWarnings)
  }
}
