import Foundation
import MarketCore
import TestTools
import Testing

/// The screen of the histories of several pairs and exchanges.
@Suite(.timeLimit(.minutes(20)))
struct SeveralHistoriesScreenTests {
  /// Symbols whose candles cannot be had.
  private let failing = Observed<Set<String>>([])
  private let one: TestExchange
  private let two: TestExchange

  init() {
    one = Self.exchange("one", [.oneHour, .oneDay, .oneWeek], 100, failing)
    two = Self.exchange("two", [.fourHours, .oneDay, .oneWeek, .oneMonth], 500, failing)
  }

  private static func exchange(
    _ id: String, _ periods: [Period], _ price: Decimal, _ failing: Observed<Set<String>>
  ) -> TestExchange {
    HistoryMarket.exchange(id, ["BTC-USD", "ETH-USD", "EUR-USD"], periods: periods) {
      pair throws(MarketError) in
      if failing.value.contains(pair.symbol) { throw .malformed("no candles") }
      switch pair.base {
      case "EUR": return [2, 2, 2, 2]
      case "BTC": return [price, price * 2, nil, price * 3]
      default: return [price + 1, price + 2, price + 3, price + 4]
      }
    }
  }

  private func history(_ arguments: String..., rows: Int = 24) -> ScreenRun {
    ScreenRun(
      ["history", "BTC-USD", "ETH-USD", "--interval", "10"] + arguments, columns: 100, rows: rows,
      exchange: one, two)
  }

  @Test func `several pairs are a table without a chart`() async {
    let screen = history("-e", "one")
    #expect(await screen.shows("BTC-USD, ETH-USD · 1d · 7 rows · "))
    #expect(await screen.shows("  SYMBOL   TIME ▲"))
    #expect(screen.lines.contains { $0.hasPrefix("  BTC-USD  2026-11-18 11:00  $100.00") })
    #expect(screen.selected.hasPrefix("› ETH-USD  2026-11-21 11:00  $104.00"))
    #expect(!screen.lines.contains { $0.contains("g chart") })
    screen.type("g")
    #expect(await screen.type("?", shows: "w"))
    #expect(!screen.lines.contains { $0.contains("chart") })
    #expect(await screen.type("?", shows: "SYMBOL"))
    #expect(await screen.quit() == 0)
    #expect(screen.printed?.first?.hasPrefix("SYMBOL   TIME ▲") == true)
  }

  @Test func `several exchanges are a table, and brackets go through their common periods`() async {
    let screen = history("-e", "one,two")
    #expect(await screen.shows("  EXCHANGE  SYMBOL   TIME ▲"))
    #expect(await screen.shows("One, Two · BTC-USD, ETH-USD · 1d · 14 rows"))
    // 1h and 4h are of one each.
    #expect(await screen.type("[", shows: "BTC-USD, ETH-USD · 1d · "))
    #expect(await screen.type("]", shows: "BTC-USD, ETH-USD · 1w · 14 rows"))
    #expect(await screen.type("]", shows: "BTC-USD, ETH-USD · 1w · 14 rows"))
    #expect(await screen.type("[", shows: "BTC-USD, ETH-USD · 1d · 14 rows"))
    let periods = Set(
      (one.questions + two.questions).compactMap {
        if case .candles(_, let period) = $0 { period } else { nil }
      })
    #expect(periods == [.oneDay, .oneWeek])
    #expect(await screen.quit() == 0)
  }

  @Test func `y copies the close of the row and Y the row with its pair`() async {
    let screen = history("-e", "one")
    #expect(await screen.shows("7 rows"))
    #expect(await screen.type("y", shows: "sent to the clipboard"))
    #expect(screen.display.copied == ["104"])
    screen.type("k")
    #expect(
      await screen.display.waits { lines in lines.contains { $0.hasPrefix("› BTC-USD") } })
    screen.type("Y")
    #expect(await until { screen.display.copied.count == 2 })
    #expect(
      screen.display.copied.last
        == "BTC-USD\t2026-11-21T11:00:00Z\t300\t300\t300\t300\t0\t1")
    #expect(await screen.quit() == 0)
  }

  @Test func `a condition and an order hold for the rows of all pairs`() async {
    let screen = history("-e", "one", "-s", "close:desc")
    #expect(await screen.shows("sort close:desc"))
    #expect(
      await screen.display.waits { lines in
        lines.contains { $0.hasPrefix("› ") && $0.contains("$300.00") }
      })
    #expect(await screen.type("wclose < 104 and symbol == ETH-USD\r", shows: "3 rows"))
    #expect(await screen.shows("where close < 104 and symbol == ETH-USD"))
    #expect(!screen.lines.contains { $0.contains("  BTC-USD  ") })
    #expect(await screen.type("S", shows: "sort close:asc"))
    // The selection stays at its row.
    #expect(await screen.type("\u{1B}[H", shows: "› ETH-USD  2026-11-18 11:00"))
    #expect(await screen.quit() == 0)
  }

  @Test func `a pair that fails keeps its rows, and the others move on`() async {
    let screen = history("-e", "one")
    #expect(await screen.shows("7 rows"))
    failing.change { $0 = ["ETH-USD"] }
    #expect(await screen.type("r", shows: "ETH-USD: invalid response: no candles"))
    #expect(screen.lines.contains { $0.contains("ETH-USD  2026-11-21 11:00  $104.00") })
    #expect(screen.lines.contains { $0.contains("BTC-USD  2026-11-21 11:00  $300.00") })
    #expect(screen.lines.contains { $0.contains("7 rows") })
    failing.change { $0 = [] }
    #expect(await screen.type("r", shows: "next"))
    #expect(await screen.hides("invalid response"))
    #expect(await screen.quit() == 0)
  }

  @Test func `an unknown pair ends it, with the rows of the others`() async {
    let screen = ScreenRun(
      ["history", "BTC-USD", "XXX-USD", "-e", "one", "--interval", "10"], columns: 100,
      exchange: one)
    #expect(await screen.end() == 66)
    #expect(screen.errors == "tickers: unknown pair XXX-USD on One\n")
    #expect(screen.printed?.contains { $0.hasPrefix("BTC-USD  2026-11-21 11:00") } == true)
  }

  @Test func `prices are converted, and the heading names the currency`() async {
    let screen = history("-e", "one", "--in", "EUR")
    #expect(await screen.shows("BTC-USD, ETH-USD in EUR · 1d · 7 rows · "))
    #expect(screen.selected.hasPrefix("› ETH-USD  2026-11-21 11:00   €52.00"))
    #expect(await screen.type("?", shows: "converted to EUR by EUR-USD (one)"))
    #expect(await screen.type("?", shows: "SYMBOL"))
    #expect(await screen.type("y", shows: "sent to the clipboard"))
    #expect(screen.display.copied == ["52"])
    #expect(await screen.type("]", shows: "BTC-USD, ETH-USD in EUR · 1w · 7 rows"))
    #expect(await screen.quit() == 0)
  }

  @Test func `gaps are filled, in all periods`() async {
    let screen = history("-e", "one", "--fill", "-c", "symbol,time,close,filled", "-n", "4")
    #expect(await screen.shows("8 rows"))
    #expect(
      await screen.display.waits { lines in
        lines.contains { $0.contains(/BTC-USD  2026-11-20 11:00  \$200.00 +(true|yes)/) }
      })
    #expect(await screen.type("]", shows: "1w · 8 rows"))
    #expect(await screen.quit() == 0)
  }

  @Test func `one pair with gaps is a chart, in its currency`() async {
    let screen = ScreenRun(
      ["history", "BTC-USD", "-e", "one", "--fill", "--in", "EUR", "--interval", "10"],
      columns: 100, exchange: one)
    #expect(await screen.shows("BTC-USD in EUR · 1d"))
    #expect(await screen.shows("150▲→"))
    #expect(await screen.type("g", shows: "€100.00"))
    #expect(await screen.shows("4 periods"))
    #expect(await screen.quit() == 0)
  }
}
