import MarketCore
import Terminal
import Testing

@testable import Screens

/// The lines of a page: heading, body, status line and keys.
struct PageTests {
  private static let keys = [
    KeyHint("↑ ↓", "move", "Move through the rows"), KeyHint("Enter", "book", "Open the book"),
    KeyHint("q", "quit", "Leave"), KeyHint("?", "help", "Show the keys"),
  ]

  private static func page(
    _ columns: Int = 40, _ rows: Int = 12, keys: [KeyHint] = keys, prompt: [Line] = [],
    body: [String] = ["a", "b"]
  ) -> Page {
    var page = Page(
      size: TerminalSize(columns: columns, rows: rows), keys: keys, prompt: prompt)
    page.heading = ["72 pairs", "sort symbol", "here"]
    page.body = body.map { Line($0) }
    page.status = Line("11:02:08")
    return page
  }

  private static func texts(_ page: Page) -> [String] { page.lines.map { $0.rendered() } }

  @Test func `heading, body, status line and keys fill the terminal`() {
    #expect(
      Self.texts(Self.page())
        == [
          "72 pairs · sort symbol · here", "a", "b", "", "", "", "", "", "", "", "11:02:08",
          "↑ ↓ move  Enter book  q quit  ? help",
        ])
    #expect(Self.page().room == TerminalSize(columns: 40, rows: 9))
  }

  @Test(arguments: [(10, 7), (9, 7), (8, 6), (6, 4), (5, 3)])
  func `a low terminal has no line of keys`(rows: Int, room: Int) {
    let page = Self.page(40, rows, body: Array(repeating: "x", count: 20))
    #expect(page.room.rows == room)
    #expect(Self.texts(page).filter { $0 == "x" }.count == room)
    #expect(page.lines.count == rows)
    #expect(Self.texts(page).contains { $0.contains("quit") } == (rows >= 10))
    #expect(Self.texts(page).contains("11:02:08"))
  }

  @Test(arguments: [5, 9, 10, 24])
  func `the prompt stands in the last line, on a higher terminal with one below it`(rows: Int) {
    let page = Self.page(40, rows, prompt: [Line("/btc"), Line("below")])
    #expect(
      Self.texts(page).suffix(rows < 10 ? 1 : 2) == (rows < 10 ? ["/btc"] : ["/btc", "below"]))
    #expect(page.room.rows == rows - (rows < 10 ? 3 : 4))
    #expect(page.lines.count == rows)
  }

  @Test(arguments: [5, 9, 10, 24]) func `without a keyboard no keys are named`(rows: Int) {
    let page = Self.page(40, rows, keys: [])
    #expect(page.room.rows == rows - 2)
    #expect(Self.texts(page).last == "11:02:08")
    #expect(page.lines.count == rows)
  }

  @Test(arguments: [
    (37, "↑ ↓ move  Enter book  q quit  ? help"), (36, "↑ ↓ move  Enter book  q quit  ? help"),
    (35, "↑ ↓ move  q quit  ? help"), (24, "↑ ↓ move  q quit  ? help"), (23, "q quit  ? help"),
    (20, "q quit  ? help"),
  ])
  func `keys are named as far as there is room, the last two always`(columns: Int, text: String) {
    #expect(Self.texts(Self.page(columns)).last == text)
  }

  @Test(arguments: [(19, 24), (20, 4), (1, 1), (80, 4), (19, 4)])
  func `a terminal that is too small has only a line that says so`(columns: Int, rows: Int) {
    let text = "terminal too small (minimum 20×5)"
    #expect(Self.texts(Self.page(columns, rows)) == text.wrapped(to: columns))
    #expect(Self.page(columns, rows).room.rows >= 1)
  }

  @Test func `the smallest one shows a row or two`() {
    #expect(
      Self.texts(Self.page(20, 5, body: ["SYMBOL", "a", "b", "c"]))
        == ["72 pairs · sort symbol · here", "SYMBOL", "a", "b", "11:02:08"])
  }

  @Test func `control characters in the heading are replaced`() {
    var page = Self.page()
    page.heading = ["a\u{1B}[2J", "b\n"]
    #expect(Self.texts(page).first == "a\u{FFFD}[2J · b\u{FFFD}")
  }

  @Test func `a status line that does not fit ends in an ellipsis`() {
    for (charset, mark) in [(Charset.utf8, "…"), (.ascii, "...")] {
      var page = Page(
        size: TerminalSize(columns: 30, rows: 12), keys: [], prompt: [], charset: charset)
      page.status = Line("11:02:08 · next 11:02:18 · no pair matches", .faint)
      let status = page.lines[11].rendered()
      #expect(status.hasSuffix(mark) && status.displayWidth == 30)
      #expect(page.lines[11].spans.allSatisfy { $0.text.isEmpty || $0.style == .faint })
      page.status = Line("11:02:08 - next 11:02:18 - ten")
      #expect(page.lines[11].rendered() == "11:02:08 - next 11:02:18 - ten")
    }
  }

  private static func help(
    _ keys: [KeyHint] = keys, _ notices: [String] = [], columns: Int = 60, rows: Int
  ) -> [String] {
    Page.help(keys, notices, fitting: TerminalSize(columns: columns, rows: rows)).lines
      .map { $0.rendered() }
  }

  @Test func `the keys are listed one below the other`() {
    #expect(
      Self.help(rows: 20)
        == [
          "", "  ↑ ↓    Move through the rows", "  Enter  Open the book", "  q      Leave",
          "  ?      Show the keys",
        ])
    #expect(Self.help([], rows: 20) == [""])
  }

  @Test func `notices stand in full below the keys, and no line is wider than the terminal`() {
    let notice = "Bitfinex book is limited to 250 levels per side\u{1B}"
    #expect(
      Self.help([Self.keys[0]], [notice, "two"], columns: 24, rows: 20)
        == [
          "", "  ↑ ↓  Move through the", "       rows", "", "  Bitfinex book is",
          "  limited to 250 levels", "  per side\u{FFFD}", "  two",
        ])
  }

  @Test func `help that does not fit says how many more lines there are, and scrolls`() {
    #expect(Self.help(rows: 3).last == "  … 2 more; ↑ ↓ scroll")
    let size = TerminalSize(columns: 60, rows: 5)
    func help(from first: Int) -> (lines: [Line], last: Int) {
      Page.help(Self.keys, ["a", "b"], fitting: size, from: first)
    }
    #expect(help(from: 0).lines.last?.rendered() == "  … 2 more; ↑ ↓ scroll")
    #expect(
      help(from: 1).lines.map { $0.rendered() } == [
        "  Enter  Open the book", "  q      Leave", "  ?      Show the keys", "  a",
        "  … 1 more; ↑ ↓ scroll",
      ])
    #expect(help(from: 99).lines.suffix(2).map { $0.rendered() } == ["  b", "  ↑ ↓ scroll"])
    #expect(help(from: 0).last == 2)
    #expect(Page.help(Self.keys, [], fitting: size).last == 0)
    // Before that the empty lines go.
    #expect(
      Self.help(Self.keys, ["a", "b"], rows: 6).suffix(3) == [
        "  ?      Show the keys", "  a", "  b",
      ])
    #expect(Self.help(Self.keys, ["a", "b"], rows: 7).last == "  b")
    #expect(Self.help(rows: 4).count == 4)
  }

  @Test func `heading and keys have styles`() {
    let lines = Self.page().lines
    #expect(lines.first?.spans.map(\.style) == [.heading])
    #expect(lines.last?.spans.map(\.style) == [.faint])
  }
}
