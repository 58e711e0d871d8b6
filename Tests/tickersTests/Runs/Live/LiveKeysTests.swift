import Foundation
import TestTools
import Testing

/// Keys of the real program on a terminal: copies, and an interrupt within a choice or a prompt.
@Suite(.startsPrograms)
struct LiveKeysTests {
  @Test func `a copy is in the clipboard of the terminal, and the screen stays`() async throws {
    let live = try Live.replay("list", "-s", "symbol")
    #expect(await live.selects("AAVE-USDT"))
    #expect(await live.type("y", shows: "sent to the clipboard"))
    #expect(await until { live.terminal.screen.copied == ["58.77"] })
    #expect(await live.type("cy", shows: "options file: --columns symbol,last,percent"))
    let line = "--columns symbol,last,percent,volume,turnover,trend"
    #expect(await until { live.terminal.screen.copied == ["58.77", line] })
    live.terminal.type("\u{1B}")
    #expect(await live.selects("AAVE-USDT"))
    #expect(await live.quit() == 0)
    #expect(live.terminal.screen.unknown == [] && live.terminal.screen.copied.count == 2)
  }

  @Test(.needs("/usr/bin/setsid"), arguments: ["c", "w", "/"])
  func `Ctrl-C within a choice or a prompt ends the program as elsewhere`(key: String) async throws
  {
    let shell = try await Live.shell()
    let before = shell.terminal.settings
    let command = "\"$TICKERS\" list -s symbol --replay Fixtures --interval 3600\n"
    #expect(await shell.type(command, shows: "› AAVE-USDT"))
    #expect(await shell.type(key, shows: key == "c" ? "› [x] symbol" : "▏"))
    await shell.interrupt(restoring: before)
  }
}
