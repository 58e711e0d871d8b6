import MarketCore
import Terminal
import TestTools
import Testing

@testable import Screens

/// The prompt for the condition of a list.
struct ListConditionTests {
  private static let high = TerminalSize(columns: 80, rows: 30)

  private static func list(
    _ conditions: String..., filters: [String] = []
  ) -> ListScreen<ListFeed> {
    .sample(filters: filters, conditions: conditions, room: high)
  }

  @Test func `rows follow it once Enter applies it, and the heading names it`() {
    var list = Self.list()
    #expect(list.press(.character("w")) == .handled)
    #expect(list.prompt?.text == "where: ")
    list.press("last > 7")
    #expect(list.initials == "ABCDEFGHIJ")
    #expect(list.heading == ["10 pairs", "sort symbol"])
    #expect(list.press(.enter) == .handled)
    #expect(list.prompt == nil)
    #expect(list.initials == "HIJ")
    #expect(list.heading == ["3 of 10 pairs", "where last > 7", "sort symbol"])
    list.press("w")
    #expect(list.prompt?.text == "where: last > 7")
    list.press([.backspace, .character("9"), .enter])
    #expect(list.initials == "J")
  }

  @Test(arguments: [
    ("last >", "unexpected end of expression", 6),
    ("lst > 7", "unknown field 'lst'; did you mean last?", 0),
    ("last > 7 and", "unexpected end of expression", 12),
    ("'比特' $ 1", "unexpected character '$'", 5),
  ])
  func `an invalid one has its error below while it is typed, and is refused`(
    text: String, error: String, offset: Int
  ) {
    var list = Self.list("last > 8")
    list.press([.character("w"), .control("u"), .paste(text)])
    #expect(list.prompt?.note == error)
    #expect(list.prompt?.errorOffset == offset)
    #expect(list.press(.enter) == .refused(error))
    #expect(list.prompt?.text == "where: \(text)")
    #expect(list.initials == "IJ")
    list.press([.control("u"), .paste("last > 9")])
    #expect(list.prompt?.note == "options file: --where last > 9")
    #expect(list.prompt?.errorOffset == nil)
    list.press([.enter])
    #expect(list.initials == "J")
  }

  @Test func `Esc cancels it, and that before counts`() {
    var list = Self.list("last > 8")
    list.press([.character("w"), .control("u"), .paste("last > 9")])
    #expect(list.press(.escape) == .handled)
    #expect(list.prompt == nil)
    #expect(list.initials == "IJ")
    #expect(list.escapeHint == nil)
    #expect(list.press(.escape) == .ignored)
  }

  @Test func `Esc discards an applied one, together with the filter, before it leaves`() {
    let keys: [(String, rows: String)] = [
      ("wlast > 6\r", "GHI"), ("/\u{15}h\r", "H"), ("wlast > 6\r/\u{15}g,j\r", "GJ"),
    ]
    for (keys, rows) in keys {
      var list = Self.list("last > 5", filters: ["g,h,i"])
      #expect(list.initials == "GHI" && list.escapeHint == nil)
      for key in keys {
        switch key {
        case "\r": list.press([.enter])
        case "\u{15}": list.press([.control("u")])
        case "w": list.press([.character("w"), .control("u")])
        default: list.press(String(key))
        }
      }
      #expect(list.initials == rows)
      #expect(list.escapeHint?.word == "reset")
      #expect(list.press(.escape) == .handled)
      #expect(list.initials == "GHI")
      #expect(list.heading[1...] == ["filter g,h,i", "where last > 5", "sort symbol"])
      #expect(list.escapeHint == nil)
      #expect(list.press(.escape) == .ignored)
    }
  }

  @Test(arguments: ["", "   "]) func `an empty one keeps all rows`(text: String) {
    var list = Self.list("last > 8")
    list.press([.character("w"), .control("u"), .paste(text)])
    #expect(list.prompt?.note == "")
    #expect(list.press(.enter) == .handled)
    #expect(list.initials == "ABCDEFGHIJ")
    #expect(list.heading == ["10 pairs", "sort symbol"])
    #expect(list.escapeHint?.word == "reset")
    list.press([.escape])
    #expect(list.initials == "IJ")
  }

  @Test func `several that were given are edited as one, in parentheses`() {
    var list = Self.list("last > 2", "last < 5 or last == 9")
    let text = "(last > 2) and (last < 5 or last == 9)"
    #expect(list.initials == "CDI")
    #expect(list.heading[1] == "where \(text)")
    list.press("w")
    #expect(list.prompt?.text == "where: \(text)")
    #expect(list.press(.enter) == .handled)
    #expect(list.initials == "CDI" && list.escapeHint == nil)
    list.press("w")
    list.press([.paste(" and last != 4"), .enter])
    #expect(list.initials == "CI")
    #expect(list.heading[1] == "where \(text) and last != 4")
    list.press([.escape])
    #expect(list.initials == "CDI" && list.heading[1] == "where \(text)")
  }

  @Test func `it has at most 1,000 characters`() {
    var list = Self.list()
    let error = "expression too long (maximum 1000 characters)"
    list.press([.character("w"), .paste("last > 8" + String(repeating: " ", count: 993))])
    #expect(list.prompt?.note == error)
    #expect(list.press(.enter) == .refused(error))
    list.press([.backspace, .enter])
    #expect(list.initials == "IJ")
  }

  @Test func `two that are too long together stay as they are`() {
    let text = "last > 8" + String(repeating: " ", count: 900)
    var list = Self.list(text, text)
    list.press("w")
    #expect(list.press(.enter) == .handled)
    #expect(list.prompt == nil)
    #expect(list.initials == "IJ" && list.escapeHint == nil)
  }

  @Test func `polls that arrive while it is typed follow the one that counts`() {
    var list = Self.list("last > 8")
    list.press("w or")
    list.poll([9, 1, 10])
    #expect(list.initials == "AC")
    #expect(list.prompt?.text == "where: last > 8 or")
    list.press(" last == 1")
    list.press([.enter])
    #expect(list.initials == "ABC")
  }

  @Test func `where it keeps no row, the keys that help are named`() {
    var list = Self.list("last > 10")
    #expect(list.texts.last == "  w to edit the condition")
    list.press([.character("w"), .control("u"), .paste("last > 20")])
    #expect(list.texts.last == "  no pair matches")
    list.press([.enter])
    #expect(list.texts.last == "  Esc to reset · w to edit the condition")
    list.press("/x")
    list.press([.enter])
    #expect(
      list.texts.last == "  Esc to reset · w to edit the condition · / to edit the filter")
  }

  @Test func `polling restarts only where it needs another request, and the rows stay`() {
    var list = Self.list()
    list.press([.character("w"), .paste("not bid > 5")])
    #expect(list.press(.enter) == .restart)
    #expect(list.initials == "ABCDEFGHIJ")
    list.press([.character("w"), .paste(" and ask != 5 or last > 2")])
    #expect(list.press(.enter) == .restart)
    list.press("w")
    #expect(list.press(.enter) == .handled)
    #expect(list.press(.escape) == .restart)
    list.press([.character("w"), .paste("percent > 0")])
    #expect(list.press(.enter) == .handled)
  }

  @Test func `keys of the list are text in it, and its cursor moves`() {
    var list = Self.list()
    list.press("w")
    list.press("/sScyY<>?q $jkgG")
    list.press([.tab, .backTab, .up, .down, .pageUp, .home, .character("1"), .end, .left, .delete])
    #expect(list.prompt?.text == "where: 1/sScyY<>?q $jkg")
    list.press([.escape])
    #expect(list.heading == ["10 pairs", "sort symbol"])
    #expect(list.selected == "A")
  }
}
