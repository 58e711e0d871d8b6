import Terminal
import Testing

/// The keys that edit a line of text.
struct TextFieldTests {
  /// A field after keys, with a bar for the cursor.
  private static func edited(_ text: String, _ keys: [Key]) -> String {
    var field = TextField(text)
    for key in keys { field.handle(key) }
    #expect(field.text == field.beforeCursor + field.afterCursor)
    return "\(field.beforeCursor)|\(field.afterCursor)"
  }

  @Test(
    arguments: [
      ([], "last > 7|"), ([.character("0")], "last > 70|"), ([.paste("00 or")], "last > 700 or|"),
      ([.left], "last > |7"), ([.left, .left, .right], "last > |7"), ([.right], "last > 7|"),
      ([.home], "|last > 7"), ([.control("a")], "|last > 7"), ([.home, .left], "|last > 7"),
      ([.home, .end], "last > 7|"), ([.home, .control("e")], "last > 7|"),
      ([.home, .right, .right], "la|st > 7"), ([.left, .end, .left], "last > |7"),
      ([.home, .character("a"), .paste("b c")], "ab c|last > 7"),
      ([.left, .character("1"), .character("2")], "last > 12|7"),
      ([.backspace], "last > |"), ([.left, .backspace], "last >|7"),
      ([.home, .backspace], "|last > 7"),
      ([.delete], "last > 7|"), ([.home, .delete], "|ast > 7"), ([.left, .delete], "last > |"),
      ([.control("u")], "|"), ([.left, .control("u")], "|"), ([.home, .control("u")], "|"),
      ([.control("w")], "last >|"), ([.control("w"), .control("w")], "last|"),
      ([.left, .left, .control("w")], "last| 7"), ([.home, .control("w")], "|last > 7"),
      (Array(repeating: .control("w"), count: 4), "|"),
    ] as [([Key], String)])
  func `keys edit the text, and move the cursor`(keys: [Key], result: String) {
    #expect(Self.edited("last > 7", keys) == result)
  }

  @Test(
    arguments: [
      .up, .down, .pageUp, .pageDown, .shiftUp, .shiftDown, .enter, .escape, .tab, .backTab,
      .control("c"), .control("k"), .control("l"),
    ] as [Key])
  func `other keys have no effect`(key: Key) {
    #expect(Self.edited("ab", [.left, key]) == "a|b")
  }

  @Test(arguments: ["比特币", "e\u{301}e\u{301}", "👩‍👩‍👧🇩🇪🇫🇷", "x\u{200D}y"])
  func `a character of several code points is one to all keys`(text: String) {
    for steps in 0...text.count + 1 {
      let left = [Key](repeating: .left, count: steps)
      let moved = Self.edited(text, left)
      #expect(moved.filter { $0 != "|" } == text)
      #expect(moved.prefix { $0 != "|" }.count == max(0, text.count - steps))
      let back = Self.edited(text, left + [Key](repeating: .right, count: steps))
      #expect(back == "\(text)|")
    }
    #expect(Self.edited(text, [.backspace]) == "\(text.dropLast())|")
    #expect(Self.edited(text, [.home, .delete]) == "|\(text.dropFirst())")
  }

  @Test func `a field without a text is empty`() {
    #expect(TextField().text == "")
    #expect(Self.edited("", [.left, .right, .backspace, .delete, .control("w"), .end]) == "|")
  }
}
