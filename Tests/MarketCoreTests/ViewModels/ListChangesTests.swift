import Foundation
import MarketCore
import Testing

/// A list that shows only the rows that changed since the last poll.
struct ListChangesTests {
  private static func list(_ query: ListQuery<Ticker> = ListQuery()) -> ListViewModel<Ticker> {
    var query = query
    query.onlyChanges = true
    return ListViewModel(query)
  }

  /// A poll of as many pairs as there are prices: A-USD, B-USD, …
  private static func tickers(_ prices: String...) -> [Ticker] {
    zip(["A-USD", "B-USD", "C-USD"], prices).map { Ticker($0, open: "1", last: $1) }
  }

  @Test func `the first poll brings all rows, the next those with other values`() {
    var list = Self.list()
    list.apply(.answered(Self.tickers("1", "2", "3"), at: 0))
    #expect(list.rows == Self.tickers("1", "2", "3"))
    list.apply(.answered(Self.tickers("1", "2.5", "3.0"), at: 10))
    #expect(list.rows == [Ticker("B-USD", open: "1", last: "2.5")])
    #expect(list.total == 3)
    list.apply(.answered(Self.tickers("1", "2.5", "3"), at: 20))
    #expect(list.rows.isEmpty)
    list.apply(.answered(Self.tickers("1", "2", "3"), at: 30))
    #expect(list.rows.map(\.pair.symbol) == ["B-USD"])
  }

  @Test func `a pair that was traded again at the same price has not changed`() {
    func ticker(_ price: Decimal, tradedAt second: Double) -> Ticker {
      Ticker(
        pair: Pair(symbol: "A-USD"), open: 1, volume: 1, last: price,
        tradedAt: Date(timeIntervalSince1970: second))
    }
    var list = Self.list()
    list.apply(.answered([ticker(1, tradedAt: 1)], at: 0))
    list.apply(.answered([ticker(1, tradedAt: 5)], at: 10))
    #expect(list.rows.isEmpty)
    list.apply(.answered([ticker(2, tradedAt: 5)], at: 20))
    #expect(list.rows.count == 1)
  }

  @Test func `a failed poll between changes nothing of what is compared`() {
    var list = Self.list()
    list.apply(.failed(.unreachable("no route"), at: 0))
    list.apply(.answered(Self.tickers("1", "2"), at: 1))
    #expect(list.rows.count == 2)
    list.apply(.answered(Self.tickers("1", "3"), at: 10))
    list.apply(.failed(.unreachable("no route"), at: 20))
    #expect(list.rows.map(\.pair.symbol) == ["B-USD"])
    list.apply(.answered(Self.tickers("2", "3"), at: 21))
    #expect(list.rows.map(\.pair.symbol) == ["A-USD"])
  }

  @Test func `a pair that is new has changed, one that is gone is not shown`() {
    var list = Self.list()
    list.apply(.answered(Self.tickers("1"), at: 0))
    list.apply(.answered(Self.tickers("1", "2"), at: 10))
    #expect(list.rows.map(\.pair.symbol) == ["B-USD"])
    list.apply(.answered(Self.tickers("1"), at: 20))
    #expect(list.rows.isEmpty)
    list.apply(.answered(Self.tickers("1", "2"), at: 30))
    #expect(list.rows.map(\.pair.symbol) == ["B-USD"])
  }

  @Test func `what turns known or unknown has changed`() {
    var list = Self.list()
    list.apply(.answered([Ticker("A-USD")], at: 0))
    list.apply(.answered([Ticker("A-USD", last: "0")], at: 10))
    #expect(list.rows.count == 1)
    list.apply(.answered([Ticker("A-USD")], at: 20))
    #expect(list.rows.count == 1)
  }

  @Test func `the limit counts changes, and rows left out are compared as well`() {
    var list = Self.list(
      ListQuery(sort: RowOrder(Ticker.Columns.last, descending: true), limit: 1))
    list.apply(.answered(Self.tickers("1", "2", "3"), at: 0))
    #expect(list.rows.map(\.pair.symbol) == ["C-USD"])
    list.apply(.answered(Self.tickers("1.5", "2", "3"), at: 10))
    #expect(list.rows.map(\.pair.symbol) == ["A-USD"])
  }

  @Test func `a row that begins to fulfil the condition has changed`() throws {
    var list = Self.list(ListQuery(conditions: [try Condition("last > 2")]))
    list.apply(.answered(Self.tickers("1", "3"), at: 0))
    #expect(list.rows.map(\.pair.symbol) == ["B-USD"])
    list.apply(.answered(Self.tickers("4", "3"), at: 10))
    #expect(list.rows.map(\.pair.symbol) == ["A-USD"])
  }

  @Test func `without the wish every poll brings all rows`() {
    var list = ListViewModel<Ticker>(ListQuery())
    for second in 0..<3 {
      list.apply(.answered(Self.tickers("1", "2"), at: second))
      #expect(list.rows.count == 2)
    }
  }
}
