extension Bitvavo {
  /// Requests `/BTC-EUR/book?depth=1000`: `{"market":"BTC-EUR","nonce":95790989,"bids":[["25222","0.1"],…],
  /// "asks":[…],"timestamp":1795183200000000000}`, each side sorted, best price first. The number of orders
  /// is not sent; the time is in nanoseconds. For a market that is not traded now, error 431 is sent.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let response = try await scope.get(
      try pair.requestableSymbol(), "book", query: ["depth": info.bookLimit.map { "\($0)" }])
    let (book, warnings) = try response.parsed { (sides: JSONObject) in try sides.book(of: pair) }
    return try Answer(book, in: response, warnings)
  }
}
