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
    let (bids, asks) = try response.parsed { (root: JSONObject) in
      let sides = try root.object("result")
      return (try sides.array("b").arrays(Self.level), try sides.array("a").arrays(Self.level))
    }
    let book = OrderBook(pair: pair, bids: bids.elements, asks: asks.elements)
    return try Answer(book, in: response, bids.warnings + asks.warnings)
  }

  private static func level(_ row: inout JSONArray) throws -> OrderBook.Entry {
    let price = try row.positiveNumber(quoted: true)
    return OrderBook.Entry(price: price, quantity: try row.positiveNumber(quoted: true))
  }
}
