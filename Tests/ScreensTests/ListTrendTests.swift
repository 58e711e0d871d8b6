import MarketCore
import Terminal
import Testing
import TestTools

@testable import Screens

/// The trends of a list, which are made from its polls.
struct ListTrendTests {
  /// The texts of the last column, pair by pair; none without that column.
  private static func trends(_ list: ListScreen<ListFeed>) -> [String] {
    let lines = list.texts
    guard let heading = lines.first, heading.hasSuffix("TREND") else { return [] }
    return lines.dropFirst().map { String($0.dropFirst(heading.count - 5)) }
  }

  @Test func `there is one after the second poll that was answered`() {
    var list = ListScreen.sample([1, 5, 3])
    #expect(Self.trends(list) == [])
    list.apply(.failed)
    #expect(Self.trends(list) == [])
    list.poll([2, 4, 3])
    #expect(Self.trends(list) == ["▁█", "█▁", "▄▄"])
    list.poll([3, 6, 3])
    #expect(Self.trends(list) == ["▁▅█", "▅▁█", "▄▄▄"])
  }

  @Test func `it is of the pair, whatever the order and the filter`() {
    var list = ListScreen.sample([1, 5, 3])
    list.poll([2, 4, 3])
    list.press([.character("S")])
    #expect(Self.trends(list) == ["▄▄", "█▁", "▁█"])
    list.press("/b-*")
    #expect(Self.trends(list) == ["█▁"])
    list.poll([1, 5, 2])
    list.press([.escape])
    #expect(Self.trends(list) == ["██▁", "█▁█", "▁█▁"])
  }

  @Test func `a pair that is new has a point, and one that comes back begins anew`() {
    var list = ListScreen.sample([1, 5])
    list.poll([2, 0, 7])
    #expect(Self.trends(list) == ["▁█", "▄"])
    list.poll([3, 6])
    #expect(Self.trends(list) == ["▁▅█", "▄"])
  }

  @Test func `it is of sixteen polls at most, the last ones`() {
    var list = ListScreen.sample([1], room: TerminalSize(columns: 200, rows: 5))
    for price in 2...15 { list.poll([price]) }
    #expect(Self.trends(list).map(\.count) == [15])
    list.poll([16])
    #expect(Self.trends(list) == ["▁▁▂▂▃▃▄▄▅▅▆▆▇▇██"])
    for _ in 0..<4 { list.poll([1]) }
    #expect(Self.trends(list) == ["▃▃▄▄▅▅▆▆▇▇██▁▁▁▁"])
  }

  @Test func `where there is less room it is of as many polls as fit, or not there`() throws {
    var list = ListScreen.sample([1], room: TerminalSize(columns: 200, rows: 5))
    for price in 2...20 { list.poll([price]) }
    let width = try #require(list.texts.first).count - "TREND".count
    for columns in (width - 10)...(width + 20) {
      list.resize(columns: columns)
      let left = columns - width
      let trends = Self.trends(list)
      #expect(trends.map(\.count) == (left < 5 ? [] : [min(left, 16)]), "\(columns)")
      #expect(list.texts.allSatisfy { $0.displayWidth <= columns })
      #expect(list.texts.first?.contains("VOLUME") == (columns >= width - 2), "\(columns)")
    }
  }

  @Test func `it is part of the final lines`() {
    var list = ListScreen.sample([1])
    list.poll([2])
    #expect(list.finalLines.map { $0.rendered() }.allSatisfy { $0.last != " " })
    #expect(list.finalLines.last?.rendered().hasSuffix("▁█") == true)
  }
}
