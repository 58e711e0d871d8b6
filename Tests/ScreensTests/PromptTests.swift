import MarketCore
import Terminal
import Testing

@testable import Screens

/// The lines of a prompt: its text and cursor, and the line below them.
struct PromptTests {
  private static let label = "where: "
  private static let cursors: [Charset: Character] = [.utf8: "▏", .ascii: "|"]

  /// A field with its cursor so many characters before the end.
  private static func field(_ text: String, back steps: Int = 0) -> TextField {
    var field = TextField(text)
    for _ in 0..<steps { field.handle(.left) }
    return field
  }

  /// The lines as the terminal shows them.
  private static func lines(
    _ prompt: Prompt, _ columns: Int, _ charset: Charset = .utf8
  ) -> [String] {
    prompt.lines(columns: columns, in: charset)
      .map { $0.transliterated(to: charset).trimmed().rendered() }
  }

  private static func error(_ text: String, back: Int = 0, at offset: Int) -> Prompt {
    Prompt(label, field(text, back: back), error: "wrong", at: offset)
  }

  @Test func `the line of the options file stands below a text, and nothing below an empty one`() {
    let prompt = Prompt(Self.label, Self.field("last > 7", back: 1), option: "where")
    #expect(Self.lines(prompt, 40) == ["where: last > ▏7", "options file: --where last > 7"])
    #expect(prompt.text == "where: last > 7")
    #expect(Self.lines(Prompt("/", Self.field(""), option: "filter"), 40) == ["/▏", ""])
    #expect(Self.lines(Prompt(Self.label, Self.field("  "), option: "where"), 40)[1] == "")
  }

  @Test(arguments: [
    (4, 0, "           ^ wrong"), (0, 0, "       ^ wrong"), (8, 0, "               ^ wrong"),
    // The cursor has a column of its own.
    (8, 1, "                ^ wrong"), (4, 8, "            ^ wrong"), (4, 4, "            ^ wrong"),
    (4, 3, "           ^ wrong"),
  ])
  func `the caret stands below the place of the error`(offset: Int, back: Int, below: String) {
    #expect(Self.lines(Self.error("last > 7", back: back, at: offset), 40)[1] == below)
  }

  @Test func `an error stands before its caret where it does not fit behind`() {
    let text = "last > 7 and percent $ 5"
    #expect(
      Self.lines(Self.error(text, at: 21), 34) == [
        "where: last > 7 and percent $ 5▏", "                      wrong ^",
      ])
    #expect(Self.lines(Self.error(text, at: 21), 36)[1] == "                            ^ wrong")
  }

  @Test func `an error that is not in view has no caret`() {
    let text = "last > 7 and percent $ 5"
    for columns in 20...24 {
      #expect(Self.lines(Self.error(text, at: 0), columns)[1] == "wrong")
      #expect(Self.lines(Self.error(text, back: 24, at: 21), columns)[1] == "wrong")
    }
  }

  @Test func `a line below that does not fit ends in an ellipsis`() {
    let long = Prompt(Self.label, Self.field("last > 1234567"), option: "where")
    #expect(Self.lines(long, 20)[1] == "options file: --whe…")
    #expect(Self.lines(long, 20, .ascii)[1] == "options file: --w...")
    let reason = "unexpected end of expression"
    let error = Prompt(Self.label, Self.field("last >"), error: reason, at: 6)
    #expect(Self.lines(error, 20)[1] == "unexpected end of e…")
    #expect(Self.lines(error, 28)[1] == reason)
  }

  private static let texts = [
    "last > 7 and percent $ 5 or volume > 100000", "$", "比特币 == 比$特币 or 比特 ~ 币币币币币币",
    "e\u{301}e\u{301} $ €5 and 'ä' ~ x", "'👩‍👩‍👧' $", String(repeating: "比", count: 70) + "$",
    "\u{1B}[2J $ a\u{7}b \r\n c d e f g h i j k",
  ]

  @Test(arguments: texts, [Charset.utf8, .ascii])
  func `on any width the cursor is in view, and the caret below its place`(
    text: String, charset: Charset
  ) throws {
    let offset = try #require(Array(text).firstIndex(of: "$"))
    let cursor = try #require(Self.cursors[charset])
    for columns in [20, 21, 22, 23, 26, 30, 37, 40, 60] {
      for back in [0, 1, 2, 5, text.count / 2, text.count - 1, text.count] {
        let prompt = Self.error(text, back: back, at: offset)
        let lines = Self.lines(prompt, columns, charset)
        let place: Comment = "\(columns) columns, \(back) back: \(lines)"
        #expect(lines.allSatisfy { $0.displayWidth <= columns }, place)
        #expect(lines[0].count { $0 == cursor } == 1, place)
        let caret = lines[1].firstIndex(of: "^").map { lines[1][..<$0].displayWidth }
        let error = lines[0].firstIndex(of: "$").map { lines[0][..<$0].displayWidth }
        #expect(caret == error, place)
        #expect(lines[1].contains("wrong"), place)
      }
    }
  }

  @Test(arguments: [
    (0, "hijklmnopqrstuvwxyz▏"), (5, "cdefghijklmnopqrstu▏"), (14, "where: abcdefghijkl▏"),
    (15, "where: abcdefghijk▏l"), (26, "where: ▏abcdefghijkl"),
  ])
  func `the text is moved only as far as the cursor needs it`(back: Int, line: String) {
    let prompt = Self.error("abcdefghijklmnopqrstuvwxyz", back: back, at: 0)
    #expect(Self.lines(prompt, 20)[0] == line)
  }
}
