import Foundation
@testable import MarketCore
import TestTools
import Testing

/// The order of rows: a field and a direction.
struct RowOrderTests {
  // Foundation has another.
  typealias Order = RowOrder<Ticker>

  @Test(
    arguments: [
      ("symbol", .init(Ticker.Columns.symbol)), ("as_of", .init(Ticker.Columns.asOf)),
      ("percent", .init(Ticker.Columns.percent, descending: true)),
      ("percent:asc", .init(Ticker.Columns.percent)),
      ("-percent", .init(Ticker.Columns.percent, descending: true)),
      ("-Symbol", .init(Ticker.Columns.symbol, descending: true)),
      ("percent:desc", .init(Ticker.Columns.percent, descending: true)),
      ("AS_OF:Desc", .init(Ticker.Columns.asOf, descending: true)),
      ("Volume:ASC", .init(Ticker.Columns.volume)),
    ] as [(String, Order)])
  func `an order is a field and a direction`(text: String, order: Order) {
    #expect(Order(text) == order)
  }

  @Test(arguments: [
    "", ":", ":desc", "prices", "percent:", "percent:down", "percent:desc:", "percent:asc:desc",
    "percent desc", " percent", "asOf", "-", "--percent", "-percent:asc", "-percent:desc",
  ])
  func `a text that names no order is none`(text: String) {
    #expect(Order(text) == nil)
  }

  @Test func `the fields of a book can be named too`() {
    #expect(
      RowOrder<BookRow>("order_id:desc")
        == RowOrder(BookRow.Columns.orderID, descending: true))
    #expect(RowOrder<BookRow>("last") == RowOrder(BookRow.Columns.price, descending: true))
  }

  @Test(arguments: [
    (false, ["A-X", "F-X", "B-X", "D-X", "C-X", "E-X"]),
    (true, ["D-X", "B-X", "A-X", "F-X", "C-X", "E-X"]),
  ])
  func `unknown values come last either way, and ties in order of the symbols`(
    isDescending: Bool, symbols: [String]
  ) {
    let rows = [
      ("F-X", "-5"), ("E-X", nil), ("D-X", "10"), ("C-X", nil), ("B-X", "0"), ("A-X", "-5"),
    ].map { Ticker($0, last: $1) }
    let order = Order("last", descending: isDescending)
    #expect(order.sorted(rows) { _ in .now }.map(\.pair.symbol) == symbols)
  }

  @Test func `numbers are sorted as numbers and not as text`() {
    let numbers = ["10", "9", "0.00000001", "-1", "1000000000000000", "0.000000011"]
    let rows = numbers.map { Ticker("A-B", last: $0) }
    let sorted = Order("last", descending: false).sorted(rows) { _ in .now }
    #expect(sorted == [3, 2, 5, 1, 0, 4].map { rows[$0] })
  }
}
