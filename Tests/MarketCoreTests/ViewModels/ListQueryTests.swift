import MarketCore
import Testing

/// A list whose query changes while the list is shown.
struct ListQueryTests {
  private static func list() -> ListViewModel<Ticker> {
    var list = ListViewModel<Ticker>(ListQuery(sort: RowOrder(Ticker.Columns.symbol)))
    let tickers = [
      Ticker("B-USD", open: "1", last: "2"), Ticker("A-EUR", open: "1", last: "3"),
      Ticker("C-USD", open: "1", last: "1"),
    ]
    list.apply(.answered(tickers, at: 1))
    return list
  }

  private static func initials(_ list: ListViewModel<Ticker>) -> String {
    String(list.rows.compactMap(\.pair.symbol.first))
  }

  @Test func `rows follow at once, from what is there`() throws {
    var list = Self.list()
    #expect(Self.initials(list) == "ABC")
    list.query.filters = [SymbolFilter("usd")]
    #expect(Self.initials(list) == "BC")
    list.query.sort = RowOrder(Ticker.Columns.symbol, descending: true)
    #expect(Self.initials(list) == "CB")
    list.query.limit = 1
    #expect(Self.initials(list) == "C")
    list.query.filters = []
    list.query.limit = nil
    #expect(Self.initials(list) == "CBA")
    list.query.conditions = [try Condition("last >= 2")]
    #expect(Self.initials(list) == "BA")
    list.query.sort = nil
    #expect(Self.initials(list) == "BA")
    list.query = ListQuery()
    #expect(Self.initials(list) == "BAC")
    #expect(list.total == 3)
    #expect(list.freshness.phase == .loaded)
  }

  @Test func `it counts for the polls that come`() {
    var list = Self.list()
    list.query.filters = [SymbolFilter("eur")]
    list.apply(.answered([Ticker("D-EUR"), Ticker("E-USD")], at: 11))
    #expect(Self.initials(list) == "D")
  }

  @Test func `before the first poll there is nothing to arrange`() {
    var list = ListViewModel<Ticker>(ListQuery())
    list.query.sort = RowOrder(Ticker.Columns.last)
    #expect(list.rows.isEmpty)
    #expect(list.freshness.phase == .loading(nil))
  }

  @Test func `a list of changes shows those of the last poll, whatever the query becomes`() {
    var list = Self.list()
    list.query.onlyChanges = true
    #expect(Self.initials(list) == "ABC")
    let tickers = [Ticker("B-USD", open: "1", last: "2"), Ticker("A-EUR", open: "1", last: "9")]
    list.apply(.answered(tickers, at: 11))
    #expect(Self.initials(list) == "A")
    list.query.filters = [SymbolFilter("USD")]
    #expect(Self.initials(list) == "")
    list.query.onlyChanges = false
    #expect(Self.initials(list) == "B")
    list.query.filters = []
    #expect(Self.initials(list) == "AB")
  }
}
