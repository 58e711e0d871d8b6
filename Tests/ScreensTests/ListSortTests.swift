import MarketCore
import Terminal
import TestTools
import Testing

@testable import Screens

/// The keys that sort a list.
struct ListSortTests {
  private static func order(_ list: ListScreen<ListFeed>) -> String {
    list.heading.last ?? ""
  }

  /// The heading with the sort marker.
  private static func marked(_ list: ListScreen<ListFeed>) -> String {
    let words = (list.texts.first ?? "").split(separator: " ").map(String.init)
    let index = words.firstIndex { "▲▼".contains($0) }
    return index.map { "\(words[$0 - 1]) \(words[$0])" } ?? ""
  }

  @Test
  func `the marker goes through the columns, and s sorts by its one, numbers from the largest`() {
    var list = ListScreen.sample([3, 1, 2])
    #expect(Self.marked(list) == "SYMBOL ▲")
    for (key, heading) in [
      (">", "LAST ▼"), (">", "PERCENT ▼"), (">", "VOLUME ▼"), (">", "TURNOVER ▼"),
      (">", "SYMBOL ▲"),
      ("<", "TURNOVER ▼"), (">", "SYMBOL ▲"), (">", "LAST ▼"),
    ] {
      list.press(key)
      #expect(Self.marked(list) == heading)
      #expect(Self.order(list) == "sort symbol")
    }
    list.press("s")
    #expect(Self.order(list) == "sort last:desc")
    #expect(Self.marked(list) == "LAST ▼")
    #expect(list.initials == "ACB")
  }

  @Test func `a marker that the rows are not sorted by yet is a block`() {
    var list = ListScreen.sample([3, 1, 2])
    func blocks() -> [String] {
      list.body[0].spans.filter { $0.style.contains(.selected) }.map(\.text)
    }
    #expect(blocks().isEmpty)
    list.press(">")
    #expect(blocks() == ["LAST ▼"])
    list.press("s")
    #expect(blocks().isEmpty)
  }

  @Test func `s reverses the order that it has made`() {
    var list = ListScreen.sample([3, 1, 2])
    list.press(">ss")
    #expect(Self.order(list) == "sort last:asc")
    #expect(Self.marked(list) == "LAST ▲")
    #expect(list.initials == "BCA")
    list.press("s")
    #expect(Self.order(list) == "sort last:desc")
  }

  @Test func `S turns the order round, and back`() {
    var list = ListScreen.sample([3, 1, 2])
    list.press("S")
    #expect(Self.order(list) == "sort symbol:desc")
    #expect(list.initials == "CBA")
    list.press("S>s")
    #expect(list.initials == "ACB")
    list.press("S")
    #expect(Self.order(list) == "sort last:asc")
    #expect(list.initials == "BCA")
    list.poll([1, 3, 2])
    #expect(list.initials == "ACB")
  }

  @Test(arguments: ["s", ">s"])
  func `from a field that is not shown it goes to the first column`(keys: String) {
    var list = ListScreen.sample(
      sort: RowOrder(Ticker.Columns.notional, descending: true), columns: ["last", "symbol"])
    #expect(Self.order(list) == "sort notional:desc")
    #expect(Self.marked(list) == "")
    list.press(keys)
    #expect(Self.order(list) == "sort last:desc")
    list.press(">s")
    #expect(Self.order(list) == "sort symbol")
  }

  @Test func `a column without room has no marker`() {
    var list = ListScreen.sample(room: TerminalSize(columns: 34, rows: 8))
    list.press("<")
    #expect(Self.marked(list) == "PERCENT ▼")
  }

  @Test func `rows without an order get one with s, and none with S`() {
    var list = ListScreen.sample(sort: nil)
    list.press("S")
    #expect(list.heading == ["10 pairs"])
    list.press("s")
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
