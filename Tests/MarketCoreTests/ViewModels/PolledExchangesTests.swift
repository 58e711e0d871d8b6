import Foundation
@testable import MarketCore
import TestTools
import Testing

/// View models of several exchanges: their rows and levels, and the age of their data.
struct PolledExchangesTests {
  private static let start = ContinuousClock.now
  private static let fault = MarketError.unreachable("no route")

  private static func poll<Value>(
    _ exchange: ExchangeID, _ value: Value, at seconds: Int = 0
  ) -> Poll<Answer<Value>> {
    let asOf = Date(timeIntervalSince1970: Double(seconds))
    return Poll(
      exchange: exchange, result: .success(Answer(value, asOf: asOf, source: "http://\(exchange)")),
      at: start + .seconds(seconds), next: start + .seconds(seconds + 10))
  }

  private static func failure<Value>(
    _ exchange: ExchangeID, _ error: MarketError = fault
  ) -> Poll<Answer<Value>> {
    Poll(exchange: exchange, result: .failure(error), at: start, next: start + .seconds(1))
  }

  private static func ticker(_ exchange: ExchangeID, _ symbol: String, _ last: Decimal) -> Ticker {
    var ticker = Ticker(pair: Pair(symbol: symbol), open: 1, volume: 1, last: last)
    ticker.exchange = exchange
    return ticker
  }

  private static func list(
    _ sort: RowOrder<Ticker>? = RowOrder(Ticker.Columns.symbol), keepsOlder: Bool = true,
    onlyChanges: Bool = false
  ) -> ListViewModel<Ticker> {
    let query = ListQuery(sort: sort, onlyChanges: onlyChanges)
    var list = ListViewModel<Ticker>(query, of: ["a", "b"])
    list.polled.keepsOlder = keepsOlder
    return list
  }

  private static func rows(_ list: ListViewModel<Ticker>) -> [String] {
    list.rows.map { "\($0.exchange ?? "") \($0.pair) \($0.last?.plain ?? "")" }
  }

  @Test(arguments: [
    RowOrder(Ticker.Columns.symbol), RowOrder(Ticker.Columns.last),
    RowOrder(Ticker.Columns.last, descending: true),
  ])
  func `rows tie by symbol, then in the order asked, whoever answers first`(
    order: RowOrder<Ticker>
  ) {
    var list = Self.list(order)
    list.apply([
      Self.poll("b", [Self.ticker("b", "X-USD", 2), Self.ticker("b", "A-USD", 2)]),
      Self.poll("a", [Self.ticker("a", "X-USD", 2)]),
    ])
    #expect(Self.rows(list) == ["b A-USD 2", "a X-USD 2", "b X-USD 2"])
  }

  private static func utcTicker(_ exchange: ExchangeID, _ symbol: String, open: Decimal?) -> Ticker
  {
    Ticker(
      pair: Pair(symbol: symbol), open: open, volume: 1, last: 2, changeReference: .utcDay
    ).on(exchange)
  }

  private static func texts(_ list: ListViewModel<Ticker>) -> [String] {
    list.rows.map { row in
      list.cells(of: ["last", "change", "percent"], in: row).map(\.text).joined(separator: " ")
    }
  }

  @Test func `changes since another moment end in a star where rows differ in it`() {
    var list = Self.list()
    list.apply([
      Self.poll("a", [Self.ticker("a", "X-USD", 2)]),
      Self.poll(
        "b", [Self.utcTicker("b", "X-USD", open: 1), Self.utcTicker("b", "Y-USD", open: nil)]),
    ])
    #expect(list.mixesChangeReferences)
    #expect(
      Self.texts(list) == ["$2.00 +$1.00 +100.00%", "$2.00 +$1.00* +100.00%*", "$2.00 – –"])
    #expect(list.cell(of: "percent", in: list.rows[1]).value == .number(100))
    #expect(list.cell(of: "percent", in: list.rows[1]).tone == .up)
    // Rows that are not shown make no difference.
    list.query.filters = [SymbolFilter("Y")]
    #expect(!list.mixesChangeReferences)
    list.query.filters = []
    list.apply([Self.poll("a", [Self.utcTicker("a", "X-USD", open: 1)])])
    #expect(!list.mixesChangeReferences)
    #expect(Self.texts(list)[1] == "$2.00 +$1.00 +100.00%")
  }

  @Test func `rows of a failed exchange stay on a screen and leave a pipe`() {
    for keepsOlder in [true, false] {
      var list = Self.list(keepsOlder: keepsOlder)
      list.apply([
        Self.poll("a", [Self.ticker("a", "X-USD", 1)]),
        Self.poll("b", [Self.ticker("b", "X-USD", 2)]),
      ])
      list.apply([Self.poll("a", [Self.ticker("a", "X-USD", 3)], at: 10), Self.failure("b")])
      #expect(Self.rows(list) == (keepsOlder ? ["a X-USD 3", "b X-USD 2"] : ["a X-USD 3"]))
      #expect(list.freshness.phase == .stale(Self.fault))
      #expect(list.polled.failure == Self.fault)
      // One that is late, or in back-off, is not polled.
      list.apply([Self.poll("b", [Self.ticker("b", "X-USD", 4)], at: 20)])
      #expect(Self.rows(list) == (keepsOlder ? ["a X-USD 3", "b X-USD 4"] : ["b X-USD 4"]))
      #expect(list.polled.failure == nil)
    }
  }

  @Test func `each row has the time of its exchange, and the whole that of the oldest`() {
    var list = Self.list()
    list.apply([Self.poll("a", [Self.ticker("a", "X-USD", 1)], at: 7)])
    #expect(list.freshness.phase == .loading(nil))
    list.apply([Self.poll("b", [Self.ticker("b", "X-USD", 2)], at: 3)])
    #expect(
      list.rows.map { list.cell(of: "as_of", in: $0).value }
        == [7, 3].map { .time(Date(timeIntervalSince1970: $0)) })
    #expect(list.freshness.asOf == Date(timeIntervalSince1970: 3))
    #expect(list.freshness.phase == .loaded)
  }

  @Test func `marks and changes are those between the answers of one exchange`() {
    var list = Self.list(onlyChanges: true)
    func marks() -> [Bool] { list.rows.map { list.cell(of: "last", in: $0).isChanged } }
    list.apply([
      Self.poll("a", [Self.ticker("a", "X-USD", 1)]),
      Self.poll("b", [Self.ticker("b", "X-USD", 2)]),
    ])
    #expect(Self.rows(list) == ["a X-USD 1", "b X-USD 2"])
    #expect(marks() == [false, false])
    list.apply([
      Self.poll("a", [Self.ticker("a", "X-USD", 2)]),
      Self.poll("b", [Self.ticker("b", "X-USD", 2)]),
    ])
    #expect(Self.rows(list) == ["a X-USD 2"])
    #expect(marks() == [true])
  }

  @Test func `an exchange that lacks the pair takes no part, unless it is the last`() {
    let unknown = MarketError.unknownSymbol("X-USD", near: [])
    var list = Self.list()
    list.apply([Self.failure("a", unknown)])
    #expect(list.polled.all.map(\.exchange) == ["b"])
    #expect(list.polled.isMultiExchange)
    #expect(list.polled.failure == nil)
    list.apply([Self.failure("b", unknown)])
    #expect(list.polled.failure == unknown)
  }

  @Test func `an exchange that was named with the pair takes part although it lacks it`() {
    let unknown = MarketError.unknownSymbol("X-USD", near: [])
    var list = Self.list()
    list.polled.required = ["a"]
    list.apply([Self.failure("a", unknown)])
    #expect(list.polled.all.map(\.exchange) == ["a", "b"])
    #expect(list.polled.failure == unknown)
  }
}

extension PolledExchangesTests {
  private static func book(_ exchange: ExchangeID, bid: Decimal, ask: Decimal) -> OrderBook {
    var book = OrderBook(
      pair: Pair(symbol: "X-USD"), bids: [.init(price: bid, quantity: 1)],
      asks: [.init(price: ask, quantity: 1)])
    book.exchange = exchange
    return book
  }

  @Test func `levels of an exchange that failed leave the book until it answers`() {
    for keepsOlder in [true, false] {
      var book = OrderBookViewModel(
        pair: Pair(symbol: "X-USD"), query: BookQuery(order: MarketOrder(.buy, 2)),
        of: ["a", "b"])
      book.polled.keepsOlder = keepsOlder
      book.apply([
        Self.poll("a", Self.book("a", bid: 9, ask: 11)),
        Self.poll("b", Self.book("b", bid: 8, ask: 10)),
      ])
      #expect(book.asks.map(\.entry.exchange) == ["b", "a"])
      #expect(book.asks.map(\.total) == [1, 2])
      #expect(book.fill?.parts.map(\.exchange) == ["a", "b"])
      #expect(book.value(of: "exchange") == .unknown)
      book.apply([Self.poll("a", Self.book("a", bid: 9, ask: 11)), Self.failure("b")])
      #expect(book.asks.map(\.entry.exchange) == ["a"])
      #expect(book.fill?.parts.map(\.exchange) == ["a"])
      #expect(book.value(of: "spread") == .number(2))
      book.apply([
        Self.poll("a", Self.book("a", bid: 9, ask: 11)),
        Self.poll("b", Self.book("b", bid: 12, ask: 13)),
      ])
      #expect(book.value(of: "spread") == .number(-1))
    }
  }

  @Test func `levels are marked when all exchanges have answered two polls in a row`() {
    var book = OrderBookViewModel(pair: Pair(symbol: "X-USD"), of: ["a", "b"])
    func marks() -> [Bool] { book.bids.map { $0.change != nil } }
    book.apply([Self.poll("a", Self.book("a", bid: 9, ask: 11))])
    book.apply([
      Self.poll("a", Self.book("a", bid: 8, ask: 11)),
      Self.poll("b", Self.book("b", bid: 7, ask: 11)),
    ])
    #expect(marks() == [false, false])
    book.apply([
      Self.poll("a", Self.book("a", bid: 8, ask: 11)),
      Self.poll("b", Self.book("b", bid: 6, ask: 11)),
    ])
    #expect(marks() == [false, true])
  }

  @Test func `a book of which all exchanges have failed stays, stale`() {
    var book = OrderBookViewModel(pair: Pair(symbol: "X-USD"), of: ["a", "b"])
    book.apply([
      Self.poll("a", Self.book("a", bid: 9, ask: 11)),
      Self.poll("b", Self.book("b", bid: 8, ask: 10)),
    ])
    book.apply([Self.failure("a"), Self.failure("b")])
    #expect(book.asks.map(\.entry.exchange) == ["b", "a"])
    #expect(book.freshness.phase == .stale(Self.fault))
  }

  @Test func `levels beyond the last that an exchange gives are told`() {
    var book = OrderBookViewModel(
      pair: Pair(symbol: "X-USD"), query: BookQuery(depth: 1), of: ["a", "b"])
    book.apply([
      Self.poll("a", Self.book("a", bid: 9, ask: 11)),
      Self.poll("b", Self.book("b", bid: 9, ask: 12)),
    ])
    #expect(!book.reachesBeyond("a", limit: 1))
    book.query.depth = 2
    #expect(book.reachesBeyond("a", limit: 1))
    #expect(!book.reachesBeyond("a", limit: 2))
    #expect(!book.reachesBeyond("b", limit: 1))
    book.query = BookQuery(depth: 1, order: MarketOrder(.buy, 2))
    #expect(book.reachesBeyond("a", limit: 1))
    book.query.order = MarketOrder(.sell, 2)
    #expect(!book.reachesBeyond("a", limit: 1))
  }
}
