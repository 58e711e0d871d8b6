@testable import Terminal
import Testing

/// Lines of styled text.
struct LineTests {
  private static let price: Line = {
    var line = Line("BTC-USD ", .heading)
    line.append("$26,211.35 ")
    line.append("+1.24%", .up)
    return line
  }()

  @Test func `without colour a line is its text`() {
    #expect(Self.price.rendered() == "BTC-USD $26,211.35 +1.24%")
    #expect(Line().rendered().isEmpty)
  }

  @Test func `with colour each styled piece is turned on and off again`() {
    #expect(
      Self.price.rendered(.standard)
        == "\u{1B}[1mBTC-USD \u{1B}[0m$26,211.35 \u{1B}[38;5;28m+1.24%\u{1B}[0m")
    #expect(Line("", .down).rendered(.standard).isEmpty)
    #expect(Line("–").rendered(.standard) == "–")
  }

  @Test(
    arguments: [
      (.heading, "1"), (.faint, "2"), (.down, "38;5;196"), (.up, "38;5;28"), (.stale, "38;5;136"),
      (.changed, "1"),
      (.selected, "7"),
    ] as [(TextStyle, String)])
  func `styles are the terminal's own`(style: TextStyle, parameters: String) {
    #expect(Line("x", style).rendered(.standard) == "\u{1B}[\(parameters)mx\u{1B}[0m")
  }

  @Test(arguments: [
    (99, "\u{1B}[1mBTC-USD \u{1B}[0m$26,211.35 \u{1B}[38;5;28m+1.24%\u{1B}[0m"),
    (25, "\u{1B}[1mBTC-USD \u{1B}[0m$26,211.35 \u{1B}[38;5;28m+1.24%\u{1B}[0m"),
    (24, "\u{1B}[1mBTC-USD \u{1B}[0m$26,211.35 \u{1B}[38;5;28m+1.24\u{1B}[0m"),
    (19, "\u{1B}[1mBTC-USD \u{1B}[0m$26,211.35 "), (10, "\u{1B}[1mBTC-USD \u{1B}[0m$2"),
    (3, "\u{1B}[1mBTC\u{1B}[0m"), (0, ""),
  ])
  func `a line is cut by what is seen, and keeps its styles`(width: Int, text: String) {
    #expect(Self.price.clipped(to: width).rendered(.standard) == text)
  }

  @Test func `nothing follows a wide character that does not fit`() {
    var line = Line("a比", .down)
    line.append("b")
    #expect(line.clipped(to: 2).rendered() == "a")
    #expect(line.clipped(to: 3).rendered() == "a比")
    #expect(line.clipped(to: 4) == line.clipped(to: 9))
  }

  @Test(arguments: [
    (["a", "b "], "a|b"), (["a ", "  ", "", " "], "a"), ([" a b", ""], " a b"), (["", "  "], ""),
    (["a", " b"], "a| b"), (["a\u{A0} "], "a\u{A0}"),
  ])
  func `spaces at the end go, whatever pieces they stand in`(pieces: [String], left: String) {
    let styles: [TextStyle] = [.up, .down]
    var line = Line()
    for (index, piece) in pieces.enumerated() { line.append(piece, styles[index % 2]) }
    let spans = line.trimmed().spans.filter { !$0.text.isEmpty }
    #expect(spans.map(\.text).joined(separator: "|") == left)
    #expect(zip(spans, styles).allSatisfy { $0.style == $1 })
  }

  @Test func `pieces of one style that follow each other are one`() {
    var line = Line()
    line.append("a", .up)
    line.append("b", .up)
    line.append("", .up)
    line.append("c")
    line.append("d", .plain)
    line.append("e", .up)
    #expect(line.spans.map(\.text) == ["ab", "cd", "e"])
    #expect(line.rendered(.standard) == "\u{1B}[38;5;28mab\u{1B}[0mcd\u{1B}[38;5;28me\u{1B}[0m")
    #expect(line.rendered() == "abcde")
  }

  @Test func `a line that begins plain goes on plain`() {
    var line = Line("a")
    line.append("b")
    #expect(line == Line("ab"))
    var red = Line("a", .down)
    red.append("b", .down)
    #expect(red == Line("ab", .down))
  }

  @Test(
    arguments: [
      (nil, ["spread $2.28 · mid $27,412.11 · imbalance +0.01"]),
      (47, ["spread $2.28 · mid $27,412.11 · imbalance +0.01"]),
      (46, ["spread $2.28 · mid $27,412.11", "imbalance +0.01"]),
      (29, ["spread $2.28 · mid $27,412.11", "imbalance +0.01"]),
      (28, ["spread $2.28", "mid $27,412.11", "imbalance +0.01"]),
      (14, ["spread $2.28", "mid $27,412.11", "imbalance", "+0.01"]),
      (0, ["spread $2.28", "mid $27,412.11", "imbalance +0.01"]),
    ] as [(Int?, [String])])
  func `parts of a sentence flow into as few lines as they fit into`(
    width: Int?, lines: [String]
  ) {
    let parts = ["spread $2.28", "mid $27,412.11", "imbalance +0.01"]
    #expect(Line.flowing(parts, width: width, .faint) == lines.map { Line($0, .faint) })
  }

  @Test func `parts flow by the columns that they take`() {
    #expect(Line.flowing(["比特", "币"], width: 9, .plain) == [Line("比特 · 币")])
    #expect(Line.flowing(["比特", "币"], width: 8, .plain) == [Line("比特"), Line("币")])
    #expect(
      Line.flowing(["only one"], width: 3, .plain) == [Line("onl"), Line("y"), Line("one")])
    #expect(Line.flowing([], width: 80, .plain).isEmpty)
  }

  @Test func `a line behind some text keeps its styles, and the text has none`() {
    #expect(
      Self.price.indented(by: "  ").rendered(.standard)
        == "  " + Self.price.rendered(.standard))
    #expect(Line("x", .up).indented(by: "› ").rendered() == "› x")
  }

  @Test func `a style that is added is that of all pieces, whatever else they are`() {
    let line = Self.price.indented(by: "› ").adding(.selected)
    #expect(line.rendered() == "› BTC-USD $26,211.35 +1.24%")
    #expect(
      line.spans.map(\.style) == [.selected, [.heading, .selected], .selected, [.up, .selected]])
    #expect(line.adding(.selected) == line)
    #expect(
      Line("x", .up).adding(.selected).rendered(.standard) == "\u{1B}[38;5;28;7mx\u{1B}[0m")
  }

  @Test func `a bar is one piece as wide as it is told, or as its text`() {
    let bar = Self.price.padded(to: 27, .selected)
    #expect(bar == Line("BTC-USD $26,211.35 +1.24%  ", .selected))
    #expect(Self.price.padded(to: 3, .selected).displayWidth == 25)
  }

  @Test(arguments: [
    (25, "BTC-USD $26,211.35 +1.24%", "BTC-USD $26,211.35 +1.24%"),
    (24, "BTC-USD $26,211.35 +1.2…", "BTC-USD $26,211.35 +1..."),
    (9, "BTC-USD …", "BTC-US..."), (1, "…", "."), (0, "", ""),
  ])
  func `a line that is too long ends in an ellipsis`(width: Int, text: String, ascii: String) {
    #expect(Self.price.shortened(to: width, in: .utf8).rendered() == text)
    #expect(Self.price.shortened(to: width, in: .ascii).rendered() == ascii)
  }

  @Test(arguments: [
    (20, ["a bc def"]), (8, ["a bc def"]), (7, ["a bc", "def"]), (4, ["a bc", "def"]),
    (2, ["a", "bc", "de", "f"]), (1, ["a", "b", "c", "d", "e", "f"]),
  ])
  func `text is wrapped between words, and longer words are cut`(width: Int, lines: [String]) {
    #expect("a bc def".wrapped(to: width) == lines)
    #expect("".wrapped(to: width) == [""])
    #expect("比".wrapped(to: width) == ["比"])
  }
}
