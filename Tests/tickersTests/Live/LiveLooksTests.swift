import Foundation
import Testing

/// Text that is appended on a terminal.
@Suite(.fewAtATime, .timeLimit(.minutes(5)))
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
