import MarketCore
import Terminal
import Testing

@testable import tickers

/// How a list on a terminal shows what the last poll changed.
struct MarksTests {
  private static func list(_ palette: Palette?) -> ListScreen<Ticker> {
    var list = ListScreen.sample([1, 2, 3], palette: palette)
    list.poll([1, 7, 3])
    return list
  }

  @Test func `with looks a new price has one of its own`() {
    let lines = Self.list(.standard).body(isLast: false)
    let marked = lines.map { $0.spans.filter { $0.style.contains(.changed) }.map(\.text) }
    #expect(marked == [[], [], ["$7.00"], []])
    #expect(!lines.contains { $0.rendered().contains("•") })
  }

  @Test func `without looks a sign is told to it`() {
    let lines = Self.list(nil).texts
    #expect(lines.map { $0.contains(" •") } == [false, false, true, false])
    #expect(lines[2].contains("$7.00 •  "))
  }

  @Test func `after a poll that failed nothing is new`() {
    var list = Self.list(nil)
    list.apply(.failed)
    #expect(!list.texts.contains { $0.contains("•") })
  }
}
