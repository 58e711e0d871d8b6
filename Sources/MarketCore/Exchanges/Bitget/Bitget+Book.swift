extension Bitget {
  /// Requests `/spot/market/orderbook?symbol=BTCUSDT&type=step0&limit=150`, with unmerged prices:
  /// `{…,"data":{"asks":[["27412.4","0.2500000000000000"],…],"bids":[…],"ts":"1795183200000"}}`, each side
  /// sorted, best price first.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let response = try await response(about: pair, in: scope) { symbol throws(MarketError) in
      let limit = info.bookLimit.map { "\($0)" }
      return try await scope.get(
        "spot", "market", "orderbook", query: ["symbol": symbol, "type": "step0", "limit": limit])
    }
    let (book, warnings) = try response.parsed { (root: JSONObject) in
      try root.object("data").book(of: pair)
    }
    return try Answer(book, in: response, warnings)
  }
}
