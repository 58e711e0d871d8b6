import Foundation
@testable import MarketCore
import Testing

/// The order books of Blockchain.com.
struct BlockchainComBookTests {
  private static func book(
    _ json: String, _ detail: BookDetail = .levels
  ) throws(MarketError) -> (book: OrderBook, warnings: [Warning]) {
    let (book, warnings) = try Transport.Response.text(json).parsed(
      BlockchainOrderBook.withoutInvalidEntries)
    return (OrderBook(book, detail: detail), warnings)
  }

  @Test func `a number is the count of a level, or the id of an order`() throws {
    let json = """
      {"asks":[{"num":3,"px":100.5,"qty":1}],\
      "bids":[{"num":123456789012345,"px":99.5,"qty":0.25},{"px":99,"qty":2}],"symbol":"BTC-USD"}
      """
    let (levels, warnings) = try Self.book(json)
    #expect(levels.pair == Pair(symbol: "BTC-USD"))
    #expect(levels.bids.map(\.orders) == [123_456_789_012_345, nil])
    #expect(warnings.isEmpty)
    let orders = try Self.book(json, .orders).book
    #expect(orders.bids.map(\.orderID) == [.number(123_456_789_012_345), nil])
    #expect(orders.asks == [OrderBook.Entry(price: 100.5, quantity: 1, orderID: .number(3))])
  }

  @Test func `a book is sorted, best price first`() throws {
    let book = try Self.book(
      """
      {"symbol":"A-B","bids":[{"px":1,"qty":1},{"px":2,"qty":1}],
      "asks":[{"px":4,"qty":1},{"px":"3","qty":"1","num":7}]}
      """
    ).book
    #expect(book.bids.map(\.price) == [2, 1])
    #expect(book.asks.map(\.price) == [3, 4])
    #expect(book.asks.map(\.orders) == [7, nil])
  }

  @Test(arguments: [
    (#"{"px":1,"qty":0}"#, "bids[0].qty is not above 0"),
    (#"{"px":1,"qty":-1}"#, "bids[0].qty is not above 0"),
    (#"{"px":1}"#, "bids[0].qty is missing"), (#"{"px":1,"qty":null}"#, "bids[0].qty is missing"),
    (#"{"qty":1}"#, "bids[0].px is missing"),
    (#"{"px":"x","qty":1}"#, "bids[0].px is not a number"),
    (#"{"px":1,"qty":1,"num":"x"}"#, "bids[0].num is not a whole number"),
  ])
  func `an entry that offers nothing is left out`(entry: String, reason: String) throws {
    let (book, warnings) = try Self.book(
      #"{"symbol":"A-B","bids":[\#(entry),{"px":1,"qty":1}],"asks":[]}"#)
    #expect(book.bids.map(\.price) == [1])
    #expect(warnings == [.rowSkipped(reason)])
  }
}
