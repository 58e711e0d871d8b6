import Foundation
@testable import MarketCore
import Reports
import Terminal
import Testing
import TestTools

@testable import Screens

/// The marks of alerts on the screen of a list.
struct AlertMarksTests {
  /// A list whose pairs A-USD, B-USD, … are tested for prices above 5.
  private static func list(_ prices: [Int], columns: Int = 80) throws -> ListScreen<ListFeed> {
    let query = ListQuery<Ticker>(sort: RowOrder(Ticker.Columns.symbol))
    var feed = ListFeed(.sample, query, in: "USD")
    feed.watch.alerts = [Alert(name: "high", condition: try Condition("last > 5"))]
    var screen = ListScreen(
      feed, at: .sample, table: RowsTable(Layout(Ticker.tableColumns), query, on: .sample()))
    screen.room = TerminalSize(columns: columns, rows: 6)
    screen.draw()
    screen.poll(prices)
    return screen
  }

  /// The two columns before the rows.
  private static func marks(_ list: ListScreen<ListFeed>) -> [String] {
    list.body.dropFirst().map { String($0.rendered().prefix(2)) }
  }

  @Test func `rows are marked beside the mark of the selected one`() throws {
    var list = try Self.list([6, 1, 7])
    #expect(Self.marks(list) == ["›!", "  ", " !"])
    list.press("j")
    #expect(Self.marks(list) == [" !", "› ", " !"])
    // Only a poll adds marks.
    list.polls.acknowledge()
    #expect(Self.marks(list) == ["  ", "› ", "  "])
    list.poll([6, 8, 7])
    #expect(Self.marks(list) == ["  ", "›!", "  "])
  }

  @Test func `a mark stays at its pair, and over polls without firings`() throws {
    var list = try Self.list([1, 6, 1])
    #expect(Self.marks(list) == ["› ", " !", "  "])
    list.press("S")
    list.poll([0, 7, 1, 2])
    #expect(list.texts.first { $0.contains("B-USD") }?.hasPrefix("!") == false)
    #expect(Self.marks(list).count { $0.hasSuffix("!") } == 1)
    #expect(
      list.body.first { $0.rendered().contains("B-USD") }?.rendered().dropFirst().hasPrefix("!")
        == true)
    list.apply(.failed)
    #expect(Self.marks(list).count { $0.hasSuffix("!") } == 1)
  }

  @Test func `marks need no room, and narrow lines are cut`() throws {
    for columns in 20...60 {
      let (marked, plain) = (
        try Self.list([6, 6], columns: columns), try Self.list([1, 1], columns: columns)
      )
      #expect(marked.body.dropFirst().allSatisfy { $0.displayWidth <= columns })
      #expect(marked.body.map(\.displayWidth) == plain.body.map(\.displayWidth))
    }
  }
}
