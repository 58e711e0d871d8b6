import Foundation

extension BlockchainCom {
  /// `/l2/SYMBOL`, or `/l3/SYMBOL` for single orders. The book of a pair that is closed is empty.
  public func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let path = detail == .orders ? "l3" : "l2"
    let response = try await scope.get(path, try pair.requestableSymbol())
    let (book, warnings) = try response.parsed { try Self.book(detail, $0) }
    try MarketError.check(book.pair, is: pair)
    return try Answer(book, in: response, warnings)
  }

  /// `{"symbol":"BTC-USD","bids":[{"px":27412.3,"qty":0.25,"num":3}],"asks":[…]}`, in no particular
  /// order. `num` is the number of orders at the price, or the id of the order.
  static func book(
    _ detail: BookDetail, _ response: JSONObject
  ) throws -> (book: OrderBook, warnings: [Warning]) {
    let pair = Pair(symbol: try response.name("symbol"))
    return try response.book(of: pair) { (side: JSONArray) in
      try side.objects { row in
        let (price, quantity) = (try row.requiredNumber("px"), try row.requiredNumber("qty"))
        guard quantity.isAboveZero else { throw row.invalid("qty", "not above 0") }
        let number = try row.wholeNumber("num")
        return switch detail {
        case .levels: OrderBook.Entry(price: price, quantity: quantity, orders: number)
        case .orders:
          OrderBook.Entry(price: price, quantity: quantity, orderID: number.map { .number($0) })
        }
      }
    }
  }
}
