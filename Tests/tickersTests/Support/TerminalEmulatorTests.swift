import Terminal
import Testing

/// The emulated terminal of other tests.
struct TerminalEmulatorTests {
  private static func shown(
    _ text: String, _ columns: Int = 6, _ rows: Int = 3
  ) -> TerminalEmulator {
    var terminal = TerminalEmulator(TerminalSize(columns: columns, rows: rows))
    for byte in text.utf8 { terminal.feed([byte]) }
    return terminal
  }

  @Test(arguments: [
    ("a\r\nb", ["a", "b", ""]), ("ab\rc", ["cb", "", ""]), ("1\r\n2\r\n3\r\n4", ["2", "3", "4"]),
    ("\u{1B}[2;3Hx", ["", "  x", ""]), ("abc\u{1B}[1;2H\u{1B}[2Kx", [" x", "", ""]),
    ("a\r\nb\r\nc\u{1B}[2;1H\u{1B}[J", ["a", "", ""]), ("\u{1B}[1;32ma\u{1B}[0mb", ["ab", "", ""]),
    ("比a\u{301}€", ["比a\u{301}€", "", ""]), ("abcdefg", ["abcdef", "g", ""]),
    ("abcde比", ["abcde", "比", ""]),
  ])
  func `it shows what a terminal would`(text: String, lines: [String]) {
    #expect(Self.shown(text).lines == lines)
    #expect(Self.shown(text).unknown == [])
  }

  @Test func `the alternate screen leaves the main one as it was`() {
    let inside = Self.shown("a\r\n\u{1B}[?1049h\u{1B}[?25l\u{1B}[1;1Hb")
    #expect(inside.isAlternate && !inside.isCursorShown)
    #expect(inside.lines == ["b", "", ""])
    #expect(inside.history == ["a"])
    let outside = Self.shown("a\r\n\u{1B}[?1049h\u{1B}[?25lb\u{1B}[?25h\u{1B}[?1049lc\r\nd\r\ne")
    #expect(!outside.isAlternate && outside.isCursorShown)
    #expect(outside.history == ["a", "c", "d", "e"])
    #expect(outside.lines == ["c", "d", "e"])
  }

  @Test func `it counts lines that go on in the next, and tells what it does not know`() {
    #expect(Self.shown("abcdef\r\nabcdefg").wraps == 1)
    #expect(Self.shown("\u{1B}[5A\u{1B}7a\u{7}").unknown == ["[5A", "7", "7"])
  }

  @Test func `it knows of synchronized output and of the clipboard`() {
    #expect(Self.shown("\u{1B}[?2026ha").isSynchronized)
    #expect(!Self.shown("\u{1B}[?2026ha\u{1B}[?2026l").isSynchronized)
    let terminal = Self.shown("a\u{1B}]52;c;Yg==\u{7}c\u{1B}]52;c;4oKs\u{7}")
    #expect(terminal.copied == ["b", "€"])
    #expect(terminal.lines == ["ac", "", ""] && terminal.unknown == [])
  }

  @Test func `another size keeps what fits`() {
    var terminal = Self.shown("abcdef\r\nx\r\ny")
    terminal.resize(TerminalSize(columns: 4, rows: 2))
    #expect(terminal.lines == ["abcd", "x"])
    terminal.resize(TerminalSize(columns: 5, rows: 3))
    #expect(terminal.lines == ["abcd", "x", ""])
  }
}
