extension Bitso {
  /// FILL IN: `/book?symbol=BTC-USD&limit=100`: `{"bids":[["27412.31","0.25"],…],"asks":[…]}`, each side
  /// best first.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let limit = info.bookLimit.map { "\($0)" }
    let query: KeyValuePairs = ["symbol": try pair.requestableSymbol(), "limit": limit]
    let response = try await scope.get("book", query: query)
    let (book, warnings) = try response.parsed { (sides: JSONObject) in try sides.book(of: pair) }
    return try Answer(book, in: response, warnings)
  }
}
