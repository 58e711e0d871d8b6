import Foundation
@testable import MarketCore
import Testing

/// The fill of a market order by an order book.
struct FillTests {
  private static let book = OrderBook(
    pair: Pair(symbol: "BTC-USD"),
    bids: [.init("99.5", "2"), .init("99", "1.5"), .init("0.5", "1000")],
    asks: [.init("100.5", "0.25"), .init("101", "1"), .init("7848964", "0.00000001")])

  @Test(arguments: [
    ("1", ["1", "100.875", "101", "0", "100.875", "87.5"]),
    ("0.25", ["0.25", "25.125", "100.5", "0", "100.5", "50"]),
    ("0.2", ["0.2", "20.1", "100.5", "0", "100.5", "50"]),
    ("1.25", ["1.25", "126.125", "101", "0", "100.9", "90"]),
    ("50.375USD", ["0.5", "50.375", "101", "0", "100.75", "75"]),
    ("10.05USD", ["0.1", "10.05", "100.5", "0", "100.5", "50"]),
    ("25.125USD", ["0.25", "25.125", "100.5", "0", "100.5", "50"]),
    ("126.125USD", ["1.25", "126.125", "101", "0", "100.9", "90"]),
  ])
  func `what is bought is taken from the cheapest on`(order: String, values: [String]) {
    Self.expect(.buy, order, in: Self.book, values)
  }

  @Test(arguments: [
    ("2", ["2", "199", "99.5", "0", "99.5", "50"]),
    ("2.5", ["2.5", "248.5", "99", "0", "99.4", "60"]),
    ("3.5", ["3.5", "347.5", "99", "0"]),
    ("199USD", ["2", "199", "99.5", "0", "99.5", "50"]),
    ("248.5USD", ["2.5", "248.5", "99", "0", "99.4", "60"]),
    ("199.99USD", ["2.01", "199.99", "99", "0"]),
  ])
  func `what is sold is given to the dearest on`(order: String, values: [String]) {
    Self.expect(.sell, order, in: Self.book, values)
  }

  @Test(
    arguments: [
      (.buy, "2", ["1.25000001", "126.20348964", "7848964", "0.74999999"]),
      (.buy, "1000USD", ["1.25000001", "126.20348964", "7848964", "873.79651036"]),
      (.sell, "1004", ["1003.5", "847.5", "0.5", "0.5"]),
      (.sell, "848 usd", ["1003.5", "847.5", "0.5", "0.5"]),
    ] as [(MarketOrder.Direction, String, [String])])
  func `what the book can't fill is in the currency of the order`(
    direction: MarketOrder.Direction, order: String, values: [String]
  ) {
    Self.expect(direction, order, in: Self.book, values)
  }

  @Test func `what costs no whole number is exact to the digits of a decimal`() {
    let fill = Self.fill(.buy, "50USD", in: Self.book)
    #expect(fill?.filled.plain == "0.49628712871287128712871287128712871287")
    #expect(fill?.total == 50)
    #expect(fill?.unfilled == 0)
  }

  @Test(arguments: [MarketOrder.Direction.buy, .sell], ["3", "3USD"])
  func `nothing is traded with a side that is empty`(
    direction: MarketOrder.Direction, order: String
  ) {
    let book = OrderBook(
      pair: Self.book.pair, bids: direction == .buy ? Self.book.bids : [],
      asks: direction == .buy ? [] : Self.book.asks)
    Self.expect(direction, order, in: book, ["0", "0", nil, "3", nil, nil])
  }

  @Test func `without the other side there is no mid to compare with`() {
    let asks = OrderBook(pair: Self.book.pair, bids: [], asks: Self.book.asks)
    Self.expect(.buy, "1", in: asks, ["1", "100.875", "101", "0", "100.875", nil])
  }

  @Test(
    arguments: [
      (.buy, "101", "99", "99", "-100"), (.sell, "101", "99", "101", "-100"),
      (.buy, "-1", "1", "1", nil), (.sell, "-1", "1", "-1", nil), (.buy, "0", "0", "0", nil),
    ] as [(MarketOrder.Direction, String, String, String, String?)])
  func `a crossed book is better than its mid, and a mid of 0 compares with nothing`(
    direction: MarketOrder.Direction, bid: String, ask: String, average: String, slippage: String?
  ) {
    let book = OrderBook(
      pair: Self.book.pair, bids: [.init(bid, "2")], asks: [.init(ask, "2")])
    Self.expect(direction, "1", in: book, ["1", average, average, "0", average, slippage])
  }

  @Test(
    arguments: [
      (.buy, "1", 0.5, "101.379375", "0.5"), (.sell, "2", 0.5, "198.005", "0.5"),
      (.sell, "199USD", 100, "0", "100"), (.buy, "50.375USD", 0, "50.375", "0"),
      // What the book cannot fill costs no fee.
      (.sell, "1004", 1, "839.025", "1"),
    ] as [(MarketOrder.Direction, String, Decimal, String, String)])
  func `a fee is added to a cost and taken from proceeds`(
    direction: MarketOrder.Direction, text: String, fee: Decimal, total: String, percent: String
  ) throws {
    let order = try #require(MarketOrder(direction, text, of: Self.book.pair))
    let fill = Self.book.fill(order, fees: TakerFees(general: fee))
    #expect(fill.totalWithFee?.plain == total)
    #expect(fill.feePercent?.plain == percent)
    let without = Self.book.fill(order)
    #expect(without.totalWithFee == nil && without.feePercent == nil)
  }

  @Test func `a merged fill pays the fee of each exchange`() throws {
    func book(_ exchange: ExchangeID, _ price: String) -> OrderBook {
      OrderBook(exchange: exchange, pair: Self.book.pair, bids: [], asks: [.init(price, "1")])
    }
    let merged = OrderBook(merging: [book("a", "100"), book("b", "300")], of: Self.book.pair)
    let fees = try #require(
      TakerFees([("b", 9), (nil, 7), ("b", 0.5), (nil, 1), ("c", 3)]))
    let fill = merged.fill(MarketOrder(.buy, 2), fees: fees)
    #expect(fill.totalWithFee == 402.5)
    #expect(fill.feePercent == 0.625)
    let alone = book("b", "300").fill(MarketOrder(.buy, 1), fees: fees)
    #expect(alone.totalWithFee == 301.5 && alone.feePercent == 0.5)
    #expect(TakerFees([]) == nil)
    let none = book("b", "300").fill(MarketOrder(.sell, 1), fees: fees)
    #expect(none.totalWithFee == nil && none.feePercent == nil)
  }

  @Test func `what costs nothing is taken before anything is paid`() {
    let book = OrderBook(
      pair: Self.book.pair, bids: [.init("0", "3")], asks: [.init("0", "5"), .init("10", "1")])
    Self.expect(.buy, "5USD", in: book, ["5.5", "5", "10", "0"])
    Self.expect(.sell, "5USD", in: book, ["3", "0", "0", "5"])
  }

  @Test(arguments: ["1e127", "1e127USD"])
  func `numbers that leave a decimal's range make the cost unknown`(order: String) {
    let huge = String(repeating: "9", count: 38) + "e127"
    let book = OrderBook(
      pair: Self.book.pair, bids: [], asks: [.init(huge, huge), .init(huge, "1")])
    let fill = Self.fill(.buy, order, in: book)
    #expect(fill?.total.finite == nil)
    #expect(fill?.average == nil)
    #expect(fill?.slippageBasisPoints == nil)
  }

  private static func fill(
    _ direction: MarketOrder.Direction, _ text: String, in book: OrderBook
  ) -> Fill? {
    MarketOrder(direction, text, of: book.pair).map { book.fill($0) }
  }

  /// Expects these values: filled, total, worst, unfilled and, if they are given, average and
  /// slippage.
  private static func expect(
    _ direction: MarketOrder.Direction, _ text: String, in book: OrderBook, _ values: [String?],
    _ location: SourceLocation = #_sourceLocation
  ) {
    guard let fill = fill(direction, text, in: book) else {
      Issue.record("no order", sourceLocation: location)
      return
    }
    let found = [
      fill.filled, fill.total, fill.worst, fill.unfilled, fill.average, fill.slippageBasisPoints,
    ]
    #expect(
      found.prefix(values.count).map { $0?.plain } == values, sourceLocation: location)
  }
}
