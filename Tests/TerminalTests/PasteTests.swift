import Terminal
import Testing

/// Text that is pasted into a terminal.
struct PasteTests {
  private static let (start, end) = ("\u{1B}[200~", "\u{1B}[201~")

  @Test(arguments: [
    ("BTC", "BTC"), ("BTC\nqqq", "BTC qqq"), ("BTC\r\nqqq\r", "BTC qqq"),
    ("\n\n BTC\t\tq \n", "BTC q"),
    ("q?\u{3}\u{1A}\u{7F}\0", "q?"), ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"),
    ("比特\u{2028}é", "比特 é"),
    ("a\u{202E}b\u{9B}c", "abc"), ("\u{1B}\u{1B}OA\u{1B}", "OA"), ("\u{1B}[200~x", "[200~x"),
    ("\u{1B}[201", "[201"), ("\u{1B}[2\u{1B}[20x", "[2[20x"), ("a b", "a b"), ("👨‍👩‍👧", "👨👩👧"),
  ])
  func `it is one key, a line of text without controls`(pasted: String, text: String) {
    #expect(
      KeyParserTests.keys("j\(Self.start)\(pasted)\(Self.end)k") == [
        .character("j"), .paste(text), .character("k"),
      ])
  }

  @Test(arguments: ["", "\n", "\r\n \t", "\u{3}\u{4}"])
  func `one of nothing is nothing`(pasted: String) {
    #expect(KeyParserTests.keys(Self.start + pasted + Self.end + "q") == [.character("q")])
  }

  @Test func `its bytes may arrive in any pieces`() {
    let bytes = Array("\(Self.start)é\n\u{1B}[20比\(Self.end)".utf8)
    for size in 1..<bytes.count {
      var parser = KeyParser()
      var keys: [Key] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        keys += parser.take(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(keys == [.paste("é [20比")], "\(size)")
      #expect(parser.flushDelay == nil)
    }
  }

  @Test(
    arguments: [[0xFF], [0xE6, 0xAF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0x80]] as [[UInt8]])
  func `what is no UTF-8 is left out`(bytes: [UInt8]) {
    var parser = KeyParser()
    let pasted = Array(Self.start.utf8) + [0x61] + bytes + [0x62] + Array(Self.end.utf8)
    #expect(parser.take(pasted) == [.paste("ab")])
  }

  @Test func `one whose end is lost ends when nothing follows, and then keys are keys`() {
    var parser = KeyParser()
    #expect(parser.take("\(Self.start)BTC\nq\u{1B}[20".utf8) == [])
    #expect(parser.flushDelay == .seconds(2))
    #expect(parser.flush() == [.paste("BTC q")])
    #expect(parser.flushDelay == nil)
    #expect(parser.take("q".utf8) == [.character("q")])
  }

  @Test func `one that is long is cut, and none of it becomes keys`() {
    var parser = KeyParser()
    #expect(parser.take(Self.start.utf8) == [])
    let piece = Array("qé\n".utf8) + Array(repeating: 0x71, count: 1000)
    for _ in 0..<100 { #expect(parser.take(piece) == []) }
    let keys = parser.take("\(Self.end)j".utf8)
    guard keys.count == 2, case .paste(let text) = keys[0] else {
      Issue.record("\(keys.count) keys")
      return
    }
    #expect(text.hasPrefix("qé q") && (4000...4096).contains(text.utf8.count))
    #expect(keys[1] == .character("j"))
  }

  @Test(arguments: ["\u{1B}", "\u{1B}[", "\u{1B}[2", "\u{1B}O", "\u{1B}[1;5"])
  func `one that follows an unfinished key is one`(before: String) {
    #expect(KeyParserTests.keys(before + Self.start + "BTC\nqqq" + Self.end) == [.paste("BTC qqq")])
  }
}
