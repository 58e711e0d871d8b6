import Foundation
import TestTools
import Testing

/// A screen of the real program that is stopped and resumed.
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
    // Entered once at the start, and once now.
    #expect(live.terminal.output.text.matches(of: /\u{1B}\[\?1049h/).count == 2)
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

  /// Whether a program can be run with delayed system calls.
  private static let canDelay =
    (try? Tool(name: "strace").run(["-o", "/dev/null", "echo", "traced"], in: Repository.root))?
    .output == "traced\n"

  /// Milliseconds from the resumption to the signal. Each system call that concerns the terminal takes
  /// 150 of them, so that the signal meets the others before, within and after it.
  @Test(.enabled(if: canDelay, "strace cannot run"), arguments: [0, 1, 2, 3, 4, 5, 6, 7])
  func `a signal right after a resumption leaves the terminal as it was`(step: Int) async throws {
    let live = try Live(
      ["list", "-s", "symbol", "--replay", "Fixtures", "--interval", "3600"],
      in: Repository.root,
      startedBy: [
        // The tracer is no parent of the program.
        "/usr/bin/env", "strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=ioctl", "-e",
        "inject=ioctl:delay_enter=150000",
      ])
    let before = live.terminal.firstSettings
    #expect(await live.selects("AAVE-USDT"))
    kill(live.program.processIdentifier, SIGTSTP)
    #expect(await until { !live.terminal.screen.isAlternate })
    #expect(await until { live.program.isStopped })
    kill(live.program.processIdentifier, SIGCONT)
    try await Task.sleep(for: .milliseconds(step * 150))
    let signal = [SIGHUP, SIGINT, SIGTERM][step % 3]
    kill(live.program.processIdentifier, signal)
    #expect(await live.end() == 128 + signal)
    #expect(await until { live.terminal.settings == before })
    #expect(live.terminal.screen.isCursorShown && !live.terminal.screen.marksPastes)
  }
}
