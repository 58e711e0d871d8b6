import MarketCore
import Reports
import Terminal
import Testing

@testable import Screens

/// The keys that move through the rows of a list.
struct ListMovesTests {
  @Test(
    arguments: [
      ([], "A"), ([.down], "B"), ([.character("j")], "B"), ([.up], "A"), ([.character("k")], "A"),
      ([.down, .down, .up], "B"), ([.end], "J"), ([.character("G")], "J"), ([.end, .down], "J"),
      ([.end, .up], "I"), ([.end, .home], "A"), ([.end, .character("g")], "A"),
      ([.pageDown], "C"), ([.pageDown, .pageDown], "E"), ([.pageDown, .pageUp], "A"),
      ([.end, .pageUp], "H"), ([.end, .pageDown], "J"), ([.down, .pageUp], "A"),
      ([.up, .up, .down], "B"), ([.end, .down, .down, .up], "I"),
    ] as [([Key], String)])
  func `keys move the selection, no further than the ends`(keys: [Key], selected: String) {
    var list = ListScreen.sample()
    for key in keys { #expect(list.press(key) == .handled) }
    #expect(list.selected == selected)
  }

  @Test(
    arguments: [
      .character(" "), .character("r"), .character("?"), .character("q"), .character("x"),
      .character("C"), .character("+"), .escape, .left, .right, .backspace, .control("l"),
    ] as [Key])
  func `other keys are ignored`(key: Key) {
    var list = ListScreen.sample()
    let before = list.texts
    #expect(list.press(key) == .ignored)
    #expect(list.texts == before)
  }

  @Test func `Enter opens the book of the selected pair, and the selection stays`() {
    var list = ListScreen.sample()
    #expect(list.press(.enter) == .open("A-USD"))
    list.press([.down, .down])
    #expect(list.press(.enter) == .open("C-USD"))
    #expect(list.selected == "C")
  }

  @Test func `without rows there is nothing to open or to move to`() {
    var empty = ListScreen.sample([])
    for key in [.enter, .up, .down, .pageUp, .pageDown, .home, .end] as [Key] {
      #expect(empty.press(key) == .handled)
    }
    #expect(empty.selected == "")
    empty.poll([1, 2])
    #expect(empty.selected == "A")
  }

  @Test(arguments: [
    (0, "ABCD"), (1, "ABCD"), (2, "ABCD"), (3, "BCDE"), (5, "DEFG"), (7, "FGHI"), (8, "GHIJ"),
    (9, "GHIJ"),
  ])
  func `the selected row stands in the middle, but at both ends`(moves: Int, initials: String) {
    var list = ListScreen.sample()
    list.press(Array(repeating: .down, count: moves))
    #expect(list.initials == initials)
    #expect(list.texts.first?.hasPrefix("  SYMBOL") == true)
  }

  @Test(arguments: [1, 2, 3, 4, 10, 11, 12, 50])
  func `there are no more lines than room, and the selected row is one of them`(rows: Int) {
    for moves in 0..<10 {
      var list = ListScreen.sample(room: TerminalSize(columns: 80, rows: rows))
      list.press(Array(repeating: .down, count: moves))
      #expect(list.texts.count == min(rows, 11))
      #expect(list.selected.count == (rows > 1 ? 1 : 0))
    }
  }

  @Test func `without a heading the rows have all the room`() {
    var list = ListScreen.sample(hasHeader: false)
    list.press([.end])
    #expect(list.texts.map { $0.prefix(3) } == ["  F", "  G", "  H", "  I", "› J"])
  }

  @Test func `the final lines are the same rows, and none is selected`() {
    var list = ListScreen.sample(room: TerminalSize(columns: 80, rows: 4))
    list.press([.end, .up])
    let lines = list.finalLines.map { $0.rendered() }
    #expect(lines.map { $0.prefix(6) } == ["SYMBOL", "H-USD ", "I-USD ", "J-USD "])
    #expect(list.finalLines.allSatisfy { !$0.isSelected })
  }

  @Test func `the selected row is one bar of the whole width, without looks inside`() {
    var list = ListScreen.sample(palette: .standard)
    list.poll(Array(11...20))
    list.press([.down])
    let lines = list.body
    #expect(lines.map(\.isSelected) == [false, false, true, false, false])
    #expect(lines[2].spans.map(\.style) == [.selected])
    #expect(lines[2].displayWidth == 80)
    #expect(lines[3].spans.contains { $0.style.contains(.up) })
    list.press([.down])
    #expect(list.body[2].spans.contains { $0.style.contains(.up) })
  }
}

extension Line {
  /// Whether all of it is selected, as far as anything is.
  fileprivate var isSelected: Bool {
    let styles = Set(spans.map { $0.style.contains(.selected) })
    #expect(styles.count == 1)
    return styles == [true]
  }
}
