extension Bitstamp {
  /// Requests `/order_book/btcusd/`. `group=1` sends all levels, but not how many orders each has;
  /// `group=2` sends single orders: `{"bids":[["27412.31","0.25000000","1458532827766784"],…],"asks":[…]}`.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let (name, nameWarnings) = try await name(of: pair, in: scope)
    let isOrders = detail == .orders
    let response = try await scope.get(
      "order_book", "\(name)/", query: ["group": isOrders ? "2" : "1"])
    let (book, warnings) = try response.parsed { (sides: JSONObject) in
      try sides.book(of: pair, isOrders ? .orders : nil)
    }
    return try Answer(book, in: response, warnings + nameWarnings)
  }
}
