package import Foundation

extension BlockchainCom {
  /// `/l2/SYMBOL`, or `/l3/SYMBOL` for single orders. The book of a pair that is closed is empty.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let path = detail == .orders ? "l3" : "l2"
    let response = try await scope.get(path, try pair.requestableSymbol())
    let wire = try response.parsed(WireOrderBook.init)
    guard wire.symbol == pair.symbol else { throw .malformed("unexpected pair \(wire.symbol)") }
    return try Answer(wire.book(detail), in: response, wire.warnings)
  }

  /// A response of `/l2` or `/l3`, in no particular order:
  /// `{"symbol":"BTC-USD","bids":[{"px":27412.3,"qty":0.25,"num":3}],"asks":[…]}`.
  package struct WireOrderBook: Codable, Hashable, Sendable {
    /// A price level (`/l2`), or an order (`/l3`).
    package struct Entry: Codable, Hashable, Sendable {
      /// The price, in the quote currency.
      package let px: Decimal
      /// The quantity, in the base currency, above 0.
      package let qty: Decimal
      /// The number of orders at the price, or the id of the order.
      package let num: Int64?

      /// Throws a `DecodingError` also for a quantity that is not above 0.
      package init(from decoder: any Decoder) throws { try self.init(JSONObject(from: decoder)) }

      fileprivate init(_ row: borrowing JSONObject) throws {
        (px, qty) = (try row.requiredNumber("px"), try row.requiredNumber("qty"))
        guard qty.isAboveZero else { throw row.invalid("qty", "not above 0") }
        num = try row.wholeNumber("num")
      }
    }

    /// The name of the pair, as in `BTC-USD`.
    package let symbol: String
    /// The valid entries.
    package let bids, asks: [Entry]
    /// The reasons of skipped entries; not encoded.
    package let warnings: [Warning]

    private enum CodingKeys: CodingKey { case symbol, bids, asks }

    /// Skips invalid entries; throws a `DecodingError` when the symbol or a side is missing.
    package init(from decoder: any Decoder) throws { try self.init(JSONObject(from: decoder)) }

    init(_ response: JSONObject) throws {
      symbol = try response.name("symbol")
      let bids = try response.array("bids").objects(Entry.init)
      let asks = try response.array("asks").objects(Entry.init)
      (self.bids, self.asks) = (bids.elements, asks.elements)
      warnings = bids.warnings + asks.warnings
    }

    func book(_ detail: BookDetail) -> OrderBook {
      func entry(_ row: Entry) -> OrderBook.Entry {
        detail == .levels
          ? OrderBook.Entry(price: row.px, quantity: row.qty, orders: row.num)
          : OrderBook.Entry(price: row.px, quantity: row.qty, orderID: row.num.map { .number($0) })
      }
      return OrderBook(pair: Pair(symbol: symbol), bids: bids.map(entry), asks: asks.map(entry))
    }
  }
}
