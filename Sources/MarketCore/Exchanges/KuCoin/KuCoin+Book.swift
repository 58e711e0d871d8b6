extension KuCoin {
  /// Requests `/v1/market/orderbook/level2_100?symbol=BTC-USDT`:
  /// `{"code":"200000","data":{"time":1795183200000,"sequence":"36463731205","bids":[["27412.3","0.25"],…],
  /// "asks":[…]}}`, each side sorted, best price first.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let query: KeyValuePairs<String, String?> = ["symbol": try await symbol(of: pair, in: scope)]
    let response = try await scope.get(
      "v1", "market", "orderbook", "level2_100", query: query, cost: 4)
    let (book, warnings) = try Self.data(of: response) { (sides: JSONObject) in
      try sides.book(of: pair)
    }
    return try Answer(book, in: response, warnings)
  }
}
