import MarketCore
import Terminal
import Testing

@testable import Screens

/// The prompt for the filter of a list.
struct ListFilterTests {
  @Test func `rows follow what is typed, and the heading tells`() {
    var list = ListScreen.sample()
    #expect(list.prompt == nil)
    #expect(list.heading == ["10 pairs", "sort symbol"])
    #expect(list.press(.character("/")) == .handled)
    #expect(list.prompt?.text == "/")
    for (key, prompt) in zip("b-*", ["/b", "/b-", "/b-*"]) {
      #expect(list.press(.character(key)) == .handled)
      #expect(list.prompt?.text == prompt)
    }
    #expect(list.initials == "B")
    #expect(list.heading == ["1 of 10 pairs", "filter b-*", "sort symbol"])
    list.poll([1, 2])
    #expect(list.initials == "B")
    #expect(list.heading == ["1 of 2 pairs", "filter b-*", "sort symbol"])
  }

  @Test func `Enter keeps it`() {
    var list = ListScreen.sample()
    list.press("/c")
    #expect(list.press(.enter) == .handled)
    #expect(list.prompt == nil)
    #expect(list.initials == "C")
    #expect(list.press(.enter) == .open("C-USD"))
    list.press("/,e")
    #expect(list.prompt?.text == "/c,e")
    #expect(list.initials == "CE")
  }

  @Test func `Esc cancels it, and that before counts`() {
    var list = ListScreen.sample()
    list.press("/c")
    list.press([.enter, .character("/"), .backspace, .character("x")])
    #expect(list.initials == "")
    #expect(list.press(.escape) == .handled)
    #expect(list.prompt == nil)
    #expect(list.initials == "C")
  }

  @Test func `Esc discards an applied one before it leaves, and is offered`() {
    var list = ListScreen.sample(filters: ["b,c"])
    #expect(list.escapeHint == nil)
    list.press("/")
    list.press([.control("u"), .character("e"), .enter])
    #expect(list.initials == "E")
    #expect(list.escapeHint?.word == "reset")
    #expect(list.press(.escape) == .handled)
    #expect(list.initials == "BC")
    #expect(list.escapeHint == nil)
    #expect(list.press(.escape) == .ignored)
  }

  @Test func `one that no pair matches says so, and which keys help`() {
    var list = ListScreen.sample()
    list.press("/x")
    #expect(list.texts == ["  SYMBOL ▲  LAST  PERCENT  VOLUME  TURNOVER", "", "  no pair matches"])
    list.press([.enter])
    #expect(list.texts.last == "  Esc to reset · / to edit the filter")
    #expect(list.hints.map(\.word) == ["filter", "where", "columns", "reset"])
    var given = ListScreen.sample(filters: ["x"])
    #expect(given.texts.last == "  / to edit the filter")
    given.press([.escape])
    #expect(given.initials == "")
  }

  @Test(
    arguments: [
      ([.backspace], "/c,d"), ([.backspace, .backspace], "/c,"), ([.control("u")], "/"),
      ([.control("w")], "/c"), ([.control("w"), .control("w")], "/"),
      (Array(repeating: .backspace, count: 9), "/"), ([.control("u"), .control("w")], "/"),
      ([.control("u"), .backspace], "/"), ([.character("q")], "/c,deq"),
      ([.character("?")], "/c,de?"), ([.character("/")], "/c,de/"), ([.character(" ")], "/c,de "),
      ([.character("é"), .character("比"), .backspace], "/c,deé"),
      ([.character("j"), .character("k"), .character("S")], "/c,dejkS"),
      ([.up, .down, .pageUp, .tab, .control("x")], "/c,de"),
      ([.left, .character("x")], "/c,dxe"), ([.home, .delete], "/,de"),
      ([.home, .right, .character("x"), .end, .character("y")], "/cx,dey"),
    ] as [([Key], String)])
  func `keys edit it while it is typed`(keys: [Key], prompt: String) {
    var list = ListScreen.sample()
    list.press("/c,de")
    for key in keys { #expect(list.press(key) == .handled) }
    #expect(list.prompt?.text == prompt)
    #expect(list.selected.count <= 1)
  }

  @Test func `what is pasted is appended to it, and means nothing where none is typed`() {
    var list = ListScreen.sample()
    #expect(list.press(.paste("q/b")) == .ignored)
    #expect(list.prompt == nil)
    list.press("/c")
    #expect(list.press(.paste(",d-*,q")) == .handled)
    #expect(list.prompt?.text == "/c,d-*,q")
    #expect(list.initials == "CD")
  }

  @Test(arguments: [
    ("b,C", "BC"), ("?-USD", "ABCDEFGHIJ"), ("*d", "ABCDEFGHIJ"), ("a-*", "A"), ("x", ""),
    (" b , c ", "BC"), (",", "ABCDEFGHIJ"),
  ])
  func `it is a filter as of the option`(text: String, initials: String) {
    var list = ListScreen.sample(room: TerminalSize(columns: 80, rows: 30))
    list.press("/" + text)
    #expect(list.initials == initials)
  }

  @Test func `a filter that was given once is edited`() {
    var list = ListScreen.sample(filters: ["b,c"])
    #expect(list.initials == "BC")
    #expect(list.heading.dropFirst().first == "filter b,c")
    list.press([.character("/")])
    #expect(list.prompt?.text == "/b,c")
    list.press([.control("u")])
    #expect(list.heading == ["10 pairs", "sort symbol"])
    list.press([.escape])
    #expect(list.initials == "BC")
  }

  @Test func `filters that were given twice stay, and are narrowed`() {
    var list = ListScreen.sample(filters: ["b,c,e", "c,e,f"])
    #expect(list.initials == "CE")
    #expect(list.heading.dropFirst().first == "filter b,c,e and c,e,f")
    list.press([.character("/")])
    #expect(list.prompt?.text == "/")
    list.press("e,f")
    #expect(list.initials == "E")
    #expect(list.heading.dropFirst().first == "filter b,c,e and c,e,f and e,f")
    list.press([.control("u"), .enter])
    #expect(list.initials == "CE")
    list.press("/f")
    #expect(list.initials == "")
    list.press([.escape])
    #expect(list.initials == "CE")
  }

  @Test func `before the first answer a filter can be typed, and no pairs are counted`() {
    var list = ListScreen.sample([])
    #expect(list.heading == ["sort symbol"])
    list.press("/b")
    #expect(list.heading == ["filter b", "sort symbol"])
    list.press([.enter])
    list.poll([1, 2])
    #expect(list.initials == "B")
  }
}
