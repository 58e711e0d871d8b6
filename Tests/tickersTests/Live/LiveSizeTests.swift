import Foundation
import Testing

/// Terminals of any size, and that change it.
@Suite(.fewAtATime, .timeLimit(.minutes(5)))
struct LiveSizeTests {
  private static func resize(_ live: Live, _ columns: Int, _ rows: Int) {
    live.terminal.resize(columns: columns, rows: rows)
    kill(live.program.processIdentifier, SIGWINCH)
  }

  @Test func `the screen follows the terminal at once, and no line is wider`() async throws {
    let live = try Live.replay("list", columns: 200, rows: 50)
    #expect(await live.terminal.shows("VOLUME"))
    #expect(live.terminal.screen.lines.count { $0.contains("-") } > 40)
    for (columns, rows, last) in [
      (80, 24, "q quit"), (30, 5, "14:00:00"), (40, 10, "q quit"), (200, 12, "q quit"),
    ] {
      Self.resize(live, columns, rows)
      #expect(await until { live.lines.last?.contains(last) == true }, "\(columns)")
      #expect(await live.selects("AAVE-USDT"))
      #expect(live.terminal.screen.wraps == 0)
    }
    #expect(await live.terminal.shows("VOLUME"))
    #expect(await live.quit() == 0)
    #expect(live.terminal.screen.unknown == [])
  }

  @Test func `a terminal that is too small is told so, and one that grows is filled`() async throws
  {
    let live = try Live.replay("book", "BTC-USD", columns: 19, rows: 5)
    #expect(await live.terminal.shows("needs 20 × 5"))
    #expect(live.lines.filter { !$0.isEmpty }.count == 1)
    Self.resize(live, 20, 5)
    #expect(await live.terminal.shows("BTC-USD · depth 10"))
    #expect(await live.terminal.hides("needs"))
    Self.resize(live, 20, 4)
    #expect(await live.terminal.shows("needs 20 × 5"))
    #expect(await live.quit() == 0)
  }

  @Test func `a small terminal shows the middle of a ladder`() async throws {
    let live = try Live.replay("book", "BTC-USD", "--depth", "all", rows: 8)
    #expect(await live.terminal.shows("spread $2.28"))
    #expect(await live.terminal.shows("$27,413.25"))
    #expect(await live.terminal.shows("$27,410.97"))
    #expect(!live.lines.contains { $0.contains("7,250,000") })
    #expect(await live.quit() == 0)
  }

  @Test func `a filter can be typed on the smallest one`() async throws {
    let live = try Live.replay("list", columns: 20, rows: 5)
    #expect(await live.selects("AAVE-USDT"))
    #expect(await live.type("/zrx-usdc", shows: "/zrx-usdc▏"))
    #expect(await live.selects("ZRX-USDC"))
    #expect(await live.type("\r", shows: "14:00:00"))
    #expect(live.terminal.screen.wraps == 0)
    #expect(await live.quit() == 0)
  }
}
