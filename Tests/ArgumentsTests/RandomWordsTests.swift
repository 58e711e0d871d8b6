import Arguments
import Testing

struct RandomWordsTests {
  @Test func `no words crash the parser, and every error is one line`() {
    var generator = SeededGenerator(state: 1)
    for _ in 0..<20_000 {
      let words = randomWords(using: &generator)
      do throws(UsageError) {
        switch try Sample.program.parse(words) {
        case .run(let invocation): #expect(invocation.command.name != "help", "\(words)")
        case .help, .version: break
        }
      } catch {
        #expect(error.lines.count == 1, "\(words)")
      }
    }
  }

  @Test func `any words after two dashes are operands`() throws {
    var generator = SeededGenerator(state: 2)
    for _ in 0..<2_000 {
      let words = randomWords(using: &generator)
      guard case .run(let invocation) = try Sample.program.parse(["note", "--"] + words) else {
        Issue.record("not an invocation: \(words)")
        return
      }
      #expect(invocation.operands == words)
    }
  }

  private static let parts = [
    "-", "--", "=", "1", "n", "f", "q", "h", "filter", "limit", "once", "count", "help", "version",
    "list", "book", "price", "note", "lst", "", " ", "\u{301}", "\u{200D}", "\r\n", "é", "🇩🇪", "\0",
  ]

  private func randomWords(using generator: inout SeededGenerator) -> [String] {
    (0..<Int.random(in: 0...6, using: &generator)).map { _ in
      (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        Self.parts.randomElement(using: &generator) ?? ""
      }.joined()
    }
  }
}

/// SplitMix64: the same numbers on every run.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
