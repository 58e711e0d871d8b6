import Foundation
@testable import MarketCore
import Testing

struct RowOrderTests {
  // Foundation has another.
  typealias Order = RowOrder<TickerField>

  @Test(
    arguments: [
      ("symbol", .init(.symbol)), ("as_of", .init(.asOf)),
      ("percent", .init(.percent, descending: true)), ("percent:asc", .init(.percent)),
      ("-percent", .init(.percent, descending: true)),
      ("-Symbol", .init(.symbol, descending: true)),
      ("percent:desc", .init(.percent, descending: true)),
      ("AS_OF:Desc", .init(.asOf, descending: true)),
      ("Volume:ASC", .init(.volume)),
    ] as [(String, Order)])
  func `an order is a field and a direction`(text: String, order: Order) {
    #expect(Order(text) == order)
  }

  @Test(arguments: [
    "", ":", ":desc", "price", "percent:", "percent:down", "percent:desc:", "percent:asc:desc",
    "percent desc", " percent", "asOf", "-", "--percent", "-percent:asc", "-percent:desc",
  ])
  func `a text that names no order is none`(text: String) {
    #expect(Order(text) == nil)
  }

  @Test func `the fields of a book can be named too`() {
    #expect(
      RowOrder<BookField>("order_id:desc")
        == RowOrder(.orderID, descending: true))
    #expect(RowOrder<BookField>("last") == nil)
  }

  @Test(arguments: [
    (false, ["A-X", "F-X", "B-X", "D-X", "C-X", "E-X"]),
    (true, ["D-X", "B-X", "A-X", "F-X", "C-X", "E-X"]),
  ])
  func `unknown values come last either way, and ties in order of the symbols`(
    isDescending: Bool, symbols: [String]
  ) {
    let rows: [(symbol: String, value: FieldValue)] = [
      ("F-X", .number(-5)), ("E-X", .unknown), ("D-X", .number(10)), ("C-X", .unknown),
      ("B-X", .number(0)), ("A-X", .number(-5)),
    ]
    let order = Order(.last, descending: isDescending)
    let sorted = order.sorted(
      rows, value: { row, _ in row.value }, pair: { Pair(symbol: $0.symbol) })
    #expect(sorted.map(\.symbol) == symbols)
  }

  @Test func `numbers are sorted as numbers and not as text`() {
    let numbers = ["10", "9", "0.00000001", "-1", "1000000000000000", "0.000000011"]
    let rows = numbers.map { Decimal($0) }.map { FieldValue.number($0) }
    let sorted = Order(.last).sorted(
      rows, value: { row, _ in row }, pair: { _ in Pair(symbol: "A-B") })
    #expect(sorted == [3, 2, 5, 1, 0, 4].map { rows[$0] })
  }
}
