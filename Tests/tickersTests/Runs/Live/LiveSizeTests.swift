import Foundation
import TestTools
import Testing

/// The real program on a terminal that changes its size.
@Suite(.startsPrograms)
struct LiveSizeTests {
  @Test func `the screen follows the terminal at once, and no line is wider`() async throws {
    // A preview would be drawn again at any moment, also between the resize and its signal.
    let live = try Live.replay("list", "-s", "symbol", "--view", "rows", columns: 200, rows: 50)
    #expect(await live.terminal.shows("VOLUME"))
    #expect(live.terminal.screen.lines.count { $0.contains("-") } > 40)
    for (columns, rows, last) in [
      (80, 24, "q quit"), (30, 5, "14:00:00"), (40, 10, "q quit"), (200, 12, "q quit"),
    ] {
      live.terminal.resize(columns: columns, rows: rows)
      kill(live.program.processIdentifier, SIGWINCH)
      #expect(await until { live.lines.last?.contains(last) == true }, "\(columns)")
      #expect(await live.selects("AAVE-USDT"))
      #expect(live.terminal.screen.wraps == 0)
    }
    #expect(await live.terminal.shows("VOLUME"))
    #expect(await live.quit() == 0)
    #expect(live.terminal.screen.unknown == [])
  }
}
