import MarketCore
@testable import Reports
import Terminal
import TestTools
import Testing

@testable import Screens

/// A list on narrow and on wide terminals.
struct ListWidthTests {
  private static let columns = Ticker.columns

  @Test func `columns are dropped in a stated order, trends first`() {
    var list = ListScreen.sample()
    list.poll([2, 2, 2])
    var headings: [String] = []
    for columns in (20...80).reversed() {
      list.resize(columns: columns)
      let heading = (list.texts.first ?? "").split(separator: " ").joined(separator: " ")
      if heading != headings.last { headings.append(heading) }
    }
    #expect(
      headings == [
        "SYMBOL ▲ LAST PERCENT VOLUME TURNOVER TREND", "SYMBOL ▲ LAST PERCENT VOLUME TURNOVER",
        "SYMBOL ▲ LAST PERCENT TURNOVER", "SYMBOL ▲ LAST PERCENT",
      ])
  }

  @Test(arguments: [Ticker.tableColumns, columns, ["symbol"], ["volume", "notional", "as_of"]])
  func `where a column can be dropped no line is wider than the terminal`(columns: [Column<Ticker>])
  {
    var list = ListScreen.sample(columns: columns)
    list.poll([3, 1, 1_000_000])
    let isFixed = columns.contains { Ticker.style.dropRank(of: $0) == 0 }
    let least = isFixed ? 60 : 4
    for columns in [Int](least...70) + stride(from: 71, through: 200, by: 8) {
      list.resize(columns: columns)
      #expect(list.texts.allSatisfy { $0.displayWidth <= columns }, "\(columns)")
      let last = list.finalLines.map { $0.rendered().displayWidth }
      #expect(last.allSatisfy { $0 <= columns }, "\(columns)")
    }
  }

  @Test func `a line that is cut ends in an ellipsis, so that no price seems to be another`() {
    var list = ListScreen.sample([123_456])
    list.resize(columns: 20)
    #expect(list.texts.last == "› A-USD     $123,45…")
  }

  @Test func `the final lines have the room of the marks`() {
    var list = ListScreen.sample()
    for columns in stride(from: 30, through: 60, by: 3) {
      list.resize(columns: columns + 2)
      let shown = list.texts.map { String($0.dropFirst(2)) }
      list.resize(columns: columns)
      #expect(list.finalLines.map { $0.rendered() } == shown)
    }
  }

  private static let narrow = TerminalSize(columns: 22, rows: 5)

  @Test func `columns stay in place from poll to poll, until a shown row needs more room`() {
    var list = ListScreen.sample(
      Array(repeating: 1_000, count: 8), columns: ["symbol", "last"], palette: .standard,
      room: Self.narrow)
    let heading = list.texts.first
    list.poll(Array(repeating: 1, count: 7) + [100_000])
    #expect(list.texts.first == heading)
    list.press([.end])
    let wider = list.texts.first
    #expect(wider != heading)
    list.press([.home])
    #expect(list.texts.first == wider)
  }

  @Test func `rows that are not shown need no room`() {
    var list = ListScreen.sample(
      Array(repeating: 1_000, count: 8), columns: ["symbol", "last"], palette: .standard,
      room: Self.narrow)
    let heading = list.texts.first
    list.poll(Array(repeating: 1, count: 8) + [100_000])
    #expect(list.texts.first == heading)
  }

  @Test(arguments: [[.character("S")], [.character("/"), .character("B"), .enter]] as [[Key]])
  func `columns are only as wide as needed again after another order or filter`(keys: [Key]) {
    var list = ListScreen.sample(
      [100_000] + Array(repeating: 1, count: 8), columns: ["symbol", "last"],
      palette: .standard, room: Self.narrow)
    let wider = list.texts.first?.count ?? 0
    list.press([.end])
    #expect(list.texts.first?.count == wider)
    list.press(keys)
    #expect(list.texts.first?.count ?? 0 < wider)
  }
}
