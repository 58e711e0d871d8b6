import Terminal
import Testing

@testable import Screens

/// The choice of columns, without a screen around it.
struct ColumnChooserTests {
  private static func chooser(shown: [String] = ["c", "a"]) -> ColumnChooser {
    ColumnChooser(["a", "b", "c", "d", "e"].map { ($0, "Meaning of \($0)") }, shown: shown)
  }

  private static func lines(
    _ chooser: ColumnChooser, columns: Int = 40, rows: Int = 20, charset: Charset = .utf8
  ) -> [String] {
    chooser.lines(fitting: TerminalSize(columns: columns, rows: rows), in: charset)
      .map { $0.trimmed().rendered() }
  }

  /// The name of the selected field.
  private static func selected(_ chooser: ColumnChooser) -> String? {
    lines(chooser).first { $0.hasPrefix("›") }.map { String($0.dropFirst(6).prefix(1)) }
  }

  /// A chooser after keys that it handles.
  private static func after(_ keys: [Key], shown: [String] = ["c", "a"]) -> ColumnChooser {
    var chooser = chooser(shown: shown)
    for key in keys { #expect(KeyEffect(chooser.press(key)) == .handled) }
    return chooser
  }

  private static func keys(_ text: String) -> [Key] { text.map { .character($0) } }

  @Test func `all fields are offered with their meanings, those that are shown first`() {
    #expect(
      Self.lines(Self.chooser()) == [
        "› [x] c  Meaning of c", "  [x] a  Meaning of a", "  [ ] b  Meaning of b",
        "  [ ] d  Meaning of d", "  [ ] e  Meaning of e", "options file: --columns c,a",
      ])
    #expect(Self.lines(Self.chooser(shown: [])).first == "› [ ] a  Meaning of a")
    #expect(Self.lines(Self.chooser(shown: [])).last == "  [ ] e  Meaning of e")
  }

  @Test(
    arguments: [
      ("", "c"), ("j", "a"), ("jk", "c"), ("jjjj", "e"), ("jjjjjj", "e"), ("k", "c"), ("jjkj", "b"),
    ])
  func `letters move through the fields, and stop at the ends`(keys: String, name: String) {
    #expect(Self.selected(Self.after(Self.keys(keys))) == name)
  }

  @Test(
    arguments: [
      ([.down, .down], "b"), ([.down, .up], "c"), ([.end], "e"), ([.end, .home], "c"),
      ([.pageDown], "e"), ([.down, .pageUp], "c"),
    ] as [([Key], String)])
  func `so do arrows, pages, Home and End`(keys: [Key], name: String) {
    #expect(Self.selected(Self.after(keys)) == name)
  }

  @Test func `a page is ten fields`() {
    let names = (0..<26).map { String(Unicode.Scalar(UInt8(97 + $0))) }
    var chooser = ColumnChooser(names.map { ($0, "") }, shown: [])
    for (key, name) in [(Key.pageDown, "k"), (.pageDown, "u"), (.pageDown, "z"), (.pageUp, "p")] {
      _ = chooser.press(key)
      #expect(Self.lines(chooser, rows: 30).contains("› [ ] \(name)"))
    }
  }

  @Test func `Space shows or hides a field`() {
    #expect(Self.after(Self.keys("jj ")).names == ["c", "a", "b"])
    #expect(Self.after(Self.keys("jj  ")).names == ["c", "a"])
    #expect(Self.after(Self.keys(" ")).names == ["a"])
    #expect(Self.after(Self.keys("jjjj ")).names == ["c", "a", "e"])
    let none = Self.after(Self.keys(" j "))
    #expect(none.names.isEmpty && !none.hasColumns)
    #expect(!Self.lines(none).contains { $0.contains("options file") })
  }

  @Test(
    arguments: [
      ([.character("J")], "a,c"), ([.shiftDown], "a,c"), ([.character("K")], "c,a"),
      ([.down, .character("K")], "a,c"), ([.down, .shiftUp], "a,c"),
      ([.character("J"), .character("J"), .character(" "), .character(" ")], "a,c"),
      // Over a field that is not shown.
      ([.character("J"), .character("J"), .down, .character(" ")], "a,c,d"),
      ([.end, .character(" "), .shiftUp, .shiftUp, .shiftUp, .shiftUp, .shiftUp], "e,c,a"),
      ([.end, .shiftDown, .character(" ")], "c,a,e"),
    ] as [([Key], String)])
  func `K and J, or arrows with Shift, move a field, which stays selected`(
    keys: [Key], names: String
  ) {
    #expect(Self.after(keys).names.joined(separator: ",") == names)
  }

  @Test func `a field that is moved stays selected`() {
    #expect(Self.selected(Self.after([.character("J")])) == "c")
    #expect(Self.selected(Self.after([.end, .shiftUp])) == "e")
  }

  @Test func `y copies the option, and nothing without columns`() {
    var chooser = Self.after(Self.keys("jj "))
    #expect(KeyEffect(chooser.press(.character("y"))) == .copy("--columns c,a,b"))
    var none = Self.after(Self.keys(" j "))
    #expect(KeyEffect(none.press(.character("y"))) == .handled)
  }

  @Test(
    arguments: [
      .character("q"), .character("?"), .character("r"), .character("c"), .character("s"),
      .character("h"), .character("g"), .character("w"), .character("/"), .left, .right, .tab,
      .backspace, .control("c"), .paste("j k"),
    ] as [Key])
  func `other keys are ignored`(key: Key) {
    var chooser = Self.chooser()
    #expect(KeyEffect(chooser.press(key)) == .ignored)
    #expect(Self.lines(chooser) == Self.lines(Self.chooser()))
  }

  @Test(arguments: [20, 21, 30, 38, 39, 40, 45], [3, 4, 6, 9, 21])
  func `on any terminal the selected field is in view`(
    columns: Int, rows: Int
  ) {
    let names = (0..<26).map { "field_\(Unicode.Scalar(UInt8(97 + $0)))" }
    var chooser = ColumnChooser(
      names.map { ($0, "The 比特币 of a pair, in quote currency") }, shown: [names[0], names[25]])
    for index in 0..<names.count {
      let lines = Self.lines(chooser, columns: columns, rows: rows)
      #expect(lines.allSatisfy { $0.displayWidth <= columns })
      #expect(lines.prefix(rows).count { $0.hasPrefix("›") } == 1)
      #expect(lines.count == min(rows, names.count + 1) || columns < 39)
      #expect(lines.suffix(3).joined().hasSuffix("field_a,field_z"))
      #expect(index > 0 || lines[0].hasPrefix("› [x] field_a"))
      _ = chooser.press(.down)
    }
    #expect(
      Self.lines(chooser, columns: columns, rows: rows).contains { $0.hasPrefix("› [ ] field_y") })
  }

  @Test func `a meaning that does not fit ends in an ellipsis, also in ASCII`() {
    #expect(Self.lines(Self.chooser(), columns: 20)[1] == "  [x] a  Meaning of…")
    #expect(Self.lines(Self.chooser(), columns: 20, charset: .ascii)[1] == "  [x] a  Meaning ...")
    #expect(Self.lines(Self.chooser(), charset: .ascii)[0] == "> [x] c  Meaning of c")
  }

  @Test func `the selected field is a block over the whole line, meanings are faint`() {
    let lines = Self.chooser().lines(
      fitting: TerminalSize(columns: 30, rows: 9), in: .utf8)
    #expect(lines[0].spans.map(\.style) == [.selected])
    #expect(lines[0].displayWidth == 30)
    #expect(lines[1].spans.map(\.style) == [.plain, .faint])
    #expect(lines[5].spans.map(\.style) == [.faint])
  }
}
