import Foundation
import StubExchange
import TestTools
import Testing

/// The real program when its terminal closes.
@Suite(.startsPrograms, .needs("/usr/bin/setsid"), .needs("/proc/self/stat"))
struct LiveHangUpTests {
  /// The program as the leader of a session of its own, which is told when the terminal goes.
  private static func live(_ arguments: [String]) throws -> Live {
    try Live(
      arguments, in: Repository.root, startedBy: ["/usr/bin/setsid", "--ctty", "--wait"])
  }

  /// Hangs up; the program dies of the signal, or ends with 74 where a write was the first to fail.
  private static func expectEnd(of live: Live, location: SourceLocation = #_sourceLocation) async {
    let child = children(of: live.program.processIdentifier).first
    #expect(child != nil, sourceLocation: location)
    live.terminal.hangUp()
    let status = await live.program.status()
    // What setsid makes of a child that dies of a signal is the number of the signal. A write may
    // have failed before, and said so: its line is not the one to wait for then.
    let sentence = status == SIGHUP ? "did not exit normally" : "cannot write the output"
    await until { live.program.errors.text.contains(sentence) }
    let errors = live.program.errors.text
    #expect(
      [SIGHUP, 74].contains(status) && errors.contains(sentence), "\(status) \(errors)",
      sourceLocation: location)
    // The signal finds nobody when all is well.
    let isLeftOver = child.map { kill($0, SIGKILL) == 0 } ?? false
    #expect(!isLeftOver, sourceLocation: location)
  }

  private static func children(of parent: Int32) -> [Int32] {
    let path = "/proc/\(parent)/task/\(parent)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: " ").compactMap { Int32($0) }
  }

  @Test func `while nothing happens`() async throws {
    let live = try Self.live(["list", "--replay", "Fixtures", "--interval", "3600"])
    #expect(await live.terminal.shows("72 pairs"))
    await Self.expectEnd(of: live)
  }

  @Test func `before the first answer`() async throws {
    let exchange = try StubExchange(.hang)
    let live = try Self.live([
      "list", "--url", exchange.url.absoluteString, "--timeout", "300",
    ])
    #expect(await live.terminal.shows("loading from "))
    await Self.expectEnd(of: live)
  }

  @Test func `while a poll hangs`() async throws {
    let exchange = try LiveExchange()
    let live = try Self.live(["list", "--url", exchange.url, "--interval", "0.2"])
    #expect(await live.terminal.shows("2 pairs"))
    exchange.reply = .hang
    let count = exchange.requests.count
    #expect(await until { exchange.requests.count > count })
    await Self.expectEnd(of: live)
  }

  @Test func `while it is being written to`() async throws {
    let live = try Self.live(["list", "--replay", "Fixtures", "--interval", "0.001"])
    #expect(await live.terminal.shows("72 pairs"))
    await Self.expectEnd(of: live)
  }

  @Test func `while the exchange is down`() async throws {
    let exchange = try LiveExchange()
    exchange.reply = .close
    let live = try Self.live(["list", "--url", exchange.url, "--interval", "0.2"])
    #expect(await live.terminal.shows("no data yet"))
    await Self.expectEnd(of: live)
  }

  @Test(arguments: [
    ("/x", "/BTC-USD*x"), ("\r", "spread "), ("?", "Pause or resume polling"),
  ])
  func `while a filter is typed, a book is open, the keys are shown`(keys: String, shown: String)
    async throws
  {
    let live = try Self.live([
      "list", "-s", "symbol", "--filter", "BTC-USD*", "--replay", "Fixtures", "--interval", "3600",
    ])
    #expect(await live.terminal.shows("4 of 72 pairs"))
    #expect(await live.type(keys, shows: shown))
    await Self.expectEnd(of: live)
  }

  @Test func `while it appends`() async throws {
    let live = try Self.live(["list", "--replay", "Fixtures", "--interval", "0.1", "--plain"])
    #expect(await live.terminal.shows("XLM-BTC"))
    await Self.expectEnd(of: live)
  }

  @Test func `without a signal it is quiet until its next poll`() async throws {
    let live = try Live(
      ["list", "--replay", "Fixtures", "--interval", "3600"], in: Repository.root)
    #expect(await live.terminal.shows("72 pairs"))
    live.terminal.hangUp()
    let path = "/proc/\(live.program.processIdentifier)/stat"
    func ticks() throws -> Int {
      let fields = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
      return (Int(fields[13]) ?? 0) + (Int(fields[14]) ?? 0)
    }
    let before = try ticks()
    // A share of a second, which has to pass.
    try await Task.sleep(for: .seconds(1))
    // Of about 100, had it a core to itself.
    #expect(try ticks() - before < 10)
    live.program.terminate()
    #expect(await live.program.status() == 128 + SIGTERM)
  }
}
