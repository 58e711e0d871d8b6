import Foundation
import StubExchange
import Testing

/// Colours, and terminals without any.
@Suite(.fewAtATime, .timeLimit(.minutes(5)))
struct LiveLooksTests {
  /// The parameters of all sequences that change the looks, each once.
  private static func looks(_ live: Live) -> Set<String> {
    let text = live.terminal.output.text
    return Set(text.matches(of: /\u{1B}\[([0-9;]*)m/).map { String($0.1) })
  }

  /// A list whose price changed once.
  private static func live(_ environment: [String: String], _ arguments: String...) async throws
    -> Live
  {
    let exchange = try LiveExchange()
    let live = try Live(
      ["list", "--url", exchange.url, "--interval", "3600"] + arguments, environment: environment)
    #expect(await live.terminal.shows("$100.00"))
    #expect(await live.type("r", shows: "$101.00"))
    #expect(await live.quit() == 0)
    return live
  }

  @Test func `looks are the terminal's own`() async throws {
    let live = try await Self.live([:])
    let looks = Self.looks(live)
    #expect(looks.isSubset(of: ["0", "1", "2", "7", "1;7", "32;7", "32"]))
    #expect(looks.isSuperset(of: ["1", "2", "7", "1;7", "32;7"]))
    #expect(!live.terminal.output.text.contains("•"))
  }

  @Test func `TICKERS_COLORS says otherwise, and is told what makes no sense`() async throws {
    let live = try await Self.live([
      "TICKERS_COLORS": "up=34:changed=4:selected=:heading=1;36:green=32:faint=x"
    ])
    let looks = Self.looks(live)
    #expect(looks.isSuperset(of: ["34", "4", "1;36", "2"]))
    #expect(looks.isDisjoint(with: ["7", "32", "1", "34;7"]))
    let names = "up=32 would do, and names are heading, faint, up, down, stale, changed, selected"
    #expect(
      live.program.errors.text == """
        tickers: TICKERS_COLORS: 'green=32' is left out; \(names)
        tickers: TICKERS_COLORS: 'faint=x' is left out; \(names)

        """)
  }

  @Test func `what makes no sense is not told to someone who wants quiet`() async throws {
    let live = try await Self.live(["TICKERS_COLORS": "green=32"], "--quiet")
    #expect(live.program.errors.text == "")
    #expect(Self.looks(live).contains("7"))
  }

  @Test(arguments: [["NO_COLOR": "1"], [:]])
  func `without colours there is no look at all, and changes have a sign`(
    environment: [String: String]
  ) async throws {
    let live = try await Self.live(
      environment.merging(["TICKERS_COLORS": "up=34"]) { $1 },
      "--color", environment.isEmpty ? "never" : "auto")
    #expect(Self.looks(live) == [])
    #expect(live.terminal.output.text.contains("$101.00 •"))
    #expect(!live.terminal.output.text.contains("$100.00 •"))
    #expect(live.terminal.output.text.contains("› BTC-USD"))
    #expect(live.terminal.screen.unknown == [])
  }

  @Test(arguments: [true, false])
  func `a dumb terminal and a plain output get text that is appended`(isDumb: Bool) async throws {
    let live = try Live(
      ["list", "--replay", "Fixtures", "--count", "2", "-i", "0.1", "--filter", "ZRX"]
        + (isDumb ? [] : ["--plain", "--color", "never"]),
      environment: isDumb ? ["TERM": "dumb"] : [:], in: Repository.root)
    let before = live.terminal.firstSettings
    #expect(await live.program.status() == 0)
    await until { live.terminal.output.text.components(separatedBy: "ZRX-USDC").count == 3 }
    #expect(live.terminal.output.text.components(separatedBy: "ZRX-USDC").count == 3)
    #expect(live.terminal.output.text.components(separatedBy: "SYMBOL").count == 3)
    #expect(!live.terminal.output.text.contains("\u{1B}"))
    #expect(live.terminal.settings == before)
  }

  @Test(arguments: ["json", "openmetrics"])
  func `what is not redrawn tells of requests when asked, on a terminal too`(
    format: String
  ) async throws {
    let live = try Live(
      ["list", "--replay", "Fixtures", "-v", "-o", format]
        + (format == "json" ? ["--count", "2", "-i", "0.1"] : []), in: Repository.root,
      startedBy: ["/bin/sh", "-c", #"exec "$@" 2>&1"#, "sh"])
    #expect(await live.program.status() == 0)
    #expect(
      await until { live.terminal.output.text.contains("/Fixtures/blockchain/tickers: 200, ") })
  }

  @Test(arguments: [["TERM": ""], ["TERM": "dumb"], [:]])
  func `a plain output is that of a dumb terminal`(environment: [String: String]) async throws {
    let live = try Live(
      ["list", "--replay", "Fixtures", "--once", "--filter", "ADA-USD"]
        + (environment.isEmpty ? ["--plain"] : []),
      environment: environment, in: Repository.root)
    #expect(await live.program.status() == 0)
    await until { live.terminal.output.text.contains("ADA-USDT") }
    #expect(live.terminal.output.text.contains("-1.09%"))
    #expect(live.terminal.output.text.firstMatch(of: /[\u{1B}▲▼]/) == nil)
  }

  @Test func `a plain output has colours when they are forced`() async throws {
    let live = try Live(
      ["list", "--replay", "Fixtures", "--once", "--plain", "--color", "always", "-f", "ADA-USD"],
      in: Repository.root)
    #expect(await live.program.status() == 0)
    await until { live.terminal.output.text.contains("ADA-USDT") }
    #expect(Self.looks(live) == ["0", "1", "31"])
    #expect(!live.terminal.output.text.contains("\u{1B}[?"))
  }

  @Test(arguments: [["LANG": "C"], ["LC_ALL": "POSIX"], ["LANG": ""]])
  func `a terminal without UTF-8 gets ASCII, on each screen`(environment: [String: String])
    async throws
  {
    let live = try Live(
      ["list", "--replay", "Fixtures", "--interval", "3600"], columns: 90,
      environment: environment, in: Repository.root)
    #expect(await live.terminal.shows("> AAVE-USDT"))
    #expect(await live.terminal.shows("EUR 25,223.40 "))
    #expect(await live.terminal.shows("TRY 391,950.00"))
    #expect(await live.terminal.shows("+2.43% ^"))
    #expect(await live.type("/btc-eur", shows: "/btc-eur|"))
    #expect(await live.type("\r", shows: "^v move"))
    #expect(await live.type("\r", shows: "spread EUR "))
    #expect(await live.terminal.shows("  ###"))
    #expect(await live.type("c", shows: "+--------"))
    #expect(await live.type("?", shows: "^v "))
    #expect(await live.type("?", shows: "BIDS"))
    #expect(await live.quit() == 0)
    #expect(live.terminal.output.bytes.allSatisfy { $0 < 0x80 })
    #expect(live.terminal.screen.wraps == 0)
  }

  @Test func `a pipe gets UTF-8 in any locale`() async throws {
    let program = try Program(
      ["list", "--replay", "Fixtures", "--once"], environment: ["LC_ALL": "C"],
      in: Repository.root)
    #expect(await program.status() == 0)
    await until { program.output.text.contains("ZRX-USDC") }
    #expect(program.output.text.contains("€25,223.40") && program.output.text.contains("–"))
  }
}
