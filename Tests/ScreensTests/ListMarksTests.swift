import Foundation
import MarketCore
import Terminal
import Testing
import TestTools

@testable import Screens

/// The marks of changed prices on the screen of a list.
struct ListMarksTests {
  private static func list(_ palette: Palette?) -> ListScreen<ListFeed> {
    var list = ListScreen.sample([1, 2, 3], palette: palette)
    list.poll([1, 7, 3])
    return list
  }

  @Test func `with colours a new price has the style of a change`() {
    let lines = Self.list(.standard).body
    let marked = lines.map { $0.spans.filter { $0.style.contains(.changed) }.map(\.text) }
    #expect(marked == [[], [], ["$7.00"], []])
    #expect(!lines.contains { $0.rendered().contains("$7.00 ▲") })
  }

  @Test func `without colours a new price has a sign`() {
    let lines = Self.list(nil).texts
    #expect(lines.map { $0.contains("$7.00 ▲") } == [false, false, true, false])
    #expect(lines.dropFirst(2).first?.contains("$7.00 ▲  ") == true)
  }

  @Test func `after a poll that failed nothing is marked`() {
    var list = Self.list(nil)
    list.apply(.failed)
    #expect(!list.texts.contains { $0.contains("$7.00 ▲") })
  }

  /// The styles of the prices in the rows that are not selected, before and after another poll.
  private static func styles(_ prices: (Decimal?, Decimal?)...) -> [TextStyle?] {
    var list = ListScreen.sample([], palette: .standard)
    for side in [\(Decimal?, Decimal?).0, \.1] {
      let tickers = prices.indices.map { index in
        Ticker(
          pair: Pair(symbol: "\(index)-USD"), open: 5, volume: 1, last: prices[index][keyPath: side]
        )
      }
      // The selected row has no styles of its own.
      let first = Ticker(pair: Pair(symbol: "-"), open: 5, volume: 1, last: 1)
      list.apply(.answered([first] + tickers))
    }
    return list.body.dropFirst(2).map { line in
      line.spans.first { $0.style.contains(.changed) }?.style
    }
  }

  @Test func `a price that rose has the colour of a rise, one that fell that of a fall`() {
    #expect(
      Self.styles((4, 6), (6, 4), (5, 5)) == [[.changed, .up], [.changed, .down], nil])
    // Whatever the change of the day is.
    #expect(Self.styles((7, 6), (3, 4)) == [[.changed, .down], [.changed, .up]])
  }

  @Test func `without a known direction a new price is only bold`() {
    #expect(Self.styles((nil, 6), (6, nil), (nil, nil)) == [.changed, .changed, nil])
  }

  @Test func `the selected row has one style`() {
    var list = Self.list(.standard)
    list.press("j")
    let row = list.body[2]
    #expect(row.rendered().hasPrefix("› B-USD") && row.rendered().contains("$7.00"))
    #expect(row.spans.map(\.style) == [.selected])
    list.press("k")
    #expect(list.body[2].spans.contains { $0.style == [.changed, .up] })
  }
}
