import Foundation
@testable import MarketCore
import RandomInputs
import Testing

/// WebSocket connections with random frames, in random parts.
struct RandomWebSocketTests {
  @Test func `the events do not depend on the parts`() throws {
    var random = Seeded(state: 1)
    var kinds: Set<String> = []
    for _ in 0..<rounds(400) {
      let bytes = Array(WebSocketProtocol.response.utf8) + frames(&random)
      var (whole, _) = try WebSocketProtocol.requested(limit: 70_000)
      let events = whole.receive(bytes).filter { $0 != .alive }
      let output = whole.takeOutput()

      var (parted, _) = try WebSocketProtocol.requested(limit: 70_000)
      var (partedEvents, rest) = ([WebSocketProtocol.Event](), bytes[...])
      let longest = [1 + bytes.count / 1000, 50, 20_000].randomElement(using: &random) ?? 1
      while !rest.isEmpty {
        let count = Int.random(in: 1...longest, using: &random)
        partedEvents += parted.receive(Array(rest.prefix(count))).filter { $0 != .alive }
        rest = rest.dropFirst(count)
      }
      #expect(partedEvents == events)
      #expect(parted.takeOutput() == output)
      #expect(parted.isClosed == whole.isClosed)
      kinds.formUnion(events.map { String("\($0)".prefix { $0 != "(" }) })
    }
    #expect(kinds == ["opened", "text", "binary", "failed", "closed"])
  }

  /// A few frames, of which one in twenty has random bytes.
  private func frames(_ random: inout Seeded) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      let text = Array(
        random.words(of: ["price", "Grö", "€", "🚀", "\u{7FF}\u{10FFFF}"], upTo: 40).utf8)
      switch Int.random(in: 0..<20, using: &random) {
      case 0...8: bytes += WebSocketProtocol.frame(0x81, text)
      case 9:
        let count = [5, 125, 126, 65_536, 70_001].randomElement(using: &random) ?? 0
        bytes += WebSocketProtocol.frame(0x82, Array(repeating: 0xFF, count: count))
      case 10...12: bytes += WebSocketProtocol.frame(0x89, Array(text.prefix(125)))
      case 13...17:
        let cut = Int.random(in: 0...text.count, using: &random)
        bytes += WebSocketProtocol.frame(0x01, Array(text[..<cut]))
        bytes += WebSocketProtocol.frame(0x8A) + WebSocketProtocol.frame(0x80, Array(text[cut...]))
      case 18: bytes += WebSocketProtocol.frame(0x88, [3, 0xE9] + text.prefix(20))
      default: bytes += random.bytes(upTo: 20)
      }
    }
    return bytes
  }

  @Test func `the check of UTF-8 agrees with the standard library`() {
    var random = Seeded(state: 2)
    let parts = ["a", "long text in ASCII", "ö", "€", "\u{D7FF}", "\u{E000}", "🚀", "\u{10FFFF}"]
    for _ in 0..<rounds(3000) {
      var text = Array(random.words(of: parts, upTo: 12).utf8)
      if Bool.random(using: &random) { text = random.mutation(of: text, parts: parts) }
      if Bool.random(using: &random) { text += random.bytes(upTo: 3) }
      let cut = Int.random(in: 0...text.count, using: &random)
      var check = UTF8Check()
      let isValid = text.withUnsafeBytes { bytes in
        check.accepts(UnsafeRawBufferPointer(rebasing: bytes[..<cut]))
          && check.accepts(UnsafeRawBufferPointer(rebasing: bytes[cut...]))
      }
      let expected = String(validating: text, as: UTF8.self) != nil
      #expect((isValid && check.isComplete) == expected, "\(text)")
    }
  }

  @Test func `no characters of two, three or four bytes are confused`() {
    // Every beginning of two bytes, with as many further bytes as the first one requires.
    for first in UInt8(0x80)...0xFF {
      for second in UInt8(0x40)...0xFF {
        let count = first >= 0xF0 ? 2 : first >= 0xE0 ? 1 : 0
        let text = [first, second] + Array(repeating: 0x80, count: count)
        var check = UTF8Check()
        let isValid = text.withUnsafeBytes { check.accepts($0) } && check.isComplete
        #expect(isValid == (String(validating: text, as: UTF8.self) != nil), "\(text)")
      }
    }
  }
}
