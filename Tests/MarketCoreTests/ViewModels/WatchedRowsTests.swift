import Foundation
import TestTools
import Testing

@testable import MarketCore

/// The rows that alerts test.
struct WatchedRowsTests {
  private static let fault = MarketError.unreachable("no route")

  private static func failed<Value>(
    _ exchange: ExchangeID, _ error: MarketError = fault
  ) -> Poll<Answer<Value>> {
    Poll(exchange: exchange, result: .failure(error), at: .second(0))
  }

  @Test func `a list has the rows that its first query keeps, of the exchanges that have answered`()
    throws
  {
    let first = ListViewModel<Ticker>(
      ListQuery(filters: [SymbolFilter("X")], conditions: [try Condition("last > 1")], limit: 1),
      of: ["a", "b"])
    var list = first
    func rows(after polls: Poll<Answer<[Ticker]>>...) -> [String] {
      list.apply(polls)
      return list.watchedRows(after: polls, asIn: first).map { "\($0.exchange ?? "") \($0.pair)" }
    }
    #expect(
      rows(after: .tickers("a", "X-USD 2", "XY-USD 3", "X-EUR 1", "Y-USD 4")) == [
        "a X-USD", "a XY-USD",
      ])
    list.query = ListQuery(filters: [SymbolFilter("Q")], limit: 0, onlyChanges: true)
    #expect(rows(after: .tickers("b", "X-USD 2")) == ["b X-USD"])
    #expect(rows(after: .tickers("b", "X-USD 2"), Self.failed("a")) == ["b X-USD"])
    #expect(rows(after: Self.failed("a"), Self.failed("b")) == [])
    #expect(list.elements.count == 5)
  }

  @Test func `a list of one exchange has no rows after a failure`() {
    let first = ListViewModel<Ticker>()
    var list = first
    let polls: [Poll<Answer<[Ticker]>>] = [
      .answered([Ticker("X-USD", last: "1")], at: 0), .failed(Self.fault, at: 1),
    ]
    let counts = polls.map { poll in
      list.apply(poll)
      return list.watchedRows(after: [poll], asIn: first).count
    }
    #expect(counts == [1, 0] && list.rows.count == 1)
  }

  private static func book(_ exchange: ExchangeID, _ bid: Int) -> Poll<Answer<OrderBook>> {
    let book = OrderBook(
      pair: Pair(symbol: "X-USD"), bids: [.init(price: Decimal(bid), quantity: 1)], asks: [])
    let answer = Answer(book.on(exchange), asOf: Date(timeIntervalSince1970: Double(bid)))
    return Poll(exchange: exchange, result: .success(answer), at: .second(bid))
  }

  /// The exchange and the best bid of the book that alerts test after each poll.
  private static func books(
    _ first: OrderBookViewModel, as model: OrderBookViewModel,
    after polls: [Poll<Answer<OrderBook>>]
  ) -> [String] {
    var model = model
    return polls.map { poll in
      model.apply(poll)
      let rows = model.watchedRows(after: [poll], asIn: first)
      return rows.map { "\($0.exchange ?? "*") \($0.book.bids.first?.price.plain ?? "-")" }.joined()
    }
  }

  @Test func `a merged book is of no exchange, even if the others fail or lack the pair`() {
    let first = OrderBookViewModel(pair: Pair(symbol: "X-USD"), of: ["a", "b", "c"])
    let books = Self.books(
      first, as: first,
      after: [
        Self.book("a", 1), Self.failed("b", .unknownSymbol("X-USD", near: [])), Self.book("c", 3),
        Self.book("a", 4), Self.failed("c"), Self.failed("a"), Self.book("c", 5),
      ])
    #expect(books == ["", "", "* 3", "", "* 4", "", "* 5"])
  }

  @Test func `a book stays that of its exchange while a screen shows those of all`() {
    let first = OrderBookViewModel(pair: Pair(symbol: "X-USD"), of: ["b"])
    let all = OrderBookViewModel(pair: Pair(symbol: "X-USD"), of: ["a", "b", "c"])
    let books = Self.books(
      first, as: all,
      // c does not answer, and is not waited for.
      after: [
        Self.book("a", 9), Self.book("b", 2), Self.book("a", 8), Self.book("b", 3),
        Self.failed("b"),
      ])
    #expect(books == ["", "b 2", "", "b 3", ""])
  }

  @Test func `a firing of several exchanges has the time of the oldest that does not fail`() throws
  {
    let first = CoinsViewModel(ListQuery(), of: ["a", "b", "c"], in: "USD")
    var coins = first
    var monitor = AlertMonitor([try Alert<Coin>("high: price > 100", pause: 60)])
    func firings(after polls: Poll<Answer<[Ticker]>>...) -> [String] {
      coins.apply(polls)
      return monitor.firings(in: coins, after: polls, asIn: first).map(\.line)
    }
    #expect(firings(after: .tickers("c", "X-USD 110 1", at: 0)) == [])
    #expect(firings(after: .tickers("a", "X-USD 110 1", at: 2)) == [])
    #expect(firings(after: .tickers("b", "X-USD 110 1", at: 1)) == ["0 high * X"])
    #expect(
      firings(after: .tickers("a", "X-USD 90 9", at: 20), .tickers("b", at: 21), Self.failed("c"))
        == [])
    // The answer of c is still shown, but it is no longer the time: the pause ends.
    #expect(firings(after: .tickers("a", "X-USD 120 9", at: 59), .tickers("b", at: 59)) == [])
    #expect(
      firings(after: .tickers("a", "X-USD 120 9", at: 61), .tickers("b", at: 60)) == ["60 high * X"]
    )
  }

  @Test func `a total in a pipe is tested only when its exchanges have answered together`() {
    let portfolio = Portfolio(
      ["a", "b"].map { Trade("X-USD", 1, on: $0) },
      defaultExchange: "a")
    for keepsOlder in [true, false] {
      var first = PortfolioViewModel(
        portfolio, showing: \.totals, ListQuery(), now: { .distantPast })
      first.polled.keepsOlder = keepsOlder
      var totals = first
      func values(after polls: Poll<Answer<[Ticker]>>...) -> [Decimal?] {
        totals.apply(polls)
        return totals.watchedRows(after: polls, asIn: first).map(\.value)
      }
      #expect(values(after: .tickers("a", "X-USD 2")) == [])
      // Late, and those of the next beat are, too.
      #expect(values(after: .tickers("b", "X-USD 3")) == (keepsOlder ? [5] : []))
      #expect(values(after: .tickers("a", "X-USD 2"), .tickers("b", "X-USD 4")) == [6])
      #expect(values(after: .tickers("a", "X-USD 2"), Self.failed("b")) == [])
    }
  }
}
