import Terminal
import Testing

/// The keys that a terminal sends as bytes.
struct KeyParserTests {
  static func keys(_ text: String) -> [Key] {
    var parser = KeyParser()
    return parser.take(text.utf8)
  }

  @Test(
    arguments: [
      ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[1;5A", .up), ("\u{1B}[1;6A", .up),
      ("\u{1B}[B", .down), ("\u{1B}OB", .down), ("\u{1B}[1;3B", .down),
      ("\u{1B}[1;2A", .shiftUp), ("\u{1B}[1;2B", .shiftDown), ("\u{1B}[a", .shiftUp),
      ("\u{1B}[b", .shiftDown), ("\u{1B}[Z", .backTab), ("\u{1B}[1;2Z", .backTab),
      ("\u{1B}[3~", .delete), ("\u{1B}[3;5~", .delete),
      ("\u{1B}[C", .right), ("\u{1B}OC", .right), ("\u{1B}[1;5C", .right),
      ("\u{1B}[D", .left), ("\u{1B}OD", .left), ("\u{1B}[1;5D", .left),
      ("\u{1B}[H", .home), ("\u{1B}OH", .home), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home),
      ("\u{1B}[1;5H", .home), ("\u{1B}[F", .end), ("\u{1B}OF", .end), ("\u{1B}[4~", .end),
      ("\u{1B}[8~", .end), ("\u{1B}[1;2F", .end), ("\u{1B}[5~", .pageUp), ("\u{1B}[5;5~", .pageUp),
      ("\u{1B}[6~", .pageDown), ("\u{1B}[6;3~", .pageDown), ("\u{1B}OM", .enter), ("\n", .enter),
      ("\r", .enter), ("\u{7F}", .backspace), ("\u{8}", .backspace),
      ("\u{1}", .control("a")), ("\u{15}", .control("u")), ("\u{17}", .control("w")),
      ("\t", .tab), ("\u{1A}", .control("z")), (" ", .character(" ")),
      ("a", .character("a")), ("S", .character("S")), ("[", .character("[")),
      ("~", .character("~")), ("é", .character("é")), ("比", .character("比")),
      ("😀", .character("😀")),
    ] as [(String, Key)])
  func `a key has its bytes, whole or one by one`(text: String, key: Key) {
    #expect(Self.keys(text) == [key])
    var parser = KeyParser()
    let bytes = Array(text.utf8)
    for byte in bytes.dropLast() {
      #expect(parser.take([byte]) == [])
      #expect(parser.flushDelay == .milliseconds(25))
    }
    #expect(parser.take(bytes.suffix(1)) == [key])
    #expect(parser.flushDelay == nil)
  }

  @Test func `keys that come at once come in their order`() {
    #expect(
      Self.keys("j\u{1B}[Bé\u{1B}OA\u{15}\r")
        == [.character("j"), .down, .character("é"), .up, .control("u"), .enter])
  }

  @Test func `an escape is a key of its own only when nothing follows`() {
    var parser = KeyParser()
    #expect(parser.take([0x1B]) == [])
    #expect(parser.flushDelay == .milliseconds(25))
    #expect(parser.flush() == [.escape])
    #expect(parser.flushDelay == nil)
    #expect(parser.flush() == [])
    #expect(parser.take("A".utf8) == [.character("A")])
  }

  @Test(arguments: [
    "q", "x", " ", "é", "比", "😀", "\r", "\n", "\t", "\u{7F}", "\u{8}", "\u{1}", "\0", "~",
    "\u{1B}[A", "\u{1B}OA", "\u{1B}[5~", "\u{1B}[a", "\u{1B}[Z", "\u{1B}[3~",
  ])
  func `a key that is typed with Alt is nothing, neither itself nor an escape`(text: String) {
    let bytes = Array("\u{1B}\(text)".utf8)
    #expect(Self.keys("\u{1B}\(text)j") == [.character("j")])
    var parser = KeyParser()
    for byte in bytes.dropLast() {
      #expect(parser.take([byte]) == [])
      #expect(parser.flushDelay == .milliseconds(25))
    }
    #expect(parser.take(bytes.suffix(1)) == [])
    #expect(parser.flushDelay == nil)
  }

  @Test func `each of two escapes is one`() {
    var parser = KeyParser()
    #expect(parser.take("\u{1B}\u{1B}".utf8) == [])
    #expect(parser.flush() == [.escape, .escape])
    #expect(parser.take("\u{1B}\u{1B}q".utf8) == [.escape])
    #expect(parser.flushDelay == nil)
  }

  @Test(arguments: [
    "\u{1B}[", "\u{1B}O", "\u{1B}[1;5", "\u{1B}[5", "\u{1B}]", "\u{1B}P", "\u{1B}]11;rgb:",
    "\u{1B}]11\u{1B}",
  ])
  func `an incomplete sequence is ignored, and the next key counts`(text: String) {
    var parser = KeyParser()
    #expect(parser.take(text.utf8) == [])
    #expect(parser.flushDelay == .milliseconds(25))
    #expect(parser.flush() == [])
    #expect(parser.take("j".utf8) == [.character("j")])
  }

  @Test(arguments: [
    "\u{1B}[2~", "\u{1B}[15~", "\u{1B}OP", "\u{1B}Oa", "\u{1B}OZ", "\u{1B}[?1;2c", "\u{1B}[I",
    "\u{1B}[201~", "\u{1B}[M", "\0",
  ])
  func `a key that means nothing here is nothing, and the next one counts`(text: String) {
    #expect(Self.keys(text + "j") == [.character("j")])
  }

  @Test(arguments: [
    "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\",
    "\u{1B}P1+r544e=71\u{1B}\\", "\u{1B}_Gi=1;q\u{1B}\\", "\u{1B}^q\u{1B}\\", "\u{1B}Xq\u{1B}\\",
    "\u{1B}]\u{7}", "\u{1B}]é比\u{7}",
  ])
  func `a response of the terminal is ignored, whole or byte by byte`(text: String) {
    #expect(Self.keys(text + "j") == [.character("j")])
    var parser = KeyParser()
    for byte in text.utf8.dropLast() {
      #expect(parser.take([byte]) == [])
      #expect(parser.flushDelay == .milliseconds(25))
    }
    #expect(parser.take(text.utf8.suffix(1)) == [])
    #expect(parser.flushDelay == nil)
  }

  @Test func `an incomplete response ends at the next sequence or after 1,024 bytes`() {
    #expect(Self.keys("\u{1B}]11;\u{1B}[A") == [.up])
    let keys = Self.keys("\u{1B}]" + String(repeating: "1", count: 2000) + "j")
    #expect(keys.count < 1000 && keys.last == .character("j"))
  }

  @Test(
    arguments: [
      [0xFF], [0x80], [0xC0], [0xC3], [0xC3, 0xC3], [0xE6, 0xAF], [0xE6, 0x41], [0xED, 0xA0, 0x80],
      [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80], [0xC0, 0xAF],
    ] as [[UInt8]])
  func `what is no UTF-8 is nothing, and the next key counts`(bytes: [UInt8]) {
    var parser = KeyParser()
    let ascii = bytes.filter { $0 < 0x80 }.map { Key.character(Character(Unicode.Scalar($0))) }
    #expect(parser.take(bytes + Array("j".utf8)) == ascii + [.character("j")])
    #expect(parser.flushDelay == nil)
  }

  @Test func `a sequence that is cut short takes no key with it, and does not grow`() {
    #expect(Self.keys("\u{1B}[1;\u{1B}[A") == [.up])
    #expect(Self.keys("\u{1B}[é") == [.character("é")])
    #expect(Self.keys("\u{1B}[5\r") == [.enter])
    let keys = Self.keys("\u{1B}[" + String(repeating: "1", count: 1000) + "A")
    #expect(keys.dropLast().allSatisfy { $0 == .character("1") } && keys.count < 1000)
    #expect(keys.last == .character("A"))
  }

  @Test func `a character that never gets whole is nothing`() {
    var parser = KeyParser()
    #expect(parser.take([0xE6, 0xAF]) == [])
    #expect(parser.flush() == [])
    #expect(parser.take("j".utf8) == [.character("j")])
  }
}
