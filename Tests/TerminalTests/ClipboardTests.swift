import Terminal
import Testing

/// The escape sequences that set the clipboard of a terminal.
struct ClipboardTests {
  @Test(arguments: [
    ("", ""), ("26211.35", "MjYyMTEuMzU="), ("a\tb\n", "YQliCg=="), ("€ 比", "4oKsIOavlA=="),
  ])
  func `a text is sent in base64`(text: String, base64: String) {
    #expect(Clipboard.sequence(for: text, isInTmux: false) == "\u{1B}]52;c;\(base64)\u{7}")
  }

  @Test func `inside tmux it is sent to tmux, and to the terminal outside`() {
    #expect(
      Clipboard.sequence(for: "26211.35", isInTmux: true)
        == "\u{1B}]52;c;MjYyMTEuMzU=\u{7}"
        + "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;MjYyMTEuMzU=\u{7}\u{1B}\\")
  }

  @Test func `the longest text has the longest sequence that xterm accepts`() {
    let text = String(repeating: "x", count: Clipboard.longestText)
    #expect(Clipboard.sequence(for: text, isInTmux: false).utf8.count == 100_000)
    #expect(Clipboard.sequence(for: text + "x", isInTmux: false).utf8.count > 100_000)
  }
}
