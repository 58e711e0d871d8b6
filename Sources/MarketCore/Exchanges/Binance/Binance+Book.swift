extension Binance {
  /// Requests `/depth` with as many levels as possible:
  /// `{"bids":[["27412.31000000","0.25000000"],…],"asks":[…]}`, each side sorted, best price first.
  /// Binance sends neither single orders nor how many orders a level has.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let response = try await response(about: pair, in: scope) { symbol throws(MarketError) in
      let limit = info.bookLimit.map { "\($0)" }
      return try await scope.get("depth", query: ["symbol": symbol, "limit": limit], cost: 250)
    }
    let (book, warnings) = try response.parsed { (sides: JSONObject) in try sides.book(of: pair) }
    return try Answer(book, in: response, warnings)
  }
}
