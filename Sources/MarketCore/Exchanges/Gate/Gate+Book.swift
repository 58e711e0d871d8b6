extension Gate {
  /// Requests `/spot/order_book?currency_pair=BTC_USDT&limit=1000`; the default is 10 levels.
  /// `{"current":1795183200123,"update":1795183200101,"asks":[["27412.4","0.25"],…],"bids":[…]}`, each side
  /// sorted, best price first.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let query: KeyValuePairs = [
      "currency_pair": try Self.name(of: pair), "limit": info.bookLimit.map { "\($0)" },
    ]
    let response = try await scope.get("spot", "order_book", query: query)
    let (book, warnings) = try response.parsed { (sides: JSONObject) in try sides.book(of: pair) }
    return try Answer(book, in: response, warnings)
  }
}
