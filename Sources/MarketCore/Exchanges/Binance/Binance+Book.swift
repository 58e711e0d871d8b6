extension Binance {
  /// `/depth` with the most levels per side. Numbers of orders and single orders are not sent.
  ///
  /// `{"bids":[["27412.31000000","0.25000000"],…],"asks":[…]}`, each side best first.
  public func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    try requireSupport(of: detail)
    let response = try await response(about: pair, in: scope) { symbol throws(MarketError) in
      try await scope.get(
        "depth", query: ["symbol": symbol, "limit": info.bookLimit.map { "\($0)" }],
        limit: Self.limit, cost: 250)
    }
    let (book, warnings) = try response.parsed { (sides: JSONObject) in
      try sides.book(of: pair) { try $0.level() }
    }
    return try Answer(book, in: response, warnings)
  }
}
