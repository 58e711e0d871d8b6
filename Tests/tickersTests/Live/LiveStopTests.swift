import Foundation
import TestTools
import Testing

/// A screen that is stopped and goes on.
@Suite(.startsPrograms)
struct LiveStopTests {
  @Test func `a stop gives the terminal back, and going on takes it again`() async throws {
    let live = try Live.replay("book", "BTC-USD")
    let before = live.terminal.firstSettings
    #expect(await live.terminal.shows("next "))
    let lines = live.lines
    #expect(!live.program.isStopped)
    kill(live.program.processIdentifier, SIGTSTP)
    #expect(await until { !live.terminal.screen.isAlternate })
    #expect(live.terminal.screen.isCursorShown)
    #expect(await until { live.terminal.settings == before })
    #expect(await until { live.program.isStopped })
    kill(live.program.processIdentifier, SIGCONT)
    #expect(await until { live.terminal.screen.isAlternate })
    #expect(await until { live.lines == lines })
    #expect(await until { live.terminal.settings != before })
    #expect(await live.type("g", shows: "BIDS"))
    live.program.terminate()
    #expect(await live.end() == 128 + SIGTERM)
    #expect(live.terminal.settings == before)
  }

  @Test(.needs("/usr/bin/setsid"))
  func `a shell gets its terminal back with Ctrl-Z, Ctrl-C and q`() async throws {
    let shell = try await Live.shell()
    let before = shell.terminal.settings
    let command = "\"$TICKERS\" list -s symbol --replay Fixtures --interval 3600\n"
    #expect(await shell.type(command, shows: "› AAVE-USDT"))
    #expect(await shell.type("\u{1A}", shows: "Stopped"))
    #expect(!shell.terminal.screen.isAlternate)
    #expect(await until { shell.terminal.settings == before })
    #expect(await shell.type("echo $((20 + 3)) here\n", shows: "23 here"))
    #expect(await shell.type("fg\n", shows: "› AAVE-USDT"))
    #expect(await shell.type("j", shows: "› ADA-USD"))
    shell.terminal.type("q")
    #expect(await until { shell.terminal.screen.history.last == "shell>" })
    #expect(await shell.type("echo left $?\n", shows: "left 0"))

    #expect(await shell.type(command, shows: "› AAVE-USDT"))
    await shell.interrupt(restoring: before)
  }
}
