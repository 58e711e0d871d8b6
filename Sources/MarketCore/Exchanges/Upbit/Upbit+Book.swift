import Foundation

extension Upbit {
  /// Requests `/orderbook?markets=KRW-BTC&count=30`: `[{"market":"KRW-BTC","timestamp":1795183200012,
  /// "orderbook_units":[{"ask_price":39872000,"bid_price":39871000,"ask_size":0.25,"bid_size":0.5},…],…}]`, each
  /// side sorted, best price first. A side with fewer levels than the other is filled with levels of price 0
  /// and size 0 (response of 2026-09-13). How many orders a level has is not sent.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let query: KeyValuePairs = [
      "markets": try Self.name(of: pair), "count": info.bookLimit.map { "\($0)" },
    ]
    let response = try await scope.get("orderbook", query: query)
    let rows = try response.parsed { (list: JSONArray) in
      try list.objects(named: "market") { (pair: try Self.pair(in: $0), book: try Self.book($0)) }
    }
    guard let (_, (book, warnings)) = rows.elements.first(where: { $0.pair == pair }) else {
      throw rows.warnings.malformed
        ?? (rows.elements.isEmpty ? .emptyResponse : .unknownSymbol("", near: []))
    }
    return try Answer(book, in: response, warnings)
  }

  private static func book(_ row: JSONObject) throws -> (book: OrderBook, warnings: [Warning]) {
    func side(_ price: JSONKey, _ size: JSONKey) throws -> Rows<OrderBook.Entry> {
      try row.array("orderbook_units").objects { unit in
        let isPadding = try unit.requiredNumber(price).isZero && unit.requiredNumber(size).isZero
        if isPadding { return nil }
        return OrderBook.Entry(
          price: try unit.positiveNumber(price), quantity: try unit.positiveNumber(size))
      }
    }
    let (bids, asks) = (try side("bid_price", "bid_size"), try side("ask_price", "ask_size"))
    let book = OrderBook(
      pair: try pair(in: row), bids: bids.elements, asks: asks.elements)
    return (book, bids.warnings + asks.warnings)
  }
}
