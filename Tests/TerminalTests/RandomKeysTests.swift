import Terminal
import RandomInputs
import Testing

/// Random bytes, read as keys.
struct RandomKeysTests {
  /// Bytes that mean something to a parser come more often than others.
  private static let parts: [[UInt8]] =
    [
      "\u{1B}", "[", "O", "1", ";", "2", "5", "~", "A", "a", "M", "Z", "\t", "é", "比", "😀",
      "\u{7F}", "\0",
      "\u{1B}[200~", "\u{1B}[201~", "\n",
    ]
    .map { Array($0.utf8) }

  private static func bytes(using generator: inout Seeded) -> [UInt8] {
    (0..<Int.random(in: 0...40, using: &generator)).flatMap { _ in
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: [UInt8.random(in: 0...255, using: &generator)]
      case 1: Array((parts.randomElement(using: &generator) ?? []).prefix(2))
      default: parts.randomElement(using: &generator) ?? []
      }
    }
  }

  @Test func `any bytes are the same keys, at once or byte by byte or in pieces`() {
    var generator = Seeded(state: 5)
    for _ in 0..<rounds(1_000) {
      let bytes = Self.bytes(using: &generator)
      var (whole, single, pieces) = (KeyParser(), KeyParser(), KeyParser())
      let keys = whole.take(bytes)
      #expect(bytes.flatMap { single.take([$0]) } == keys, "\(bytes)")
      let middle = Int.random(in: 0...bytes.count, using: &generator)
      #expect(pieces.take(bytes[..<middle]) + pieces.take(bytes[middle...]) == keys, "\(bytes)")
      #expect(whole.flushDelay == single.flushDelay, "\(bytes)")
      #expect(whole.flush() == single.flush(), "\(bytes)")
      #expect(keys.count <= bytes.count)
      #expect(whole.take("j".utf8) == [.character("j")])
    }
  }
}
