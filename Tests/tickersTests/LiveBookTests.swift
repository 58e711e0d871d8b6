import Foundation
import StubExchange
import Testing

/// The real program watching an order book on a terminal.
@Suite struct LiveBookTests {
  private static func book(_ quantity: String) -> Reply {
    .json(
      #"{"symbol":"BTC-USD","bids":[{"px":99,"qty":\#(quantity)},{"px":98,"qty":4}],"#
        + #""asks":[{"px":101,"qty":3}]}"#)
  }

  /// The ladders that were drawn while the program watched these answers.
  private static func ladders(
    of replies: [Reply], environment: [String: String]
  ) async throws -> [String] {
    let exchange = try StubExchange { replies[min($0.number, replies.count - 1)] }
    let terminal = try PseudoTerminal()
    let program = try Program(
      [
        "book", "BTC-USD", "--url", exchange.url.absoluteString, "-i", "0.2", "--count",
        "\(replies.count)",
      ], environment: environment, terminal: terminal)
    _ = await program.status()
    await until { terminal.output.text.contains("\u{1B}[?1049l") }
    let screen = try #require(terminal.output.text.components(separatedBy: "\u{1B}[?1049l").first)
    let ladders = screen.components(separatedBy: "\u{1B}[H").filter { $0.contains("spread") }
    // The same may be drawn more than once.
    return ladders.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], "\u{1B}[1m1.75\u{1B}[0m"),
    (["TERM": "xterm-256color", "NO_COLOR": "1"], "1.75 •"),
  ])
  func `a quantity that a poll changed is marked until the next`(
    environment: [String: String], mark: String
  ) async throws {
    let ladders = try await Self.ladders(
      of: ["0.5", "1.75", "1.75"].map(Self.book), environment: environment)
    try #require(ladders.count == 3)
    #expect(ladders.map { $0.contains("1.75") } == [false, true, true])
    #expect(ladders.map { $0.contains(mark) } == [false, true, false])
    #expect(ladders[1].components(separatedBy: "•").count == (mark.contains("•") ? 2 : 1))
    #expect(!ladders[1].contains("\u{1B}[1m4\u{1B}[0m"))
  }

  @Test func `a mark goes when the book gets stale`() async throws {
    let ladders = try await Self.ladders(
      of: [Self.book("0.5"), Self.book("1.75"), .answer(status: 503)],
      environment: ["TERM": "xterm", "NO_COLOR": "1"])
    let marked = ladders.filter { $0.contains("1.75 •") }
    let stale = ladders.filter { $0.contains("stale") }
    #expect(!marked.isEmpty)
    #expect(!stale.isEmpty)
    #expect(stale.allSatisfy { $0.contains("1.75") && !$0.contains("•") })
  }

  @Test func `a picture fills the terminal, also after a resize`() async throws {
    let terminal = try PseudoTerminal(columns: 70, rows: 20)
    let program = try Program(
      ["book", "BTC-USD", "--chart", "--replay", Repository.fixtures.path],
      environment: ["TERM": "xterm", "NO_COLOR": "1"], terminal: terminal)
    #expect(await until { Self.isFilled(terminal, columns: 70, rows: 20) })
    terminal.resize(columns: 50, rows: 14)
    kill(program.processIdentifier, SIGWINCH)
    #expect(await until { Self.isFilled(terminal, columns: 50, rows: 14) })
    program.terminate()
    #expect(await program.status() == 128 + SIGTERM)
  }

  /// Whether the last frame is a picture with its foot that takes all lines and columns, no more.
  private static func isFilled(_ terminal: PseudoTerminal, columns: Int, rows: Int) -> Bool {
    let frame = terminal.output.text.components(separatedBy: "\u{1B}[H").last ?? ""
    // The terminal makes CR LF of each LF.
    let lines = frame.replacing("\u{1B}[2K", with: "").replacing("\u{1B}[J", with: "")
      .components(separatedBy: "\r\r\n")
    return lines.count == rows && lines.map(\.count).max() == columns
      && lines[0].hasPrefix("TOTAL  BIDS") && lines[rows - 1].hasPrefix("BTC-USD · ")
  }
}
