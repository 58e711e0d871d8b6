import MarketCore
import Terminal
import Testing

@testable import tickers

/// The lines of a terminal: heading, body, status line and keys.
struct PageTests {
  private static let keys = [
    KeyHint("↑↓", "move", "Move through the rows"), KeyHint("Enter", "book", "Open the book"),
    KeyHint("q", "quit", "Leave"), KeyHint("?", "keys", "Show the keys"),
  ]

  private static func page(
    _ columns: Int = 40, _ rows: Int = 12, keys: [KeyHint] = keys, prompt: String? = nil,
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
          "↑↓ move  Enter book  q quit  ? keys",
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

  @Test(arguments: [5, 9, 10, 24]) func `the prompt stands in the last line`(rows: Int) {
    let page = Self.page(40, rows, prompt: "/b\u{1B}tc")
    #expect(Self.texts(page).last == "/b\u{FFFD}tc▏")
    #expect(page.room.rows == rows - 3)
    #expect(page.lines.count == rows)
  }

  @Test(arguments: [5, 9, 10, 24]) func `without a keyboard no keys are named`(rows: Int) {
    let page = Self.page(40, rows, keys: [])
    #expect(page.room.rows == rows - 2)
    #expect(Self.texts(page).last == "11:02:08")
    #expect(page.lines.count == rows)
  }

  @Test(arguments: [
    (36, "↑↓ move  Enter book  q quit  ? keys"), (35, "↑↓ move  Enter book  q quit  ? keys"),
    (34, "↑↓ move  q quit  ? keys"), (23, "↑↓ move  q quit  ? keys"), (22, "q quit  ? keys"),
    (20, "q quit  ? keys"),
  ])
  func `keys are named as far as there is room, the last two always`(columns: Int, text: String) {
    #expect(Self.texts(Self.page(columns)).last == text)
  }

  @Test(arguments: [(19, 24), (20, 4), (1, 1), (80, 4), (19, 4)])
  func `a terminal that is too small is told so`(columns: Int, rows: Int) {
    #expect(Self.texts(Self.page(columns, rows)) == ["needs 20 × 5"])
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

  @Test func `the keys are listed one below the other`() {
    #expect(
      Page.help(Self.keys, rows: 20).map { $0.rendered() }
        == [
          "", "  ↑↓     Move through the rows", "  Enter  Open the book", "  q      Leave",
          "  ?      Show the keys",
        ])
    #expect(Page.help([], rows: 20).map { $0.rendered() } == [""])
  }

  @Test func `a list of keys that does not fit says how many more there are`() {
    #expect(
      Page.help(Self.keys, rows: 3).map { $0.rendered() }.last
        == "  and 2 more on a higher terminal")
    #expect(Page.help(Self.keys, rows: 4).count == 4)
  }

  @Test func `heading and keys have styles`() {
    let lines = Self.page().lines
    #expect(lines.first?.spans.map(\.style) == [.heading])
    #expect(lines.last?.spans.map(\.style) == [.faint])
  }

  @Test func `every key has a short word and a sentence without a full stop`() {
    for hint in ListScreen<Ticker>.hints + BookScreen.hints + HistoryScreen.hints
      + [.back] + KeyHint.common
    {
      #expect(!hint.key.isEmpty && !hint.word.isEmpty && hint.word.displayWidth <= 6)
      #expect(hint.meaning.displayWidth <= 70 && hint.meaning.first?.isUppercase == true)
      #expect(hint.meaning.last != ".")
    }
  }
}
