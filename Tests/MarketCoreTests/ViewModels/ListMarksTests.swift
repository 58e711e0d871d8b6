import MarketCore
import TestTools
import Testing

/// The prices of a list that are marked as new.
struct ListMarksTests {
  private static let fault = MarketError.unreachable("no route")

  /// As many pairs as there are prices: A-USD, B-USD, …; a dash is no price.
  private static func tickers(_ prices: String...) -> [Ticker] {
    zip(["A-USD", "B-USD", "C-USD"], prices).map {
      Ticker($0, open: "1", last: $1 == "–" ? nil : $1, volume: "5")
    }
  }

  /// The pairs whose price is marked.
  private static func marked(_ list: ListViewModel<Ticker>) -> String {
    String(
      list.rows.filter { list.cell(of: "last", in: $0).isChanged }.compactMap(\.pair.symbol.first))
  }

  @Test func `what the last poll changed is marked, until the next`() {
    var list = ListViewModel<Ticker>(ListQuery())
    list.apply(.answered(Self.tickers("1", "2", "3"), at: 0))
    #expect(Self.marked(list) == "")
    list.apply(.answered(Self.tickers("1", "2.5", "4"), at: 10))
    #expect(Self.marked(list) == "BC")
    list.apply(.answered(Self.tickers("1.5", "2.50", "4"), at: 20))
    #expect(Self.marked(list) == "A")
    list.apply(.answered(Self.tickers("1.5", "2.5", "4"), at: 30))
    #expect(Self.marked(list) == "")
  }

  @Test func `a poll that failed marks nothing, and is not compared with`() {
    var list = ListViewModel<Ticker>(ListQuery())
    list.apply(.failed(Self.fault, at: 0))
    list.apply(.answered(Self.tickers("1"), at: 1))
    #expect(Self.marked(list) == "")
    list.apply(.answered(Self.tickers("2"), at: 10))
    #expect(Self.marked(list) == "A")
    list.apply(.failed(Self.fault, at: 20))
    #expect(Self.marked(list) == "")
    list.apply(.answered(Self.tickers("2"), at: 21))
    #expect(Self.marked(list) == "")
    list.apply(.failed(Self.fault, at: 30))
    list.apply(.answered(Self.tickers("3"), at: 31))
    #expect(Self.marked(list) == "A")
  }

  @Test func `a pair that is new is not marked, one that turns known or unknown is`() {
    var list = ListViewModel<Ticker>(ListQuery())
    list.apply(.answered(Self.tickers("1", "–"), at: 0))
    list.apply(.answered(Self.tickers("1", "2", "3"), at: 10))
    #expect(Self.marked(list) == "B")
    list.apply(.answered(Self.tickers("–", "2"), at: 20))
    #expect(Self.marked(list) == "A")
    list.apply(.answered(Self.tickers("–", "2", "4"), at: 30))
    #expect(Self.marked(list) == "")
  }

  @Test func `only the price is marked, by its value and not by what follows from it`() {
    var list = ListViewModel<Ticker>(ListQuery())
    list.apply(.answered([Ticker("A-USD", open: "1", last: "2", volume: "5")], at: 0))
    list.apply(.answered([Ticker("A-USD", open: "3", last: "2", volume: "6")], at: 10))
    #expect(Ticker.columns.allSatisfy { !list.cell(of: $0, in: list.rows[0]).isChanged })
    list.apply(.answered([Ticker("A-USD", open: "3", last: "4", volume: "6")], at: 20))
    let changed = Ticker.columns.filter { list.cell(of: $0, in: list.rows[0]).isChanged }
    #expect(changed.map(\.name) == ["last"])
  }

  @Test func `rows that a query left out are compared, too`() {
    var list = ListViewModel<Ticker>(ListQuery(filters: [SymbolFilter("A-")]))
    list.apply(.answered(Self.tickers("1", "2"), at: 0))
    list.apply(.answered(Self.tickers("1", "3"), at: 10))
    #expect(Self.marked(list) == "")
    list.query.filters = []
    #expect(Self.marked(list) == "B")
  }

  @Test func `nothing of what can be traded is marked`() {
    #expect(Instrument.highlightedColumn == nil)
    #expect(Ticker.highlightedColumn == "last")
  }
}
