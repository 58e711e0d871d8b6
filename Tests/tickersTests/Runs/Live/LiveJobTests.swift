import Foundation
import TestTools
import Testing

/// The real program as a job of a shell with job control.
@Suite(.startsPrograms, .needs("/usr/bin/setsid"))
struct LiveJobTests {
  private static let command = "\"$TICKERS\" list -s symbol --replay Fixtures --interval 3600"

  /// A shell that tells of its jobs at once.
  private static func shell() async throws -> Live {
    let shell = try await Live.shell()
    #expect(await shell.type("set -b; echo rea''dy\n", shows: "ready"))
    return shell
  }

  private static func end(_ shell: Live) async {
    #expect(await shell.type("echo all do''ne\n", shows: "all done"))
    shell.terminal.type("exit\n")
    #expect(await shell.program.status() == 0)
    #expect(shell.terminal.screen.unknown.isEmpty)
  }

  @Test func `in the background it stops before it draws, and draws in the foreground`()
    async throws
  {
    let shell = try await Self.shell()
    let before = shell.terminal.settings
    #expect(await shell.type(Self.command + " &\n", shows: "Stopped"))
    #expect(shell.terminal.settings == before)
    #expect(!shell.terminal.output.text.contains("\u{1B}"))
    #expect(await shell.type("fg\n", shows: "› AAVE-USDT"))
    #expect(await shell.type("j", shows: "› ADA-USD"))
    shell.terminal.type("q")
    #expect(await until { shell.terminal.screen.history.last == "shell>" })
    #expect(await shell.type("echo left $?\n", shows: "left 0"))
    #expect(shell.terminal.settings == before)
    await Self.end(shell)
  }

  @Test func `a job that is stopped stops again with bg, and is drawn wholly with fg`() async throws
  {
    let shell = try await Self.shell()
    let before = shell.terminal.settings
    #expect(await shell.type(Self.command + "\n", shows: "› AAVE-USDT"))
    #expect(await shell.terminal.shows(" · next "))
    #expect(await shell.terminal.shows("q quit"))
    let lines = shell.lines
    #expect(await shell.type("\u{1A}", shows: "Stopped"))
    let count = shell.terminal.output.text.matches(of: /\u{1B}/).count
    #expect(await shell.type("clear() { printf '\\n%.0s' {1..30}; }; clear\n", shows: "shell>"))
    #expect(await shell.terminal.hides("Stopped"))
    #expect(await shell.type("bg\n", shows: "Stopped"))
    #expect(await shell.type("echo still he''re\n", shows: "still here"))
    #expect(shell.terminal.settings == before)
    #expect(shell.terminal.output.text.matches(of: /\u{1B}/).count == count)
    shell.terminal.type("fg\n")
    #expect(await until { shell.lines == lines })
    shell.terminal.type("q")
    #expect(await until { shell.terminal.screen.history.last == "shell>" })
    await Self.end(shell)
  }

  @Test(arguments: [
    ("&", "kill %1"), ("\u{1A}", "kill %1"), ("SIGSTOP", "kill %1"), ("SIGSTOP", "bg; kill %1"),
  ])
  func `a stopped job ends when it is killed`(how: String, end: String) async throws {
    let shell = try await Self.shell()
    let before = shell.terminal.settings
    if how == "&" {
      #expect(await shell.type(Self.command + " &\n", shows: "Stopped"))
    } else {
      #expect(await shell.type(Self.command + "\n", shows: "› AAVE-USDT"))
      #expect(await until { shell.terminal.output.text.hasSuffix("\u{1B}[?2026l") })
      if how == "SIGSTOP" {
        kill(Self.lastDescendant(of: shell.program.processIdentifier), SIGSTOP)
      } else {
        shell.terminal.type(how)
      }
      #expect(await shell.terminal.shows("Stopped"))
    }
    shell.terminal.type("\(end)\n")
    // The shell may miss the end of a job while it tells of another; the end of a command wakes it.
    #expect(
      await until {
        shell.terminal.type("/bin/true\n")
        // On a slow machine the lines typed since then have moved it off the screen.
        return shell.terminal.output.text.contains("Terminated")
      })
    #expect(await until { shell.terminal.settings == before })
    #expect(!shell.terminal.screen.isAlternate && shell.terminal.screen.isCursorShown)
    await Self.end(shell)
  }

  /// The process that was started last by a process, or by one that it started.
  private static func lastDescendant(of process: Int32) -> Int32 {
    let path = "/proc/\(process)/task/\(process)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let child = text.split(separator: " ").last.flatMap { Int32($0) }
    return child.map(lastDescendant) ?? process
  }

  @Test(.needs("/proc/self/stat"))
  func `after a stop that it can't notice it takes the terminal again`() async throws {
    let shell = try await Self.shell()
    let before = shell.terminal.settings
    #expect(await shell.type(Self.command + "\n", shows: "› AAVE-USDT"))
    // A sequence that is cut short would take what the shell writes with it.
    #expect(await shell.terminal.shows(" · next "))
    #expect(await until { shell.terminal.output.text.hasSuffix("\u{1B}[?2026l") })
    let lines = shell.lines
    kill(Self.lastDescendant(of: shell.program.processIdentifier), SIGSTOP)
    #expect(await shell.terminal.shows("Stopped"))
    shell.terminal.type("bg\n")
    #expect(await until { shell.lines.count { $0.contains("Stopped") } == 2 })
    #expect(await shell.type("echo still he''re\n", shows: "still here"))
    shell.terminal.type("fg\n")
    await until { shell.lines == lines }
    #expect(shell.lines == lines, "\(shell.terminal.output.text.suffix(6000).debugDescription)")
    #expect(await shell.type("j", shows: "› ADA-USD"))
    shell.terminal.type("q")
    #expect(await until { shell.terminal.screen.history.last == "shell>" })
    #expect(shell.terminal.settings == before)
    await Self.end(shell)
  }

  @Test func `keys work after input that waited while it was in the background`() async throws {
    let shell = try await Self.shell()
    // Nothing stops it in the background, where it does not draw.
    let command = Self.command.replacing("3600", with: "0.1")
    shell.terminal.type("(trap '' TTOU; exec \(command)) & sleep 1\n")
    // Until the sleep is over, the input is there for the job, which may not read it.
    shell.terminal.type("echo is re''ad\n")
    #expect(await shell.terminal.shows("is read"))
    #expect(await shell.type("fg\n", shows: "› AAVE-USDT"))
    #expect(await shell.type("j", shows: "› ADA-USD"))
    shell.terminal.type("q")
    #expect(await until { shell.terminal.screen.history.last == "shell>" })
    await Self.end(shell)
  }

  @Test func `Ctrl-Backslash gives the terminal back, and the shell sees it`() async throws {
    let shell = try await Self.shell()
    let before = shell.terminal.settings
    #expect(await shell.type(Self.command + "\n", shows: "› AAVE-USDT"))
    shell.terminal.type("\u{1C}")
    #expect(await until { !shell.terminal.screen.isAlternate })
    #expect(await until { shell.terminal.settings == before })
    #expect(await shell.type("echo left $?\n", shows: "left 131"))
    await Self.end(shell)
  }

  @Test func `in the background of nobody it ends, and says why`() async throws {
    let shell = try await Self.shell()
    let before = shell.terminal.settings
    // The subshell has gone when its job starts.
    let command = "(sleep 0.2; exec \(Self.command)) & disown; "
    #expect(
      await shell.type(
        "(\(command)) 2>&1\n", shows: "tickers: cannot write the output: Input/output error"))
    #expect(shell.terminal.settings == before)
    #expect(!shell.terminal.output.text.contains("\u{1B}"))
    await Self.end(shell)
  }
}
