import TestTools
import Testing

/// What a screen writes to a terminal when little changes.
@Suite(.fewAtATime)
struct LiveWriteTests {
  @Test func `only the lines that changed are written`() async throws {
    let live = try Live.replay("list", "-s", "symbol")
    #expect(await live.selects("AAVE-USDT"))
    #expect(await live.terminal.shows("q quit"))
    let count = live.terminal.output.bytes.count
    // Keys without an effect, then one that moves the selection from one row to the next.
    live.terminal.type("xk")
    live.terminal.type("j")
    #expect(await live.selects("ADA-USD"))
    let written = String(decoding: live.terminal.output.bytes.dropFirst(count), as: UTF8.self)
    #expect(written.matches(of: /\u{1B}\[\d+;1H/).count == 2, "\(written.debugDescription)")
    #expect(await live.quit() == 0)
  }
}
