import Foundation
import StubExchange
import Testing

/// Polls of a screen: how they are waited for, held up, asked for, and what is shown when they fail.
@Suite(.fewAtATime, .timeLimit(.minutes(5)))
struct LivePollTests {
  private static func list(
    _ exchange: LiveExchange, interval: String = "3600", _ arguments: String...
  ) throws -> Live {
    try Live(["list", "--url", exchange.url, "--interval", interval] + arguments)
  }

  @Test func `the wait for the first answer is a sign of life, and keys are answered`() async throws
  {
    let exchange = try LiveExchange()
    exchange.reply = .hang
    let live = try Self.list(exchange, "--timeout", "300")
    func seconds() -> Int? {
      live.lines.compactMap { $0.wholeMatch(of: /asking (.+) … (\d+) s/) }
        .first { $0.1 == exchange.url }.flatMap { Int($0.2) }
    }
    #expect(await until { seconds() != nil })
    let first = try #require(seconds())
    #expect(await until { seconds() ?? 0 > first + 1 })
    #expect(await live.type("?", shows: "Pause or resume polling"))
    #expect(exchange.requests.count == 1)
    #expect(await live.quit() == 0)
    #expect(live.terminal.screen.history == [])
  }

  @Test func `a key is answered while a poll hangs`() async throws {
    let exchange = try LiveExchange()
    let live = try Self.list(exchange, interval: "0.2")
    #expect(await live.terminal.shows("2 pairs"))
    exchange.reply = .hang
    let count = exchange.requests.count
    #expect(await until { exchange.requests.count > count + 1 || Self.isQuiet(exchange) })
    #expect(await live.type("?", shows: "Pause or resume polling"))
    #expect(await live.type("?", shows: "› BTC-USD"))
    #expect(await live.quit() == 0)
  }

  /// Whether a request has been without an answer for longer than from one poll to the next.
  private static func isQuiet(_ exchange: LiveExchange) -> Bool {
    exchange.requests.last.map { ContinuousClock.now - $0.at > .seconds(1) } ?? false
  }

  @Test func `space holds polls up, r polls once, and space goes on`() async throws {
    let exchange = try LiveExchange()
    let live = try Self.list(exchange, interval: "0.2")
    #expect(await until { exchange.requests.count > 2 })
    #expect(await live.type(" ", shows: " · paused"))
    // A poll may have been under way.
    #expect(await until { Self.isQuiet(exchange) })
    let count = exchange.requests.count
    try await Task.sleep(for: .seconds(1))
    #expect(exchange.requests.count == count)

    live.terminal.type("r")
    #expect(await live.terminal.shows("$\(100 + count).00"))
    #expect(await live.terminal.shows(" · paused"))
    #expect(exchange.requests.count == count + 1)

    live.terminal.type(" ")
    #expect(await live.terminal.hides("paused"))
    #expect(await until { exchange.requests.count > count + 3 })
    #expect(await live.quit() == 0)
  }

  @Test func `r polls now`() async throws {
    let exchange = try LiveExchange()
    let live = try Self.list(exchange)
    for price in 100...103 {
      #expect(await live.terminal.shows("$\(price).00"))
      live.terminal.type("r")
    }
    #expect(await until { exchange.requests.count == 5 })
    #expect(await live.quit() == 0)
  }

  @Test func `what is stale says so, with reason and age, and no longer than it is`() async throws {
    let exchange = try LiveExchange()
    let live = try Self.list(exchange, interval: "0.5")
    #expect(await live.terminal.shows(" · next "))
    exchange.reply = .answer(status: 503)
    #expect(await live.terminal.shows("stale "))
    #expect(await live.terminal.shows("s: the exchange answered 503 Service Unavailable; next try"))
    #expect(live.selected.contains("BTC-USD"))
    #expect(await live.terminal.shows("stale 3 s: "))
    exchange.reply = nil
    #expect(await live.terminal.hides("stale "))
    #expect(await live.terminal.shows(" · next "))
    #expect(await live.quit() == 0)
    #expect(live.program.errors.text == "")
  }

  @Test func `a first answer that does not come says why`() async throws {
    let exchange = try LiveExchange()
    exchange.reply = .answer(status: 503)
    let live = try Self.list(exchange, interval: "0.5")
    #expect(await live.terminal.shows("no answer yet: the exchange answered 503"))
    exchange.reply = nil
    #expect(await live.terminal.shows("2 pairs"))
    #expect(await live.quit() == 0)
  }

  @Test func `nothing is written while nothing changes`() async throws {
    let exchange = try LiveExchange()
    let live = try Self.list(exchange)
    #expect(await live.terminal.shows("2 pairs"))
    let count = live.terminal.output.bytes.count
    try await Task.sleep(for: .seconds(2))
    live.terminal.type("x")
    live.terminal.type("k")
    try await Task.sleep(for: .seconds(1))
    #expect(live.terminal.output.bytes.count == count)
    #expect(await live.quit() == 0)
  }

  @Test func `the last failure ends a screen with its status, and is told`() async throws {
    let exchange = try LiveExchange()
    exchange.reply = .answer(status: 503)
    let live = try Self.list(exchange, interval: "0.1", "--count", "2")
    #expect(await live.program.status() == 69)
    await until { !live.program.errors.text.isEmpty }
    #expect(live.program.errors.text == "tickers: the exchange answered 503 Service Unavailable\n")
  }
}
