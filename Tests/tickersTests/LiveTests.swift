import Foundation
import StubExchange
import Testing

/// The real program on a terminal, where it redraws its table in place.
@Suite struct LiveTests {
  private static let tickers =
    #"[{"symbol":"BTC-USD","price_24h":25753.19,"volume_24h":54.7,"last_trade_price":26211.35}]"#
  private static let opened = "\u{1B}[?1049h\u{1B}[?25l"
  private static let closed = "\u{1B}[?25h\u{1B}[?1049l"
  private static let xterm = ["TERM": "xterm-256color"]

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal gives the terminal back and then kills`(signal: Int32) async throws {
    let exchange = try StubExchange(.json(Self.tickers))
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let program = try Program(
      ["list", "--url", exchange.url.absoluteString], environment: Self.xterm, terminal: terminal)
    #expect(await until { terminal.output.text.contains("1 pair · ") })
    #expect(terminal.settings != before)
    kill(program.processIdentifier, signal)
    #expect(await program.status() == 128 + signal)
    await until { terminal.output.text.contains("54.7\r\n") }
    #expect(terminal.settings == before)
    let text = terminal.output.text
    #expect(text.hasPrefix(Self.opened))
    // What one looked at stays.
    let rest = try #require(text.components(separatedBy: Self.closed).last)
    #expect(rest.contains("$26,211.35"))
  }

  @Test func `it waits, shows, gets stale and recovers`() async throws {
    let exchange = try StubExchange(
      .delayed(.milliseconds(300), .json(Self.tickers)), .answer(status: 503),
      .json(Self.tickers))
    let terminal = try PseudoTerminal()
    let program = try Program(
      ["list", "--url", exchange.url.absoluteString, "-i", "0.2", "--count", "3"],
      environment: Self.xterm, terminal: terminal)
    #expect(await program.status() == 0)
    await until { terminal.output.text.contains(Self.closed) }
    let text = terminal.output.text
    let inOrder = [
      "asking \(exchange.url) … 0 s", "+1.78% ▲", "1 pair · ", "stale 0 s: ", "503",
      "next try in 1 s", "1 pair · ", Self.closed,
    ]
    var rest = text[...]
    for part in inOrder {
      let found = rest.range(of: part)
      #expect(found != nil, "\(part) is missing")
      rest = found.map { rest[$0.upperBound...] } ?? rest
    }
    #expect(program.errors.text == "")
  }

  @Test func `no line is wider than the terminal, also after a resize`() async throws {
    let terminal = try PseudoTerminal(columns: 200, rows: 10)
    let program = try Program(
      ["list", "--replay", Repository.fixtures.path, "--color", "never"],
      environment: Self.xterm, terminal: terminal)
    #expect(await until { terminal.output.text.contains("72 pairs") })
    let wide = terminal.output.text
    #expect(wide.contains("… 65 more lines"))
    terminal.resize(columns: 30, rows: 5)
    kill(program.processIdentifier, SIGWINCH)
    #expect(await until { terminal.output.text.contains("… 70 more lines") })
    let narrow = terminal.output.text.dropFirst(wide.count)
    #expect(narrow.components(separatedBy: "\r\n").count == 5)
    #expect(!narrow.contains("VOLUME"))
    program.terminate()
    #expect(await program.status() == 128 + SIGTERM)
  }

  @Test func `a dumb terminal gets plain text`() async throws {
    let terminal = try PseudoTerminal()
    let program = try Program(
      ["list", "--replay", Repository.fixtures.path, "--count", "2", "-i", "0.1"],
      environment: ["TERM": "dumb"], terminal: terminal)
    #expect(await program.status() == 0)
    await until { terminal.output.text.components(separatedBy: "ZRX-USDC").count == 3 }
    #expect(!terminal.output.text.contains("\u{1B}"))
    #expect(!terminal.output.text.contains("▲"))
  }

  @Test func `a stop gives the terminal back, and going on takes it again`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let program = try Program(
      ["book", "BTC-USD", "--replay", Repository.fixtures.path], environment: Self.xterm,
      terminal: terminal)
    #expect(await until { terminal.output.text.contains("spread") })
    kill(program.processIdentifier, SIGTSTP)
    #expect(await until { terminal.output.text.hasSuffix(Self.closed) })
    #expect(await until { terminal.settings == before })
    kill(program.processIdentifier, SIGCONT)
    #expect(await until { terminal.output.text.components(separatedBy: Self.opened).count == 3 })
    #expect(await until { terminal.settings != before })
    program.terminate()
    #expect(await program.status() == 128 + SIGTERM)
    #expect(terminal.settings == before)
  }

  @Test func `a small terminal shows the middle of a ladder`() async throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 8)
    let program = try Program(
      ["book", "BTC-USD", "--depth", "all", "--replay", Repository.fixtures.path],
      environment: Self.xterm, terminal: terminal)
    #expect(await until { terminal.output.text.contains("BTC-USD · ") })
    let text = terminal.output.text
    #expect(text.contains("spread $2.28"))
    #expect(text.contains("$27,413.25") && text.contains("$27,410.97"))
    #expect(!text.contains("7,250,000"))
    program.terminate()
    #expect(await program.status() == 128 + SIGTERM)
  }

  @Test func `polling ends with what is waited for, and the table stays`() async throws {
    let terminal = try PseudoTerminal()
    let program = try Program(
      [
        "list", "--replay", Repository.fixtures.path, "-i", "0.05", "-f", "BTC-USD", "--until",
        "last > 27420 and symbol == BTC-USD",
      ], environment: Self.xterm, terminal: terminal)
    #expect(await program.status() == 0)
    await until { terminal.output.text.contains(Self.closed) }
    let rest = try #require(terminal.output.text.components(separatedBy: Self.closed).last)
    #expect(rest.contains("$27,428.56"))
  }
}
