import MarketCore
import Terminal
import TestTools
import Testing

@testable import Screens

/// The selected row of a list while its rows change.
struct ListSelectionTests {
  private static func sample(_ sort: Column<Ticker> = "last") -> ListScreen<ListFeed> {
    .sample(sort: RowOrder(sort), room: TerminalSize(columns: 80, rows: 30))
  }

  @Test func `it follows its pair when another poll changes the order`() {
    var list = Self.sample()
    list.press([.down, .down])
    list.poll([1, 2, 99, 4, 5, 6, 7, 8, 9, 10])
    #expect(list.initials == "ABDEFGHIJC")
    #expect(list.selected == "C")
    list.press([.up])
    #expect(list.selected == "J")
  }

  @Test func `the top of a new order is selected and shown`() {
    var list = Self.sample()
    list.press([.down, .down, .character("S")])
    #expect(list.initials == "JIHGFEDCBA")
    #expect(list.selected == "J")
    list.press([.down, .down, .character("s")])
    #expect(list.selected == list.initials.prefix(1))
  }

  @Test func `nobody has chosen the first row: it stays on top`() {
    var list = Self.sample()
    list.poll([99, 2, 3])
    #expect(list.initials == "BCA")
    #expect(list.selected == "B")
  }

  @Test func `what was opened is chosen`() {
    var list = Self.sample()
    list.press([.enter])
    list.poll([99, 2, 3])
    #expect(list.selected == "A")
  }

  @Test func `it stays at its place when its pair is gone, and goes back when it comes again`() {
    var list = Self.sample()
    list.press([.down, .down])
    list.poll([1, 2, 0, 4, 5])
    #expect(list.initials == "ABDE")
    #expect(list.selected == "D")
    list.poll([1, 2, 3, 4, 5])
    #expect(list.selected == "C")
    list.poll([1, 2, 0, 4, 5])
    list.press([.down])
    #expect(list.selected == "E")
  }

  @Test func `its place is where its pair was last`() {
    var list = Self.sample()
    list.press([.down, .down])
    list.poll([1, 2, 7, 4, 5, 6, 8])
    #expect(list.initials == "ABDEFCG")
    list.poll([1, 2, 0, 4, 5, 6, 8])
    #expect(list.selected == "G")
  }

  @Test func `it stays within the rows when the last ones are gone`() {
    var list = Self.sample()
    list.press([.end])
    list.poll([1, 2, 3])
    #expect(list.selected == "C")
    list.press([.up])
    #expect(list.selected == "B")
    list.apply(.answered([]))
    #expect(list.selected == "")
    list.poll([1, 2, 3])
    #expect(list.selected == "B")
  }

  @Test func `a filter that is given up gives it back`() {
    var list = Self.sample()
    list.press([.end, .character("/")])
    list.press("B")
    #expect(list.selected == "B")
    list.press([.escape])
    #expect(list.selected == "J")
    list.press([.character("/"), .character("B"), .enter, .up])
    #expect(list.selected == "B")
    list.press([.character("/"), .backspace, .enter])
    #expect(list.initials == "ABCDEFGHIJ")
    #expect(list.selected == "B")
  }

  @Test func `a poll that failed leaves it alone`() {
    var list = Self.sample()
    list.press([.down, .down])
    list.apply(.failed)
    #expect(list.selected == "C")
    #expect(list.initials == "ABCDEFGHIJ")
  }
}
