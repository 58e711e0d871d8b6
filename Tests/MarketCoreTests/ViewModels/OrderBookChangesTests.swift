import Foundation
import MarketCore
import TestTools
import Testing

/// The levels of an order book that are marked as changed.
struct OrderBookChangesTests {
  private static let pair = Pair(symbol: "BTC-USD")
  private static let bids: [OrderBook.Entry] = [.init("99", "1", 1), .init("98", "2", 2)]
  private static let asks: [OrderBook.Entry] = [.init("101", "3", 1), .init("102", "4", 2)]
  private static let first = book(bids, asks)
  private static let error = MarketError.timedOut(seconds: 10)

  @Test func `the first answer changes nothing, also when it comes late`() {
    var model = OrderBookViewModel(pair: Self.pair)
    #expect(model.marked.isEmpty)
    model.apply(.failed(Self.error, at: 1))
    model.apply(.answered(Self.first, at: 2))
    #expect(model.bids.count == 2)
    #expect(model.marked.isEmpty)
  }

  @Test(
    arguments: [
      ("99", "1.5", 1, ["99"]), ("99", "1", 2, ["99"]), ("99.5", "1", 1, ["99.5"]),
      ("97", "1", 1, ["97"]), ("98", "1", 1, ["98"]), ("99.0", "1.00", 1, []),
    ] as [(String, String, Int64, [String])])
  func `a level is marked that is new, or has another quantity or number of orders`(
    price: String, quantity: String, orders: Int64, marked: [String]
  ) {
    let bids = [OrderBook.Entry(price, quantity, orders), Self.bids[1]]
    #expect(Self.marked(after: Self.book(bids, Self.asks)) == marked)
    let asks = Self.asks + [.init("103", "1", 1)]
    #expect(Self.marked(after: Self.book(bids, asks)) == marked + ["103"])
  }

  @Test(
    arguments: [
      ("99", "1.5", 1, .up), ("99", "0.5", 1, .down), ("99", "1", 2, .flat), ("97", "1", 1, .up),
      ("99.0", "1.00", 1, nil),
    ] as [(String, String, Int64, Tone?)])
  func `a change has the direction of the quantity`(
    price: String, quantity: String, orders: Int64, change: Tone?
  ) {
    var model = OrderBookViewModel(pair: Self.pair)
    model.apply(.answered(Self.first, at: 1))
    model.apply(.answered(Self.book([.init(price, quantity, orders)], Self.asks), at: 2))
    #expect(model.bids.map(\.change) == [change])
    #expect(model.cells(of: BookRow.Columns.quantity, .bid).map(\.tone) == [change ?? .flat])
  }

  @Test func `the direction in a merged book is that of the level's exchange`() {
    func books(_ quantity: String) -> [Poll<Answer<OrderBook>>] {
      (["kraken", "okx"] as [ExchangeID]).map { exchange in
        let level = OrderBook.Entry("99", exchange == "kraken" ? quantity : "5", 1)
        let book = OrderBook(exchange: exchange, pair: Self.pair, bids: [level], asks: [])
        return Poll(exchange: exchange, result: .success(Answer(book)))
      }
    }
    var model = OrderBookViewModel(pair: Self.pair, of: ["kraken", "okx"])
    model.apply(books("7"))
    model.apply(books("6"))
    #expect(model.bids.map(\.change) == [.down, nil])
  }

  @Test func `a level is the same on one side only`() {
    #expect(Self.marked(after: Self.book(Self.asks, Self.bids)) == ["102", "101", "98", "99"])
  }

  @Test func `a mark goes with the next poll, whatever that brings`() {
    var model = Self.changed
    #expect(model.marked == ["99"])
    model.apply(.answered(model.book, at: 3))
    #expect(model.marked.isEmpty)

    model = Self.changed
    model.apply(.failed(Self.error, at: 3))
    #expect(model.bids.map(\.entry.quantity) == [7, 2])
    #expect(model.marked.isEmpty)
  }

  @Test func `nobody knows what changed while there was no answer`() {
    var model = Self.changed
    model.apply(.failed(Self.error, at: 3))
    model.apply(.answered(Self.first, at: 4))
    #expect(model.marked.isEmpty)
    model.apply(.answered(Self.changed.book, at: 5))
    #expect(model.marked == ["99"])
  }

  @Test func `a level that only comes into view is not marked`() {
    var model = OrderBookViewModel(pair: Self.pair, query: BookQuery(depth: 1))
    model.apply(.answered(Self.first, at: 1))
    model.apply(.answered(Self.book([Self.bids[1]], Self.asks), at: 2))
    #expect(model.bids.map(\.entry.price) == [98])
    #expect(model.marked.isEmpty)
  }

  @Test func `a step is marked whose sum changed, and only once`() {
    var model = OrderBookViewModel(pair: Self.pair, query: BookQuery(step: 50))
    model.apply(.answered(Self.first, at: 1))
    model.apply(.answered(Self.book([.init("60", "3", 3)], Self.asks), at: 2))
    #expect(model.marked.isEmpty)
    model.apply(.answered(Self.book(Self.bids, Self.asks + [.init("150", "1", 1)]), at: 3))
    #expect(model.marked == ["150"])
  }

  @Test func `another query shows what the last poll changed, too`() {
    var model = Self.changed
    model.query.step = 50
    #expect(model.marked == ["50"])
    model.query.step = nil
    #expect(model.marked == ["99"])
  }

  @Test func `an order is marked that was not there, its like or not`() {
    var model = OrderBookViewModel(pair: Self.pair, query: BookQuery(detail: .orders))
    model.apply(.answered(Self.book([.init("99", "1", 11), .init("99", "1", 12)], []), at: 1))
    model.apply(.answered(Self.book([.init("99", "1", 12), .init("99", "1", 13)], []), at: 2))
    #expect(model.bids.map { $0.change != nil } == [false, true])
  }

  @Test(arguments: BookRow.columns)
  func `the mark is on the quantity`(column: Column<BookRow>) {
    let cells = Self.changed.cells(of: column, .bid)
    #expect(cells.map(\.isChanged) == [column == "quantity", false])
  }

  /// A book whose best bid has changed.
  private static var changed: OrderBookViewModel {
    var model = OrderBookViewModel(pair: pair)
    model.apply(.answered(first, at: 1))
    model.apply(.answered(book([.init("99", "7", 1), bids[1]], asks), at: 2))
    return model
  }

  /// What is marked after the first book and this one.
  private static func marked(after book: OrderBook) -> [String] {
    var model = OrderBookViewModel(pair: pair)
    model.apply(.answered(first, at: 1))
    model.apply(.answered(book, at: 2))
    return model.marked
  }

  private static func book(_ bids: [OrderBook.Entry], _ asks: [OrderBook.Entry]) -> OrderBook {
    OrderBook(pair: pair, bids: bids, asks: asks)
  }
}

extension OrderBookViewModel {
  /// The prices of the rows that are marked.
  fileprivate var marked: [String] {
    (bids + asks).filter { $0.change != nil }.map(\.entry.price.plain)
  }
}
