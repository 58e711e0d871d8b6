import MarketCore
import Terminal
import TestTools
import Testing

@testable import tickers

/// Sorting a list by keys.
struct ListSortTests {
  private static func order(_ list: ListScreen<ListViewModel<Ticker>>) -> String {
    list.heading.last ?? ""
  }

  @Test func `s goes through the columns that are shown, numbers from the largest`() {
    var list = ListScreen.sample([3, 1, 2])
    var orders: [String] = []
    for _ in 0..<6 {
      orders.append(Self.order(list))
      #expect(list.press(.character("s")) == .handled)
    }
    #expect(
      orders == [
        "sort symbol", "sort last:desc", "sort percent:desc", "sort volume:desc",
        "sort turnover:desc", "sort symbol",
      ])
    #expect(list.initials == "ACB")
  }

  @Test func `S turns the order round, and back`() {
    var list = ListScreen.sample([3, 1, 2])
    list.press([.character("S")])
    #expect(Self.order(list) == "sort symbol:desc")
    #expect(list.initials == "CBA")
    list.press([.character("S"), .character("s")])
    #expect(list.initials == "ACB")
    list.press([.character("S")])
    #expect(Self.order(list) == "sort last")
    #expect(list.initials == "BCA")
    list.poll([1, 3, 2])
    #expect(list.initials == "ACB")
  }

  @Test func `from a field that is not shown it goes to the first column`() {
    var list = ListScreen.sample(
      sort: RowOrder(Ticker.column("notional"), descending: true), columns: ["last", "symbol"])
    #expect(Self.order(list) == "sort notional:desc")
    list.press([.character("s")])
    #expect(Self.order(list) == "sort last:desc")
    list.press([.character("s")])
    #expect(Self.order(list) == "sort symbol")
  }

  @Test func `rows without an order get one with s, and none with S`() {
    var list = ListScreen.sample(sort: nil)
    list.press([.character("S")])
    #expect(list.heading == ["10 pairs"])
    list.press([.character("s")])
    #expect(list.heading == ["10 pairs", "sort symbol"])
  }

  @Test func `a limit holds in every order`() {
    var list = ListScreen.sample([3, 1, 2], limit: 2)
    #expect(list.initials == "AB")
    #expect(list.heading == ["2 of 3 pairs", "sort symbol"])
    list.press([.character("S")])
    #expect(list.initials == "CB")
  }
}
