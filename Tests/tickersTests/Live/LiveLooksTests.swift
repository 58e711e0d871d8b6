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

  @Test func `a plain output has the colours of a terminal`() async throws {
    let live = try Live(
      ["list", "--replay", "Fixtures", "--once", "--plain", "--filter", "ADA-USD"],
      in: Repository.root)
    #expect(await live.program.status() == 0)
    await until { live.terminal.output.text.contains("ADA-USDT") }
    #expect(Self.looks(live) == ["0", "1", "31"])
    #expect(!live.terminal.output.text.contains("\u{1B}[?"))
  }
}
