import Foundation
import StubExchange
import TestTools
import Testing

/// The real program after it was stopped for some seconds, as when a machine sleeps.
@Suite(.startsPrograms)
struct SuspensionTests {
  @Test func `what was missed is not made up for, and the beat goes on`() async throws {
    let exchange = try LiveExchange()
    let program = try Program(
      ["list", "--url", exchange.url, "--interval", "0.25", "-o", "tsv", "-c", "last"])
    #expect(await until { exchange.requests.count >= 3 })
    kill(program.processIdentifier, SIGSTOP)
    // Time that passes is what this is about: six beats.
    try await Task.sleep(for: .milliseconds(1_500))
    let count = exchange.requests.count
    kill(program.processIdentifier, SIGCONT)
    #expect(await until { exchange.requests.count >= count + 8 })
    program.terminate()
    #expect(await program.status() == 128 + SIGTERM)

    // The first is the poll that was due, and the second may be of the very next beat.
    let after = exchange.requests.dropFirst(count + 1).prefix(7).map(\.at)
    let span = try #require(after.last) - after[0]
    #expect(span > .milliseconds(750), "7 polls within \(span)")
    #expect(program.errors.text == "")
  }

  @Test func `a screen goes on where it was`() async throws {
    let exchange = try LiveExchange()
    let live = try Live(["list", "--url", exchange.url, "--interval", "0.25"])
    #expect(await live.terminal.shows("2 pairs"))
    func age() -> Int {
      live.lines.compactMap { $0.firstMatch(of: #/stale (\d+) s: /#) }.first.flatMap { Int($0.1) }
        ?? 0
    }
    exchange.reply = .answer(status: 503)
    #expect(await live.terminal.shows("s: HTTP 503"))
    let before = age()
    kill(live.program.processIdentifier, SIGSTOP)
    // Time that passes is what this is about.
    try await Task.sleep(for: .seconds(2))
    kill(live.program.processIdentifier, SIGCONT)
    // The age counts the seconds in which it did not run.
    #expect(await until { age() >= before + 2 })
    exchange.reply = nil
    #expect(await live.terminal.hides("stale "))
    #expect(await live.quit() == 0)
  }
}
