extension Coinbase {
  /// Requests `/products/ID/book` with all entries. Level 2 has price levels, level 3 single orders.
  /// Whether level 3 requires a key is unconfirmed; the documentation once warned that clients that poll it
  /// may be blocked. `{"bids":[["27412.31","0.25",3],…],"asks":[…]}`, each side sorted, best price first.
  /// The third element is the number of orders, or the id of the order, a UUID.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let response: Transport.Response
    do throws(MarketError) {
      response = try await scope.get(
        "products", try pair.requestableSymbol(), "book",
        query: ["level": detail == .orders ? "3" : "2"])
    } catch .httpStatus(401, _) where detail == .orders {
      throw .exchangeError(
        message: "Coinbase gives single orders only with a key", isTransient: false)
    }
    let (book, warnings) = try response.parsed { (sides: JSONObject) in
      try sides.book(of: pair, detail)
    }
    return try Answer(book, in: response, warnings)
  }
}
