import MarketCore
import Reports
import Terminal
import TestTools
import Testing

@testable import Screens

/// The choice of the columns of a list.
struct ListColumnsTests {
  private typealias List = ListScreen<ListFeed>

  private static let wide = TerminalSize(columns: 200, rows: 12)

  /// A wide list after two polls, which are a trend.
  private static func list(_ columns: [Column<Ticker>] = Ticker.tableColumns) -> List {
    var list = List.sample([3, 1, 2], columns: columns, room: wide)
    list.poll([3, 1, 2])
    return list
  }

  /// The names of the columns that are shown.
  private static func columns(_ list: List) -> String {
    (list.texts.first ?? "").split(separator: " ").filter { !"▲▼".contains($0) }
      .joined(separator: " ").lowercased()
  }

  /// Selects a field of the choice.
  private static func select(_ name: String, in list: inout List) {
    list.press([.home])
    for _ in Ticker.columnNames where !lines(list).contains(where: { isSelected($0, name) }) {
      list.press("j")
    }
  }

  private static func isSelected(_ line: String, _ name: String) -> Bool {
    line.hasPrefix("›") && line.dropFirst(6).hasPrefix("\(name) ")
  }

  /// The lines of the choice.
  private static func lines(_ list: List) -> [String] {
    list.chooser?.lines(fitting: TerminalSize(columns: 90, rows: 40), in: .utf8)
      .map { $0.trimmed().rendered() } ?? []
  }

  @Test func `c offers all fields, the trend too, those that are shown first`() {
    var list = List.sample(columns: ["last", "symbol"])
    #expect(list.press(.character("c")) == .handled)
    let names = Self.lines(list).dropLast().map { $0.dropFirst(6).prefix { $0 != " " } }
    let shown: [Substring] = ["last", "symbol", "trend"]
    #expect(names.prefix(3) == shown[...])
    #expect(Set(names) == Set(Ticker.columnNames.map { $0[...] }))
    #expect(
      names.dropFirst(3) == Ticker.columnNames.map { $0[...] }.filter { !shown.contains($0) }[...])
    #expect(Self.lines(list).map { $0.contains("[x]") }.prefix(4) == [true, true, true, false])
    #expect(Self.lines(list).last == "options file: --columns last,symbol,trend")
  }

  @Test func `Enter shows the chosen columns in their order, Esc the earlier ones`() {
    var list = Self.list(["symbol", "last", "volume"])
    list.press("c")
    Self.select("high", in: &list)
    list.press(" KKKKKKKKKKKKKKKKKKKKJ")
    Self.select("volume", in: &list)
    list.press(" ")
    #expect(list.press(.escape) == .handled)
    #expect(list.chooser == nil)
    #expect(Self.columns(list) == "symbol last volume trend")
    list.press("c")
    Self.select("high", in: &list)
    list.press(" KKKKKKKKKKKKKKKKKKKKJ")
    Self.select("volume", in: &list)
    list.press(" ")
    #expect(list.press(.enter) == .handled)
    #expect(list.chooser == nil)
    #expect(Self.columns(list) == "symbol high last trend")
    list.press("c")
    #expect(Self.lines(list).last == "options file: --columns symbol,high,last,trend")
  }

  @Test(arguments: [[], ["symbol", "last"], Ticker.columns] as [[Column<Ticker>]])
  func `unchanged columns keep the layout, on any width`(columns: [Column<Ticker>]) {
    var list = List.sample(columns: columns.isEmpty ? Ticker.tableColumns : columns)
    list.poll([100_000, 2, 2])
    list.poll([1, 2, 2])
    let areChosen = list.table.layout.areChosen
    for keys in [[.enter], [.character(" "), .character(" "), .enter], [.escape]] as [[Key]] {
      for columns in [20, 27, 34, 41, 48, 55, 79, 80, 200] {
        list.resize(columns: columns)
        let texts = list.texts
        list.press("c")
        list.press(keys)
        #expect(list.chooser == nil && list.texts == texts)
        #expect(list.table.layout.areChosen == areChosen)
      }
    }
  }

  @Test func `at least one column is required, and a trend is none`() {
    var list = List.sample(columns: ["symbol"])
    list.press("c ")
    #expect(Self.lines(list).first == "› [ ] symbol       Pair (BTC-USD)")
    #expect(list.press(.enter) == .refused("choose at least one column"))
    #expect(list.press(.character("y")) == .handled)
    #expect(list.chooser != nil)
    list.press("j ")
    #expect(list.press(.enter) == .refused("choose at least one column"))
    list.press("k ")
    #expect(list.press(.enter) == .handled)
    #expect(Self.columns(list) == "symbol")
  }

  @Test func `the trend goes and comes back without another request`() {
    var list = Self.list()
    list.press("c")
    Self.select("trend", in: &list)
    list.press(" ")
    #expect(list.press(.enter) == .handled)
    #expect(Self.columns(list) == "symbol last percent volume turnover")
    #expect(!list.table.layout.areChosen)
    list.press("c")
    Self.select("trend", in: &list)
    list.press(" ")
    #expect(list.press(.enter) == .handled)
    for price in 3...4 { list.poll([price]) }
    #expect(Self.columns(list) == "symbol last percent volume turnover trend")
  }

  @Test func `columns that need another request restart polling, and the rows stay`() {
    var list = Self.list()
    list.press("c")
    Self.select("name", in: &list)
    list.press(" ")
    #expect(list.press(.enter) == .restart)
    #expect(Self.columns(list) == "symbol last percent volume turnover name trend")
    #expect(list.initials == "ABC")
    list.press("c")
    Self.select("open", in: &list)
    list.press(" ")
    #expect(list.press(.enter) == .handled)
    list.press("c")
    Self.select("name", in: &list)
    list.press(" ")
    #expect(list.press(.enter) == .restart)
  }

  @Test func `the sort marker leaves a column that is not shown any more`() {
    var list = Self.list()
    list.press(">>c")
    Self.select("percent", in: &list)
    list.press(" ")
    list.press([.enter])
    #expect(list.texts.first?.contains("SYMBOL ▲") == true)
    list.press(">s")
    #expect(list.heading.last == "sort last:desc")
    list.press(">>")
    #expect(list.texts.first?.contains("TURNOVER ▼") == true)
    list.resize(columns: 20)
    #expect(list.texts.first?.contains("LAST ▼") == true)
    list.press("s")
    #expect(list.heading.last == "sort last:asc")
  }

  @Test func `keys of the list have no effect in it, and q, r and the question mark are free`() {
    var list = List.sample(watchlists: [Watchlist(name: "a", symbols: "A-*")])
    list.press("c")
    let before = list.heading
    for key in [Key.tab, .backTab, .character("w"), .character("/"), .character("s")] {
      #expect(list.press(key) == .ignored)
    }
    for key in "qr?" { #expect(list.press(.character(key)) == .ignored) }
    #expect(list.heading == before && list.prompt == nil && list.chooser != nil)
    list.poll([1, 2])
    #expect(list.chooser != nil)
    list.press([.escape])
    #expect(list.initials == "AB")
  }
}
