import Foundation
import StubExchange
import Terminal
import TestTools
import Testing

/// The terminal after the end of a screen of the real program.
@Suite(.startsPrograms)
struct LiveEndTests {
  private static let arguments = [
    "list", "-s", "symbol", "--filter", "BTC-USD*", "--replay", "Fixtures", "--interval", "3600",
  ]

  private static func live(_ arguments: [String] = arguments) throws -> Live {
    try Live(arguments, rows: 10, in: Repository.root)
  }

  /// Whether the terminal is as it was before.
  private static func isGivenBack(_ live: Live, _ settings: [UInt8]) -> Bool {
    let screen = live.terminal.screen
    return !screen.isAlternate && screen.isCursorShown && !screen.marksPastes
      && !screen.isSynchronized && live.terminal.settings == settings
  }

  @Test func `q leaves with success, and the last screenful stays once`() async throws {
    let live = try Self.live()
    let before = live.terminal.firstSettings
    #expect(await live.selects("BTC-USD"))
    #expect(live.terminal.screen.isAlternate && !live.terminal.screen.isCursorShown)
    #expect(live.terminal.settings != before)
    #expect(await live.quit() == 0)
    #expect(await until { live.terminal.screen.history.count == 6 })
    #expect(Self.isGivenBack(live, before))
    let left = live.terminal.screen.history.map { $0.split(separator: " ").first }
    #expect(left.prefix(5) == ["SYMBOL", "BTC-USD", "BTC-USDC", "BTC-USDP", "BTC-USDT"])
    #expect(live.terminal.screen.history.last?.hasSuffix("14:00:00") == true)
    #expect(live.terminal.screen.unknown == [])
    #expect(live.program.errors.text == "")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal gives the terminal back, prints the table and then kills`(
    signal: Int32
  ) async throws {
    let live = try Self.live()
    let before = live.terminal.firstSettings
    #expect(await live.selects("BTC-USD"))
    kill(live.program.processIdentifier, signal)
    #expect(await live.end() == 128 + signal)
    #expect(await until { live.terminal.screen.history.count == 6 })
    #expect(Self.isGivenBack(live, before))
  }

  /// All but those above that end a process and can be caught. 34 and 64 are the first and the last
  /// real-time signal where there are some.
  private static let others =
    [
      SIGSYS, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM,
      SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ,
    ] + othersHere

  #if os(Linux)
    private static let othersHere = [SIGIO, SIGPWR, SIGSTKFLT, 34, 64]
  #else
    private static let othersHere = [SIGEMT]
  #endif

  @Test(arguments: others)
  func `another signal gives the terminal back and still kills`(
    signal: Int32
  ) async throws {
    let live = try Self.live()
    let before = live.terminal.firstSettings
    #expect(await live.selects("BTC-USD"))
    kill(live.program.processIdentifier, signal)
    #expect(await live.end() == 128 + signal)
    #expect(Self.isGivenBack(live, before))
    // It may have cut off the end of a frame.
    #expect(live.terminal.output.text.contains("\u{1B}[?2026l\u{1B}[?2026l"))
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGFPE, SIGTRAP])
  func `a crash gives the terminal back and is told`(signal: Int32) async throws {
    let live = try Self.live()
    let before = live.terminal.firstSettings
    #expect(await live.selects("BTC-USD"))
    kill(live.program.processIdentifier, signal)
    #expect(await live.end() == 70)
    #expect(Self.isGivenBack(live, before))
    #expect(live.program.errors.text == "tickers: internal error (please report)\n")
  }

  @Test(arguments: [SIGHUP, SIGUSR1])
  func `a signal that the program was started to ignore is ignored`(signal: Int32) async throws {
    let live = try Live(
      Self.arguments, in: Repository.root,
      startedBy: ["/bin/sh", "-c", "trap '' HUP USR1; exec \"$@\"", "sh"])
    #expect(await live.selects("BTC-USD"))
    kill(live.program.processIdentifier, signal)
    live.terminal.type("j")
    #expect(await live.selects("BTC-USDC"))
    #expect(await live.quit() == 0)
  }

  @Test(arguments: [SIGTERM: 128 + SIGTERM, SIGSEGV: 70])
  func `a signal before the first answer does so, too`(signal: Int32, status: Int32) async throws {
    let exchange = try StubExchange(.hang)
    let live = try Self.live(["list", "--url", exchange.url.absoluteString, "--timeout", "300"])
    let before = live.terminal.firstSettings
    #expect(await live.terminal.shows("loading from "))
    kill(live.program.processIdentifier, signal)
    #expect(await live.end() == status)
    #expect(Self.isGivenBack(live, before))
    #expect(live.terminal.screen.history == [])
  }

  @Test func `a terminal that goes away without a signal ends it at the next poll`() async throws {
    let live = try Live(Self.arguments.dropLast() + ["0.1"], in: Repository.root)
    #expect(await live.selects("BTC-USD"))
    live.terminal.hangUp()
    #expect(await live.program.status() == 74)
    #expect(live.program.errors.text == "tickers: cannot write the output: Input/output error\n")
  }
}
