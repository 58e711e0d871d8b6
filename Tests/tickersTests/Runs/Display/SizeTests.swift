import Terminal
import Testing

/// Screens of any size, and terminals that change their size.
@Suite(.timeLimit(.minutes(20)))
struct SizeTests {
  @Test func `the screen follows the size at once, and no line is wider`() async {
    let screen = ScreenRun.replay("list", "-s", "symbol", columns: 200, rows: 50)
    #expect(await screen.shows("VOLUME"))
    #expect(screen.lines.count { $0.contains("-") } > 40)
    for (columns, rows, last) in [
      (80, 24, "q quit"), (30, 5, "14:00:00"), (40, 10, "q quit"), (200, 12, "q quit"),
    ] {
      screen.display.resize(columns: columns, rows: rows)
      #expect(
        await screen.display.waits { $0.count == rows && $0.last?.contains(last) == true },
        "\(columns)")
      #expect(screen.selected.hasPrefix("› AAVE-USDT"))
      #expect(screen.lines.allSatisfy { $0.displayWidth <= columns })
    }
    #expect(await screen.shows("VOLUME"))
    #expect(await screen.quit() == 0)
  }

  @Test func `a terminal that is too small says so, and one that grows is filled`() async {
    let screen = ScreenRun.replay("book", "BTC-USD", columns: 19, rows: 5)
    #expect(await screen.shows("terminal too small"))
    #expect(screen.lines == ["terminal too small", "(minimum 20×5)"])
    screen.display.resize(columns: 20, rows: 5)
    #expect(await screen.shows("Blockchain.com · "))
    #expect(await screen.hides("too small"))
    screen.display.resize(columns: 20, rows: 4)
    #expect(await screen.shows("terminal too small"))
    #expect(await screen.quit() == 0)
  }

  @Test func `a small terminal shows the middle of a ladder`() async {
    let screen = ScreenRun.replay("book", "BTC-USD", "--depth", "all", rows: 8)
    #expect(await screen.shows("spread $2.28"))
    #expect(await screen.shows("$27,413.25"))
    #expect(await screen.shows("$27,410.97"))
    #expect(!screen.lines.contains { $0.contains("7,250,000") })
    #expect(await screen.quit() == 0)
  }

  @Test func `a filter can be typed on the smallest one`() async {
    let screen = ScreenRun.replay("list", "-s", "symbol", columns: 20, rows: 5)
    #expect(await screen.selects("AAVE-USDT"))
    #expect(await screen.type("/zrx-usdc", shows: "/zrx-usdc▏"))
    #expect(await screen.selects("ZRX-USDC"))
    #expect(await screen.type("\r", shows: "14:00:00"))
    #expect(screen.lines.allSatisfy { $0.displayWidth <= 20 })
    #expect(await screen.quit() == 0)
  }
}
