import Foundation

extension BlockchainCom {
  /// `/l2/SYMBOL`, or `/l3/SYMBOL` for single orders. The book of a pair that is closed is empty.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let path = detail == .orders ? "l3" : "l2"
    let response = try await scope.get(path, try pair.requestableSymbol())
    let (book, warnings) = try response.parsed { try Self.book(detail, $0) }
    guard book.pair == pair else { throw .malformed("unexpected pair \(book.pair)") }
    return try Answer(book, in: response, warnings)
  }

  /// `{"symbol":"BTC-USD","bids":[{"px":27412.3,"qty":0.25,"num":3}],"asks":[…]}`, in no particular order:
  /// `num` is the number of orders at the price, in `/l3` the id of the order.
  static func book(
    _ detail: BookDetail, _ response: JSONObject
  ) throws -> (book: OrderBook, warnings: [Warning]) {
    let pair = Pair(symbol: try response.name("symbol"))
    let bids = try response.array("bids").objects { try entry(detail, $0) }
    let asks = try response.array("asks").objects { try entry(detail, $0) }
    let book = OrderBook(pair: pair, bids: bids.elements, asks: asks.elements)
    return (book, bids.warnings + asks.warnings)
  }

  private static func entry(
    _ detail: BookDetail, _ row: borrowing JSONObject
  ) throws -> OrderBook.Entry {
    let (price, quantity) = (try row.positiveNumber("px"), try row.positiveNumber("qty"))
    let number = try row.wholeNumber("num")
    return OrderBook.Entry(detail, price: price, quantity: quantity, number: number)
  }
}
