extension OKX {
  /// Requests `/market/books?instId=BTC-USDT&sz=400`:
  /// `{"code":"0",…,"data":[{"asks":[["27412.4","0.25","0","3"],…],"bids":[…],"ts":"1795183200000"}]}`,
  /// each side sorted, best price first. The third element is deprecated, the fourth is the number of
  /// orders.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let query: KeyValuePairs = [
      "instId": try Self.name(of: pair), "sz": info.bookLimit.map { "\($0)" },
    ]
    let response = try await scope.get("market", "books", query: query)
    let found = try response.parsed { (root: JSONObject) in
      var data = try root.array("data")
      return data.elements.isAtEnd ? nil : try data.object().book(of: pair, .levels, at: 3)
    }
    guard let (book, warnings) = found else { throw .emptyResponse }
    return try Answer(book, in: response, warnings)
  }
}
