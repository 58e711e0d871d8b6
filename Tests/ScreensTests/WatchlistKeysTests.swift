import MarketCore
import Terminal
import TestTools
import Testing

@testable import Screens

/// Watchlists of the options file on a list: selected with Tab and Shift-Tab, and named in a filter.
struct WatchlistKeysTests {
  private typealias List = ListScreen<ListFeed>

  private static let lists = [
    Watchlist(name: "two", symbols: "b-usd,C-*"), Watchlist(name: "One", symbols: "A-USD"),
    Watchlist(name: "none", symbols: "X-*"),
  ]

  /// The filter in the heading.
  private static func filter(_ list: List) -> String {
    list.heading.first { $0.hasPrefix("filter ") }.map { String($0.dropFirst(7)) } ?? ""
  }

  private static func list(_ filters: String...) -> List {
    .sample(filters: filters, watchlists: lists, room: TerminalSize(columns: 80, rows: 20))
  }

  @Test func `they go through the lists in the order of the file, all in between, and wrap`() {
    var list = Self.list()
    #expect(list.hints.contains { $0.key == "Tab" })
    for (filter, rows) in [("@two", "BC"), ("@One", "A"), ("@none", ""), ("", "ABCDEFGHIJ")] {
      #expect(list.press(.tab) == .handled)
      #expect(Self.filter(list) == filter && list.initials == rows)
    }
    for (filter, rows) in [("@none", ""), ("@One", "A"), ("@two", "BC"), ("", "ABCDEFGHIJ")] {
      #expect(list.press(.backTab) == .handled)
      #expect(Self.filter(list) == filter && list.initials == rows)
    }
  }

  @Test(arguments: [([.tab], "@two"), ([.backTab], "@none")] as [([Key], String)])
  func `from another filter they begin at the ends`(keys: [Key], filter: String) {
    var list = Self.list()
    list.press("/b,@one")
    list.press([.enter])
    #expect(list.initials == "AB")
    list.press(keys)
    #expect(Self.filter(list) == filter)
  }

  @Test func `a typed watchlist is one of them, in any case`() {
    var list = Self.list()
    list.press("/@TWO")
    list.press([.enter, .tab])
    #expect(Self.filter(list) == "@One")
  }

  @Test func `from a filter that was given once they go on, and Esc leads back to it`() {
    var list = Self.list("@one")
    #expect(list.escapeHint == nil)
    list.press([.backTab])
    #expect(Self.filter(list) == "@two" && list.escapeHint?.word == "reset")
    #expect(list.press(.escape) == .handled)
    #expect(Self.filter(list) == "@one" && list.escapeHint == nil)
    list.press([.tab, .tab])
    #expect(Self.filter(list) == "" && list.initials == "ABCDEFGHIJ")
    list.press([.escape])
    #expect(Self.filter(list) == "@one")
  }

  @Test func `filters that were given twice stay, and are narrowed`() {
    var list = Self.list("a-usd,b-usd,c-usd", "b-usd,c-usd,d-usd")
    let given = "a-usd,b-usd,c-usd and b-usd,c-usd,d-usd"
    #expect(list.initials == "BC")
    list.press([.tab])
    #expect(Self.filter(list) == "\(given) and @two" && list.initials == "BC")
    list.press([.tab])
    #expect(Self.filter(list) == "\(given) and @One" && list.initials == "")
    list.press([.escape])
    #expect(Self.filter(list) == given && list.initials == "BC")
  }

  @Test func `while a filter is typed they have no effect`() {
    var list = Self.list()
    list.press("/b")
    list.press([.tab, .backTab])
    #expect(list.prompt?.text == "/b" && list.initials == "B")
    list.press([.escape])
    #expect(Self.filter(list) == "")
  }

  @Test func `without watchlists they are not offered, and have no effect`() {
    var list = List.sample(filters: ["b"])
    #expect(!list.hints.contains { $0.key == "Tab" })
    for key in [Key.tab, .backTab] { _ = list.press(key) }
    #expect(Self.filter(list) == "b" && list.initials == "B")
  }

  @Test func `the prompt of the list knows them, and an unknown one keeps no rows`() {
    var list = ListScreen.sample(watchlists: [Watchlist(name: "two", symbols: "b-usd,C-*")])
    list.press("/@two")
    #expect(list.initials == "BC")
    list.press(",d-*")
    #expect(list.initials == "BCD")
    list.press([.control("u")])
    list.press("@tw")
    #expect(list.initials == "")
    list.press([.escape])
    #expect(list.initials.count > 3)
  }
}
