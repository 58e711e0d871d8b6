import Foundation
import TestTools
import Testing

/// The notifications that a screen writes to its terminal.
@Suite(.startsPrograms)
struct ScreenNotificationTests {
  @Test(arguments: [
    (
      ["TERM": "xterm-256color", "LANG": "C.UTF-8"],
      "\u{7}\u{1B}]9;€1 a\u{7}\u{1B}]777;notify;tickers;€1 a\u{7}"
    ),
    (
      ["TERM": "xterm-256color", "LANG": "C"],
      "\u{7}\u{1B}]9;EUR 1 a\u{7}\u{1B}]777;notify;tickers;EUR 1 a\u{7}"
    ),
    (
      ["TERM": "tmux-256color", "LANG": "C.UTF-8", "TMUX": "/tmp/tmux-0/default,1,0"],
      "\u{7}\u{1B}Ptmux;\u{1B}\u{1B}]9;€1 a\u{7}\u{1B}\u{1B}]777;notify;tickers;€1 a\u{7}\u{1B}\\"
    ),
    // The Linux console would show the sequences.
    (["TERM": "linux", "LANG": "C.UTF-8"], "\u{7}"),
  ])
  func `a screen notifies as its terminal can`(
    environment: [String: String], sequence: String
  ) async throws {
    let terminal = try PseudoTerminal()
    let host = try Program(
      ["notify", "€1 a"], environment: environment, terminal: terminal,
      program: Program.commandHost)
    #expect(await host.status() == 0)
    await until("the end of the output") { terminal.output.text.contains("left") }
    // After the frame, before the end of the screen.
    let text = terminal.output.text
    let end = try #require(text.range(of: "\u{1B}[?2004l"))
    #expect(text[..<end.lowerBound].hasSuffix(sequence))
    #expect(text.count { $0 == "\u{7}" } == sequence.count { $0 == "\u{7}" })
  }
}
