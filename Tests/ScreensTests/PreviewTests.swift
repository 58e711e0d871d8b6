import MarketCore
import Reports
import Terminal
import Testing

@testable import Screens

/// The places of rows, chart and book on a wide screen.
struct PreviewTests {
  private static func list(_ size: TerminalSize, _ look: RowsLook? = RowsLook()) -> ListScreen<
    ListFeed
  > {
    var list = ListScreen.sample(look: look, room: size)
    list.poll([2, 3, 4])
    return list
  }

  @Test(arguments: [(160, 27), (200, 47), (240, 57), (300, 100)])
  func `each line has its separator in one place, and fits`(columns: Int, rows: Int) throws {
    var list = Self.list(TerminalSize(columns: columns, rows: rows))
    let places = Set(
      list.body.map { line in
        line.rendered().prefix { $0 != "│" }.displayWidth
      })
    #expect(list.body.count == rows)
    #expect(places.count == 1)
    let place = try #require(places.first)
    #expect((columns / 2...columns * 3 / 4).contains(place))
    #expect(list.body.allSatisfy { $0.displayWidth <= columns })
    // Nothing moves with the selection.
    let heading = list.texts[0].prefix(place)
    list.press("j")
    #expect(list.texts[0].prefix(place) == heading)
    #expect(list.selected == "B")
    // The bar of the selected row spans the rows, and nothing else.
    let selected = try #require(list.body.first { $0.rendered().hasPrefix("›") })
    #expect(selected.spans[0].style == .selected)
    #expect(selected.spans[0].text.displayWidth == place - 1)
    #expect(selected.spans.dropFirst().allSatisfy { !$0.style.contains(.selected) })
  }

  @Test(arguments: [(160, 27, true), (160, 26, false), (159, 27, false), (159, 99, false)])
  func `a preview needs a wide terminal`(columns: Int, rows: Int, isWide: Bool) {
    var list = Self.list(TerminalSize(columns: columns, rows: rows))
    #expect(list.texts[0].contains("│") == isWide)
    #expect(list.hints.contains { $0.key == "v" } == isWide)
    list.press("v")
    #expect(!list.texts[0].contains("│"))
    list.press("v")
    #expect(list.texts[0].contains("│") == isWide)
    #expect(!list.finalLines.contains { $0.rendered().contains("│") })
  }

  @Test func `without rows, or on another screen, there is none`() {
    let size = TerminalSize(columns: 200, rows: 50)
    var list = Self.list(size)
    list.press("/xyz")
    #expect(!list.texts.contains { $0.contains("│") })
    var other = Self.list(size, nil)
    other.press("v")
    #expect(!other.texts.contains { $0.contains("│") })
    #expect(!other.hints.contains { $0.key == "v" })
  }

  @Test func `rows keep their default columns`() {
    for columns in stride(from: 160, through: 300, by: 7) {
      var list = Self.list(TerminalSize(columns: columns, rows: 27))
      list.poll([100_000_000, 3, 4])
      let heading = list.texts[0]
      for column in ["SYMBOL", "LAST", "PERCENT", "VOLUME", "TURNOVER", "TREND"] {
        #expect(heading.contains(column), "\(columns)")
      }
    }
  }
}
