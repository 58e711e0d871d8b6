extension Bybit {
  /// Requests `/orderbook?category=spot&symbol=BTCUSDT&limit=1000`; by default, one level is sent:
  /// `{…,"result":{"s":"BTCUSDT","a":[["27412.4","0.25"],…],"b":[…],"ts":1795183200123,"u":1,"seq":2,…}}`,
  /// each side sorted, best price first. Orders of the kind RPI are not included.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let response = try await response(about: pair, in: scope) { symbol throws(MarketError) in
      let limit = info.bookLimit.map { "\($0)" }
      return try await scope.get(
        "orderbook", query: ["category": "spot", "symbol": symbol, "limit": limit])
    }
    let (book, warnings) = try response.parsed { (root: JSONObject) in
      try root.object("result").book(of: pair, bids: "b", asks: "a")
    }
    return try Answer(book, in: response, warnings)
  }
}
