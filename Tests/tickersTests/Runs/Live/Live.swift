import Foundation
import StubExchange
import Terminal
import TestTools
import Testing

/// The real program on a terminal, where it keeps a screen.
struct Live {
  let terminal: PseudoTerminal
  let program: Program

  init(
    _ arguments: [String], columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:], in directory: URL? = nil, startedBy starter: [String] = []
  ) throws {
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    program = try Program(
      arguments,
      environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "TZ": "UTC"].merging(environment) {
        $1
      },
      terminal: terminal, in: directory, startedBy: starter)
  }

  /// The program on the recorded answers, of which it takes the next when it is told to.
  static func replay(
    _ arguments: String..., columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws -> Live {
    try Live(
      arguments + ["--replay", "Fixtures", "--interval", "3600"], columns: columns, rows: rows,
      environment: environment, in: Repository.root)
  }

  /// A shell that prompts for a command. It has a session of its own, so that it controls its jobs,
  /// and `$TICKERS` is the program. It needs `/usr/bin/setsid`.
  static func shell() async throws -> Live {
    let shell = try Live(
      [], environment: ["TICKERS": Program.url.path], in: Repository.root,
      startedBy: [
        "/usr/bin/setsid", "--ctty", "--wait", "/bin/sh", "-c",
        "HISTFILE= PS1='shell> ' exec bash --norc --noprofile --noediting -i 2>&1",
      ])
    #expect(await shell.terminal.shows("shell>"))
    return shell
  }

  /// Ends the program in the shell by Ctrl-C, which restores the settings; then ends the shell.
  func interrupt(restoring settings: [UInt8]) async {
    terminal.type("\u{3}")
    #expect(await until { terminal.screen.history.last == "shell>" })
    #expect(await type("echo left $?\n", shows: "left 130"))
    #expect(await until { terminal.settings == settings })
    terminal.type("exit\n")
    #expect(await program.status() == 0)
  }

  /// The lines that the terminal shows.
  var lines: [String] { terminal.screen.lines }

  /// The row that is marked as selected.
  var selected: String { lines.first { $0.hasPrefix("› ") } ?? "" }

  /// Types these characters, waits until a text is shown, and returns whether it is.
  func type(_ text: String, shows expected: String) async -> Bool {
    terminal.type(text)
    return await terminal.shows(expected)
  }

  /// Waits until some row is selected; returns whether it is.
  func selects(_ symbol: String) async -> Bool {
    await until { (selected + " ").hasPrefix("› \(symbol) ") }
  }

  /// Leaves by key, and returns the status.
  func quit(isTyping: Bool = false) async -> Int32 {
    terminal.type(isTyping ? "\rq" : "q")
    return await end()
  }

  /// Waits until the program has ended and the terminal shows what it left; returns the status.
  func end() async -> Int32 {
    let status = await program.status()
    await until { !terminal.screen.isAlternate }
    return status
  }
}
