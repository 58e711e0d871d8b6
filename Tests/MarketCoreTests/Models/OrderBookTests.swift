import Foundation
@testable import MarketCore
import Testing

/// The order of the entries of an order book, and its spread, mid and imbalance.
struct OrderBookTests {
  private static let sorted = OrderBook(
    pair: Pair(symbol: "BTC-USD"), bids: [entry("99.5", 2, 1), entry("99", 1, 2)],
    asks: [entry("100.5", 1, 3), entry("101", 3, 4), entry("7848964", 1, 5)])

  @Test func `a book is best first on each side, whatever order it comes in`() {
    for _ in 0..<20 {
      let book = OrderBook(
        pair: Self.sorted.pair, bids: Self.sorted.bids.shuffled(), asks: Self.sorted.asks.shuffled()
      )
      #expect(book == Self.sorted)
    }
    #expect(Self.sorted.entries(.bid).map(\.price.plain) == ["99.5", "99"])
    #expect(Self.sorted.entries(.ask).map(\.price.plain) == ["100.5", "101", "7848964"])
  }

  @Test func `orders of one price stay in the order in which they came`() {
    let orders = (1...40).map { Self.entry($0.isMultiple(of: 2) ? "5" : "6", 1, 100 - $0) }
    let (odd, even) = (orders.filter { $0.price == 6 }, orders.filter { $0.price == 5 })
    let book = OrderBook(pair: Pair(symbol: "A-B"), bids: orders, asks: orders)
    #expect(book.bids == odd + even)
    #expect(book.asks == even + odd)
  }

  @Test func `mid, spread, basis points and imbalance are those of the best prices`() {
    #expect(!Self.sorted.isEmpty)
    #expect(!Self.sorted.isCrossed)
    #expect(Self.sorted.spread?.plain == "1")
    #expect(Self.sorted.mid?.plain == "100")
    #expect(Self.sorted.spreadBasisPoints?.plain == "100")
  }

  @Test(
    arguments: [
      (1, Decimal("0." + String(repeating: "3", count: 38))),
      (2, Decimal("-0.14285714285714285714285714285714285714")), (3, Decimal("-0.25")),
      (99, Decimal("-0.25")), (nil, Decimal("-0.25")), (0, nil),
    ] as [(Int?, Decimal?)])
  func `imbalance counts the first levels of each side`(depth: Int?, imbalance: Decimal?) {
    #expect(Self.sorted.imbalance(depth: depth) == imbalance)
  }

  @Test func `orders of one price count as one level for the imbalance`() {
    let bids = [Self.entry("9", 1, 1), Self.entry("9", 1, 2), Self.entry("8", 5, 3)]
    let book = OrderBook(pair: Pair(symbol: "A-B"), bids: bids, asks: [Self.entry("10", 2, 4)])
    #expect(book.imbalance(depth: 1) == 0)
    #expect(book.imbalance(depth: 2) == Decimal("0." + String(repeating: "5", count: 38)))
  }

  @Test func `a book of one side has no spread and all the imbalance`() {
    let bids = OrderBook(pair: Self.sorted.pair, bids: Self.sorted.bids, asks: [])
    let asks = OrderBook(pair: Self.sorted.pair, bids: [], asks: Self.sorted.asks)
    for book in [bids, asks] {
      #expect(!book.isEmpty)
      #expect(!book.isCrossed)
      #expect(book.spread == nil)
      #expect(book.mid == nil)
      #expect(book.spreadBasisPoints == nil)
    }
    #expect(bids.imbalance() == 1)
    #expect(asks.imbalance() == -1)
  }

  @Test func `an empty book has no numbers`() {
    let book = OrderBook(pair: Self.sorted.pair, bids: [], asks: [])
    #expect(book.isEmpty)
    #expect(!book.isCrossed)
    #expect(book.spread == nil)
    #expect(book.mid == nil)
    #expect(book.spreadBasisPoints == nil)
    #expect(book.imbalance() == nil)
  }

  @Test(arguments: [("100", "99", "-1", true), ("100", "100", "0", false)])
  func `a book is crossed when its best bid is above its best ask`(
    bid: String, ask: String, spread: String, isCrossed: Bool
  ) {
    let book = Self.book(bid, ask)
    #expect(book.isCrossed == isCrossed)
    #expect(book.spread?.plain == spread)
  }

  @Test func `numbers that leave a decimal's range, or divide by 0, are unknown`() {
    let huge = String(repeating: "9", count: 38) + "e127"
    #expect(Self.book("-\(huge)", huge).spreadBasisPoints == nil)
    #expect(Self.book("1", huge).spreadBasisPoints == nil)
    #expect(Self.book("-1", "1").mid?.plain == "0")
    #expect(Self.book("-1", "1").spreadBasisPoints == nil)
  }

  private static func entry(_ price: String, _ quantity: Decimal, _ number: Int) -> OrderBook.Entry
  {
    .init(price: Decimal(exact: price) ?? .nan, quantity: quantity, orders: Int64(number))
  }

  private static func book(_ bid: String, _ ask: String) -> OrderBook {
    OrderBook(pair: Pair(symbol: "A-B"), bids: [entry(bid, 1, 1)], asks: [entry(ask, 1, 2)])
  }
}
