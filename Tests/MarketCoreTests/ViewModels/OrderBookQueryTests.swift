import Foundation
import MarketCore
import TestTools
import Testing

/// The rows of an order book for a query, which can change between two polls.
struct OrderBookQueryTests {
  private static let pair = Pair(symbol: "BTC-USD")
  private static let book = OrderBook(
    pair: pair,
    bids: [
      .init("99", "1", 71), .init("99", "0.5", 70), .init("98", "2", 72), .init("49", "4", 9),
    ],
    asks: [.init("101", "3", 75), .init("101", "1", 74), .init("102", "4", 73)])

  @Test func `levels of one price are one row, orders are not, and stay in their order`() {
    let levels = Self.model(BookQuery())
    #expect(levels.rows(.bid) == ["1 99 1.5 1.5", "2 98 2 3.5", "3 49 4 7.5"])
    #expect(levels.rows(.ask) == ["1 101 4 4", "2 102 4 8"])

    let orders = Self.model(BookQuery(detail: .orders))
    #expect(orders.rows(.bid) == ["1 99 1 1", "2 99 0.5 1.5", "3 98 2 3.5", "4 49 4 7.5"])
    #expect(orders.rows(.ask) == ["1 101 3 3", "2 101 1 4", "3 102 4 8"])
    #expect(orders.cells(of: "order_id", .bid).map(\.text) == ["71", "70", "72", "9"])
    #expect(orders.cells(of: "orders", .bid).map(\.text) == ["1", "1", "1", "1"])
  }

  @Test func `a level tells how many orders it is of, and no id`() {
    let model = Self.model(BookQuery())
    #expect(model.cells(of: "orders", .ask).map(\.text) == ["149", "73"])
    #expect(model.cells(of: "order_id", .ask).map(\.value) == [.unknown, .unknown])
  }

  @Test(
    arguments: [(1, ["71"]), (3, ["71", "70", "72"]), (nil, ["71", "70", "72", "9"])]
      as [(Int?, [String])])
  func `the depth of single orders counts orders`(depth: Int?, ids: [String]) {
    let model = Self.model(BookQuery(depth: depth, detail: .orders))
    #expect(model.cells(of: "order_id", .bid).map(\.text) == ids)
  }

  @Test func `a step adds up, and the depth counts steps`() {
    let model = Self.model(BookQuery(depth: 1, step: 50))
    #expect(model.rows(.bid) == ["1 50 3.5 3.5"])
    #expect(model.rows(.ask) == ["1 150 8 8"])
    #expect(Self.model(BookQuery(step: 50)).rows(.bid) == ["1 50 3.5 3.5", "2 0 4 7.5"])
    #expect(Self.model(BookQuery(step: 50)).cells(of: "orders", .bid).map(\.text) == ["213", "9"])
  }

  @Test func `another query shows the same book in another way, at once`() {
    var model = Self.model(BookQuery())
    model.query.depth = 1
    #expect(model.rows(.bid) == ["1 99 1.5 1.5"])
    model.query.step = 50
    #expect(model.rows(.ask) == ["1 150 8 8"])
    model.query = BookQuery(detail: .orders)
    #expect(model.rows(.ask) == ["1 101 3 3", "2 101 1 4", "3 102 4 8"])
    #expect(model.fill == nil)
    model.query.order = MarketOrder(.buy, 1)
    #expect(model.fill?.total == 101)
    model.query.order = nil
    #expect(model.fill == nil)
    #expect(model.book == Self.book)
  }

  @Test func `what sums the book up is not of what is shown`() {
    let model = Self.model(BookQuery(depth: 1, imbalanceDepth: 1, step: 50))
    #expect(model.value(of: "best_bid") == .number(99))
    #expect(model.value(of: "best_ask") == .number(101))
    #expect(model.value(of: "mid") == .number(100))
    #expect(model.value(of: "spread") == .number(2))
    #expect(model.value(of: "spread_bp") == .number(200))
    #expect(model.value(of: "imbalance") == .number(Decimal("-0.454545")))
  }

  @Test func `an order is filled by the whole book`() {
    let order = MarketOrder(.sell, 7)
    let fill = Self.book.fill(order)
    #expect(fill.filled == 7)
    for query in [
      BookQuery(depth: 1, order: order), BookQuery(depth: 1, step: 50, order: order),
      BookQuery(depth: 1, detail: .orders, order: order),
    ] {
      #expect(Self.model(query).fill == fill)
    }
  }

  @Test func `a bar is as long as the total, compared with the largest that is shown`() {
    let model = Self.model(BookQuery())
    #expect(
      model.cells(of: "bar", .bid).map(\.value) == [
        .number(Decimal("0.1875")), .number(Decimal("0.4375")), .number(Decimal("0.9375")),
      ])
    #expect(model.cells(of: "bar", .ask).map(\.value) == [.number(Decimal("0.5")), .number(1)])
    #expect(model.cells(of: "bar", .bid).allSatisfy { $0.tone == .up })
    #expect(model.cells(of: "bar", .ask).allSatisfy { $0.tone == .down })

    let best = Self.model(BookQuery(depth: 1))
    #expect(best.cells(of: "bar", .bid).map(\.value) == [.number(Decimal("0.375"))])
    #expect(best.cells(of: "bar", .ask).map(\.value) == [.number(1)])
  }

  @Test func `a bar of one side alone fills up to the whole`() {
    let book = OrderBook(pair: Self.pair, bids: [], asks: [.init("1", "1"), .init("2", "2")])
    #expect(
      Self.model(BookQuery(), of: book).cells(of: "bar", .ask).map(\.value)
        == [.number(Decimal("0.333333")), .number(1)])
  }

  @Test func `a total that leaves a decimal's range is unknown, and so is its bar`() {
    let huge = String(repeating: "9", count: 38) + "e127"
    let book = OrderBook(
      pair: Self.pair, bids: ["4", "3", "2", "1"].map { .init($0, huge) }, asks: [.init("5", "1")])
    let model = Self.model(BookQuery(), of: book)
    #expect(model.cells(of: "total", .bid).last == Cell(.unknown, "–"))
    #expect(model.cells(of: "bar", .bid).last?.value == .unknown)
    #expect(model.cells(of: "bar", .ask).map(\.value) == [.number(1)])
  }

  private static func model(
    _ query: BookQuery, of book: OrderBook = book
  ) -> OrderBookViewModel {
    var model = OrderBookViewModel(pair: pair, query: query)
    model.apply(.answered(query.detail == .orders ? book.ofOrders : book, at: 1))
    return model
  }
}

extension OrderBookViewModel {
  /// Level, price, quantity and total of the rows of a side.
  fileprivate func rows(_ side: Side) -> [String] {
    let names: [Column<BookRow>] = ["level", "price", "quantity", "total"]
    let columns = names.map { cells(of: $0, side) }
    return (side == .bid ? bids : asks).indices.map { index in
      columns.map { $0[index].value }.map { value in
        if case .number(let number) = value { number.plain } else { "–" }
      }.joined(separator: " ")
    }
  }
}
