import Arguments
import RandomInputs
import Testing

/// Random words on a command line: no words crash the parser.
struct RandomWordsTests {
  @Test func `no words crash the parser, and every error is one line`() {
    var generator = Seeded(state: 1)
    for _ in 0..<rounds(2_000) {
      let words = randomWords(using: &generator)
      do throws(UsageError) {
        switch try Sample.program.parse(words) {
        case .run(let invocation): #expect(invocation.command.name != "help", "\(words)")
        case .help, .topic, .version: break
        }
      } catch {
        #expect(error.lines.count == 1, "\(words)")
      }
    }
  }

  @Test func `any words after two dashes are operands`() throws {
    var generator = Seeded(state: 2)
    for _ in 0..<rounds(1_000) {
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

  private func randomWords(using generator: inout Seeded) -> [String] {
    (0..<Int.random(in: 0...6, using: &generator)).map { _ in
      (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        Self.parts.randomElement(using: &generator) ?? ""
      }.joined()
    }
  }
}
