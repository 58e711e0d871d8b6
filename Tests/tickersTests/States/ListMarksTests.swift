import MarketCore
import Terminal
import Testing

@testable import tickers

/// The prices that the last poll changed, on the screen of a list.
struct ListMarksTests {
  private static func list(_ palette: Palette?) -> ListScreen<ListViewModel<Ticker>> {
    var list = ListScreen.sample([1, 2, 3], palette: palette)
    list.poll([1, 7, 3])
    return list
  }

  @Test func `with colours a new price has the style of a change`() {
    let lines = Self.list(.standard).body
    let marked = lines.map { $0.spans.filter { $0.style.contains(.changed) }.map(\.text) }
    #expect(marked == [[], [], ["$7.00"], []])
    #expect(!lines.contains { $0.rendered().contains("•") })
  }

  @Test func `without colours a new price has a sign`() {
    let lines = Self.list(nil).texts
    #expect(lines.map { $0.contains(" •") } == [false, false, true, false])
    #expect(lines.dropFirst(2).first?.contains("$7.00 •  ") == true)
  }

  @Test func `after a poll that failed nothing is marked`() {
    var list = Self.list(nil)
    list.apply(.failed)
    #expect(!list.texts.contains { $0.contains("•") })
  }
}
