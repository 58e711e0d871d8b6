import MarketCore
import Terminal
import TestTools
import Testing

@testable import Screens

/// The keys on the screen of a history, as rows and as a chart.
struct HistoryKeysTests {
  /// The keys that are offered.
  private static func keys(_ screen: HistoryScreen) -> [String] { screen.hints.map(\.key) }

  @Test func `g changes between chart and rows, and is offered with where it leads`() {
    var screen = HistoryScreen.sample(isChart: true)
    #expect(screen.texts.contains { $0.contains("VOLUME") || $0.contains("┤") })
    #expect(screen.hints.first.map { "\($0.key) \($0.word)" } == "g table")
    #expect(screen.press(.character("g")) == .handled)
    #expect(screen.texts.first?.hasPrefix("  TIME ▲") == true)
    #expect(screen.closes == "3 1 2")
    #expect(screen.hints.first.map { "\($0.key) \($0.word)" } == "g chart")
    screen.press("g")
    #expect(screen.texts.contains { $0.contains("┤") })
  }

  @Test func `the keys of the rows have no effect on a chart, and are not offered`() {
    var screen = HistoryScreen.sample(isChart: true)
    #expect(Self.keys(screen) == ["g", "[ ]", "i"])
    let before = (screen.texts, screen.heading)
    let keys: [Key] = "w<>sScyYjk".map { .character($0) } + [.up, .down, .pageUp, .home, .end]
    for key in keys {
      #expect(screen.press(key) == .handled)
      #expect(screen.prompt == nil && screen.chooser == nil)
    }
    #expect(screen.texts == before.0 && screen.heading == before.1)
    screen.press("g")
    #expect(
      Self.keys(screen) == ["g", "[ ]", "i", "↑ ↓", "w", "< >", "s", "S", "c", "y", "Y"])
    #expect(screen.closes == "3 1 2")
  }

  @Test func `without candles there is nothing to toggle, to sort or to copy`() {
    var screen = HistoryScreen.sample([])
    #expect(Self.keys(screen) == ["[ ]", "w", "c"])
    screen.press("gsSyY")
    screen.poll([1])
    #expect(screen.closes == "1")
    #expect(Self.keys(screen) == ["g", "[ ]", "i", "w", "c", "y", "Y"])
  }

  @Test func `a condition keeps candles, in the chart too, and Esc resets it`() {
    var screen = HistoryScreen.sample([3, 1, 2, 7])
    screen.press("w")
    screen.press([.paste("close > 1 and percent < 100")])
    #expect(screen.prompt?.text == "where: close > 1 and percent < 100")
    #expect(screen.closes == "3 1 2 7")
    #expect(screen.press(.enter) == .handled)
    #expect(screen.closes == "3 7")
    #expect(screen.heading == ["BTC-USD", "1d", "2 periods", "where close > 1 and percent < 100"])
    screen.press("g")
    // Without the lowest candle.
    #expect(screen.texts.contains { $0.contains("2 ▼") })
    #expect(!screen.texts.contains { $0.contains("1.00") })
    #expect(screen.heading[2...] == ["where close > 1 and percent < 100"])
    #expect(screen.escapeHint?.word == "reset")
    #expect(screen.press(.escape) == .handled)
    #expect(screen.heading == ["BTC-USD", "1d"])
    #expect(screen.press(.escape) == .ignored)
  }

  @Test func `a condition that keeps nothing leaves the rows, whose keys help`() {
    var screen = HistoryScreen.sample(conditions: ["close > 5"], isChart: true)
    #expect(
      screen.texts.last == "  w to edit the condition · [ ] to change the period")
    #expect(!Self.keys(screen).contains("g"))
    screen.press("w")
    screen.press([.control("u"), .paste("close >")])
    #expect(screen.press(.enter) == .refused("unexpected end of expression"))
    screen.poll([6, 7])
    // It is a chart now, below the prompt.
    #expect(screen.prompt?.text == "where: close >")
    screen.press([.paste(" 6"), .enter])
    #expect(screen.heading[2...] == ["where close > 6"])
  }

  @Test func `rows are sorted by the marked column, and the heading has the order`() {
    var screen = HistoryScreen.sample([3, 1, 2])
    screen.press("<")
    #expect(screen.texts.first?.hasSuffix("VOLUME ▼") == true)
    screen.press(">>s")
    #expect(screen.heading == ["BTC-USD", "1d", "3 periods", "sort open:desc"])
    #expect(screen.closes == "3 2 1")
    screen.press("s")
    #expect(screen.heading.last == "sort open:asc")
    #expect(screen.closes == "1 2 3")
    screen.press("S")
    #expect(screen.closes == "3 2 1")
    // The chart has its own order.
    screen.press("g")
    #expect(screen.heading == ["BTC-USD", "1d"])
  }

  @Test func `y copies the close, and Y the row, with the time in UTC`() {
    var screen = HistoryScreen.sample([3, 0, 2])
    #expect(screen.press(.character("y")) == .copy("2"))
    #expect(
      screen.press(.character("Y")) == .copy("2026-11-19T00:00:00Z\t1\t3\t1\t2\t100\t"))
    screen.press("k")
    #expect(screen.press(.character("y")) == .refused("no price to copy"))
    screen.press("k")
    #expect(screen.press(.character("y")) == .copy("3"))
  }

  @Test func `c chooses from all fields, and the newest candle stays selected`() {
    var screen = HistoryScreen.sample()
    screen.press("c")
    let lines = screen.chooser?.lines(fitting: TerminalSize(columns: 80, rows: 30), in: .utf8) ?? []
    #expect(lines.count == CandleRow.columns.count + Indicator.examples.count + 1)
    #expect(
      lines.last?.rendered()
        == "options file: --columns time,open,high,low,close,percent,volume")
    // The time only.
    screen.press(String(repeating: "j ", count: 6))
    #expect(screen.press(.enter) == .handled)
    #expect(screen.texts.first == "  TIME ▲")
    #expect(screen.texts.last?.hasPrefix("› ") == true)
    #expect(screen.press(.character("y")) == .copy("2"))
  }

  @Test func `what stays on the terminal is what was shown`() {
    var screen = HistoryScreen.sample([3, 1, 2, 7], conditions: ["close > 1"])
    #expect(screen.finalLines.count == 4)
    #expect(screen.finalLines.first?.rendered().hasPrefix("TIME ▲") == true)
    screen.press("g")
    #expect(screen.finalLines.first?.rendered() == "PRICE  BTC-USD · 1d")
    #expect(screen.finalLines.contains { $0.rendered().contains("7 →") })
  }
}
