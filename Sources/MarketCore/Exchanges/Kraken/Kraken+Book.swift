extension Kraken {
  /// Requests `/Depth`: `{"asks":[["27412.4","0.25",1700000000],…],"bids":[…]}`, each side sorted, best
  /// price first. The third element is a time. Kraken does not send how many orders a level has.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let query: KeyValuePairs = [
      "pair": try Self.name(of: pair), "count": info.bookLimit.map { "\($0)" },
    ]
    let (parsed, response) = try await result(about: pair, "Depth", query, in: scope) {
      (sides: JSONObject) in try sides.book(of: pair)
    }
    return try Answer(parsed.book, in: response, parsed.warnings)
  }
}
