import Foundation
import TestTools
import Testing

/// The output on a terminal that is not redrawn.
@Suite(.startsPrograms)
struct LiveLooksTests {
  /// The parameters of all sequences that change the looks, each once.
  private static func looks(_ live: Live) -> Set<String> {
    let text = live.terminal.output.text
    return Set(text.matches(of: /\u{1B}\[([0-9;]*)m/).map { String($0.1) })
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
      ["list", "--replay", "Fixtures", "--once", "--filter", "ADA-USD*"]
        + (environment.isEmpty ? ["--plain"] : []),
      environment: environment, in: Repository.root)
    #expect(await live.program.status() == 0)
    await until { live.terminal.output.text.contains("-1.09%") }
    #expect(live.terminal.output.text.contains("-1.09%"))
    #expect(live.terminal.output.text.firstMatch(of: /[\u{1B}▲▼]/) == nil)
  }

  @Test func `polling into a file says how to print once`() async throws {
    let live = try Live(
      ["list", "--replay", "Fixtures", "--count", "2", "-i", "0.1"], in: Repository.root,
      startedBy: ["/bin/sh", "-c", #""$@" 2>&1 >/dev/null"#, "sh"])
    #expect(await live.program.status() == 0)
    #expect(
      await live.terminal.shows("tickers: polling every 0.1 s (use --once for a single update)"))
  }

  @Test func `a plain output has colours when they are forced`() async throws {
    let live = try Live(
      ["list", "--replay", "Fixtures", "--once", "--plain", "--color", "always", "-f", "ADA-USD*"],
      in: Repository.root)
    #expect(await live.program.status() == 0)
    await until { live.terminal.output.text.contains("-1.09%") }
    #expect(Self.looks(live) == ["0", "1", "38;5;196"])
    #expect(!live.terminal.output.text.contains("\u{1B}[?"))
  }

  @Test(arguments: [["LANG": "C"], ["LC_ALL": "POSIX"], ["LANG": ""]])
  func `a terminal without UTF-8 gets ASCII, on each screen`(environment: [String: String])
    async throws
  {
    let live = try Live(
      ["list", "-s", "symbol", "--replay", "Fixtures", "--interval", "3600"], columns: 90,
      environment: environment, in: Repository.root)
    #expect(await live.terminal.shows("> AAVE-USDT"))
    #expect(await live.terminal.shows("EUR 25,223.40 "))
    #expect(await live.terminal.shows("TRY 391,950.00"))
    #expect(await live.terminal.shows("+2.43% ^"))
    #expect(await live.terminal.shows("^ v move"))
    #expect(await live.type("/btc-eur", shows: "/btc-eur|"))
    #expect(await live.type("\r", shows: "Enter book"))
    #expect(await live.type("\r", shows: "spread EUR "))
    #expect(await live.terminal.shows("  ###"))
    #expect(await live.type("g", shows: "+--------"))
    #expect(await live.type("?", shows: "Toggle depth chart"))
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
