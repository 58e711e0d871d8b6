import Foundation
import MarketCore
import TestTools
import Testing

/// The rows of an order book, poll by poll.
struct OrderBookViewModelTests {
  private static let pair = Pair(symbol: "BTC-USD")
  private static let book = OrderBook(
    pair: pair, bids: [.init("99", "1.5", 2), .init("99.5", "2", 1), .init("0.67", "1000", 4)],
    asks: [.init("100.5", "0.25", 3), .init("101", "1"), .init("7848964", "0.00000001", 1)])

  @Test func `a book that waits is of its pair and shows ten levels at most`() {
    let model = OrderBookViewModel(pair: Self.pair)
    #expect(model.query == BookQuery(depth: 10))
    #expect(model.freshness.phase == .loading(nil))
    #expect(model.bids.isEmpty)
    #expect(model.asks.isEmpty)
    #expect(model.book == OrderBook(pair: Self.pair, bids: [], asks: []))
  }

  @Test func `levels are loaded, kept while stale, and loaded anew`() {
    let error = MarketError.timedOut(seconds: 10)
    var model = Self.model(of: Self.book)
    let (bids, asks) = (model.bids, model.asks)
    #expect(model.freshness.phase == .loaded)
    #expect(model.book == Self.book)

    model.apply(.failed(error, at: 11))
    #expect(model.freshness.phase == .stale(error))
    #expect((model.bids, model.asks) == (bids, asks))
    #expect(model.book == Self.book)

    model.apply(.answered(OrderBook(pair: Self.pair, bids: [], asks: []), at: 12))
    #expect(model.freshness.phase == .loaded)
    #expect(model.bids.isEmpty)
    #expect(model.asks.isEmpty)
  }

  @Test func `a quantity that no number can hold is unknown`() throws {
    let largest = String(repeating: "9", count: 38) + "e127"
    let levels = Array(repeating: OrderBook.Entry("1", largest), count: 5)
    let model = Self.model(of: OrderBook(pair: Self.pair, bids: levels, asks: []))
    let row = try #require(model.bids.first)
    #expect(model.cell(of: "quantity", in: row) == Cell(.unknown))
    #expect(model.cell(of: "total", in: row) == Cell(.unknown))
  }

  @Test func `totals add up from the best price, and levels are numbered from 1`() {
    let model = Self.model(of: Self.book)
    #expect(model.bids.map(\.level) == [1, 2, 3])
    #expect(model.bids.map(\.entry.price.plain) == ["99.5", "99", "0.67"])
    #expect(model.bids.map(\.total.plain) == ["2", "3.5", "1003.5"])
    #expect(model.asks.map(\.level) == [1, 2, 3])
    #expect(model.asks.map(\.entry.price.plain) == ["100.5", "101", "7848964"])
    #expect(model.asks.map(\.total.plain) == ["0.25", "1.25", "1.25000001"])
    #expect(model.bids.map(\.side) == [.bid, .bid, .bid])
    #expect(model.asks.map(\.side) == [.ask, .ask, .ask])
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 3), (99, 3), (nil, 3)] as [(Int?, Int)])
  func `the depth is the number of levels a side`(depth: Int?, levels: Int) {
    let model = Self.model(of: Self.book, BookQuery(depth: depth))
    #expect(model.bids.count == levels)
    #expect(model.asks.count == levels)
    #expect(model.book == Self.book)
  }

  @Test(
    arguments: [
      ("side", Cell(.text("bid"), tone: .up)), ("level", Cell(.number(3), "3")),
      ("price", Cell(.number(Decimal("0.67")), "$0.67", tone: .up)),
      ("quantity", Cell(.number(1000), "1,000")), ("orders", Cell(.number(4), "4")),
      ("order_id", Cell(.unknown)), ("total", Cell(.number(Decimal("1003.5")), "1,003.5")),
      ("notional", Cell(.number(670), "$670.00")),
    ] as [(Column<BookRow>, Cell)])
  func `a bid has all its cells`(column: Column<BookRow>, cell: Cell) {
    #expect(Self.model(of: Self.book).cells(of: column, .bid).last == cell)
  }

  @Test(
    arguments: [
      ("side", Cell(.text("ask"), tone: .down)), ("level", Cell(.number(3), "3")),
      ("price", Cell(.number(7_848_964), "$7,848,964.00", tone: .down)),
      ("quantity", Cell(.number(Decimal("0.00000001")), "0.00000001")),
      ("orders", Cell(.number(1), "1")),
      ("total", Cell(.number(Decimal("1.25000001")), "1.25000001")),
      ("notional", Cell(.number(Decimal("0.07848964")), "$0.08")),
    ] as [(Column<BookRow>, Cell)])
  func `an ask has all its cells, quantities in full`(column: Column<BookRow>, cell: Cell) {
    #expect(Self.model(of: Self.book).cells(of: column, .ask).last == cell)
  }

  @Test func `an order's id is neither rounded nor grouped, a missing one unknown`() {
    let orders = OrderBook(
      pair: Self.pair, bids: [.init("1", "1", 123_456_789_012_345)], asks: [.init("2", "1")])
    let model = Self.model(of: orders.ofOrders, BookQuery(detail: .orders))
    #expect(
      model.cells(of: "order_id", .bid) == [Cell(.number(123_456_789_012_345), "123456789012345")])
    #expect(model.cells(of: "order_id", .ask) == [Cell(.unknown, "–")])
    #expect(model.cells(of: "orders", .bid) == [Cell(.number(1), "1")])
    #expect(Self.model(of: orders).cells(of: "orders", .ask) == [Cell(.unknown, "–")])
  }

  @Test func `what leaves a decimal's range is unknown`() {
    let huge = String(repeating: "9", count: 38) + "E127"
    let book = OrderBook(pair: Self.pair, bids: [], asks: [.init(huge, huge), .init(huge, huge)])
    #expect(Self.model(of: book).cells(of: "notional", .ask) == [Cell(.unknown, "–")])
  }

  @Test(arguments: [
    (10, "spread $1.00 (100 bp) · mid $100.00 · imbalance +1.00"),
    (2, "spread $1.00 (100 bp) · mid $100.00 · imbalance +0.47"),
    (1, "spread $1.00 (100 bp) · mid $100.00 · imbalance +0.78"),
  ])
  func `the summary is that of the best prices, the imbalance that of the asked depth`(
    depth: Int, summary: String
  ) {
    var model = Self.model(of: Self.book, BookQuery(depth: depth, imbalanceDepth: depth))
    #expect(model.summary.joined(separator: " · ") == summary)
    // As keys on a screen do it.
    for shown in [1, 5, nil] {
      model.query.depth = shown
      #expect(model.summary.joined(separator: " · ") == summary)
    }
  }

  @Test(arguments: [
    ("26210.5", "26211.35", "BTC-USD", "spread $0.85 (0.32 bp) · mid $26,210.925 · imbalance 0.00"),
    (
      "0.00000551", "0.00000553", "XLM-BTC",
      "spread 0.00000002 BTC (36.23 bp) · mid 0.00000552 BTC · imbalance 0.00"
    ),
    ("1", "1999", "BTCUSD", "spread 1,998 (19,980 bp) · mid 1,000 · imbalance 0.00"),
    ("100", "100", "BTC-USD", "spread $0.00 (0 bp) · mid $100.00 · imbalance 0.00"),
    ("-1", "1", "BTC-USD", "spread $2.00 · mid $0.00 · imbalance 0.00"),
    (
      "101", "99", "BTC-USD",
      "spread -$2.00 (-200 bp) · mid $100.00 · imbalance 0.00 · "
        + "crossed market: best bid > best ask"
    ),
  ])
  func `the summary shows money in the quote currency and says what is odd`(
    bid: String, ask: String, symbol: String, summary: String
  ) {
    let book = OrderBook(
      pair: Pair(symbol: symbol), bids: [.init(bid, "1")], asks: [.init(ask, "1")])
    #expect(Self.model(of: book).summary.joined(separator: " · ") == summary)
  }

  @Test func `a book without a side says so instead`() {
    let (bids, asks) = (Self.book.bids, Self.book.asks)
    for (book, summary) in [
      (OrderBook(pair: Self.pair, bids: [], asks: []), "empty book"),
      (OrderBook(pair: Self.pair, bids: [], asks: asks), "no bids"),
      (OrderBook(pair: Self.pair, bids: bids, asks: []), "no asks"),
    ] {
      let model = Self.model(of: book)
      #expect(model.summary == [summary])
      #expect((model.bids.count, model.asks.count) == (book.bids.count, book.asks.count))
    }
  }

  private static func model(
    of book: OrderBook, _ query: BookQuery = BookQuery()
  ) -> OrderBookViewModel {
    var model = OrderBookViewModel(pair: book.pair, query: query)
    model.apply(.answered(book, at: 1))
    return model
  }
}
