extension CryptoCom {
  /// Requests `/get-book?instrument_name=BTC_USD&depth=150`: `{…,"result":{"depth":150,"data":[{"bids":
  /// [["27412.30","0.25000","3"],…],"asks":[…],"t":1795183200151}],"instrument_name":"BTC_USD"}}`, each side
  /// sorted, best price first. The third element is the number of orders.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let query: KeyValuePairs = [
      "instrument_name": try Self.name(of: pair), "depth": info.bookLimit.map { "\($0)" },
    ]
    let response = try await scope.get("get-book", query: query)
    let found = try response.parsed { (root: JSONObject) in
      var data = try Self.data(in: root)
      return data.elements.isAtEnd ? nil : try data.object().book(of: pair, .levels)
    }
    guard let (book, warnings) = found else { throw .emptyResponse }
    return try Answer(book, in: response, warnings)
  }
}
