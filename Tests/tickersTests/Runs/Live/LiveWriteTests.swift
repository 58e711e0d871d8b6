import Foundation
import TestTools
import Testing

/// The bytes that a screen writes to a terminal.
@Suite(.startsPrograms)
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

  @Test func `each frame is synchronized output`() async throws {
    let live = try Live.replay("list", "-s", "symbol")
    #expect(await live.selects("AAVE-USDT"))
    live.terminal.type("j")
    #expect(await live.selects("ADA-USD"))
    #expect(await live.quit() == 0)
    let (start, end) = ("\u{1B}[?2026h", "\u{1B}[?2026l")
    let frames = live.terminal.output.text.components(separatedBy: start)
    #expect(frames.first == "" && frames.count > 2)
    #expect(frames.dropFirst().allSatisfy { $0.components(separatedBy: end).count == 2 })
    // After the last frame, the terminal is given back.
    #expect(frames.dropFirst().dropLast().allSatisfy { $0.hasSuffix(end) })
    #expect(live.terminal.screen.unknown == [])
  }

  @Test func `frames for the console of Linux are not`() async throws {
    let live = try Live.replay("list", "-s", "symbol", environment: ["TERM": "linux"])
    #expect(await live.selects("AAVE-USDT"))
    #expect(await live.quit() == 0)
    #expect(!live.terminal.output.text.contains("[?2026"))
  }
}
