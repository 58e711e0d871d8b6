import MarketCore
import TestTools
import Testing

@testable import tickers

/// The polls of a screen: the first poll, a pause, a requested poll, and failures.
@Suite(.timeLimit(.minutes(20)))
struct PollScreenTests {
  private static func list(_ exchange: TestExchange, _ arguments: String...) -> ScreenRun {
    ScreenRun(["list", "--interval", "10"] + arguments, columns: 120, exchange: exchange)
  }

  private static let fault = MarketError.httpStatus(503, retryAfter: nil)

  /// Waits until everything sleeps until these times.
  private static func sleeps(_ screen: ScreenRun, until ends: [Duration]) async -> Bool {
    await screen.clock.waits(untilSleepers: { $0 == ends })
  }

  @Test func `the wait for the first answer is counted, and keys are handled`() async {
    let exchange = TestExchange()
    exchange.reply = .hang
    let screen = Self.list(exchange)
    #expect(await screen.shows("loading from Test … 0 s"))
    for second in 1...3 {
      #expect(await Self.sleeps(screen, until: [.seconds(second)]))
      screen.clock.pass(.seconds(1))
      #expect(await screen.shows("loading from Test … \(second) s"))
    }
    #expect(await screen.type("?", shows: "Pause or resume polling"))
    #expect(exchange.questions.count == 1)
    #expect(await screen.quit() == 0)
    #expect(screen.printed == [])
  }

  @Test(arguments: [
    ("list", "all pairs"), ("symbols --interval 10", "all pairs"),
    ("price btc-usd eth/usd -c last --interval 10", "prices of BTC-USD, ETH-USD"),
    ("book BTC-USD", "the order book of BTC-USD"),
    ("book BTC-USD --orders", "the order book of BTC-USD"),
    ("history BTC-USD --interval 10", "price history of BTC-USD"),
  ])
  func `until the first answer the body says what is requested, and where`(
    line: String, requested: String
  ) async {
    let exchange = TestExchange(periods: [.oneDay])
    exchange.reply = .stall
    let screen = ScreenRun(line.split(separator: " ").map(String.init), exchange: exchange)
    #expect(await screen.shows("  requesting \(requested) from Test"))
    #expect(await screen.shows("  file:///test"))
    #expect(await screen.shows("loading from Test … 0 s"))
    exchange.release(0)
    #expect(await screen.hides("requesting"))
    #expect(await screen.quit() == 0)
  }

  @Test(arguments: [
    (["one", "two"], "One, Two"),
    (["one", "two", "three", "four"], "4 exchanges: One, Two, Three, Four"),
  ])
  func `until the first answer the body names all exchanges`(
    ids: [String], names: String
  ) async {
    let exchanges = ids.map { TestExchange($0) }
    for exchange in exchanges { exchange.reply = .hang }
    let screen = ScreenRun(["list", "-e", "all"]) { $0.exchanges = exchanges }
    #expect(await screen.shows("  requesting all pairs from \(names)"))
    #expect(!screen.lines.contains { $0.contains("file:") })
    #expect(await screen.quit() == 0)
  }

  @Test func `a poll that fails first hides what was requested`() async {
    let exchange = TestExchange()
    exchange.reply = .hang
    let screen = Self.list(exchange)
    #expect(await screen.shows("requesting all pairs"))
    exchange.reply = .fail(Self.fault)
    #expect(await screen.type("r", shows: "no data yet: HTTP 503"))
    #expect(await screen.hides("requesting"))
    #expect(await screen.quit() == 0)
  }

  @Test func `a key is handled while a poll hangs`() async {
    let exchange = TestExchange()
    let screen = Self.list(exchange)
    #expect(await screen.shows("2 pairs"))
    exchange.reply = .hang
    screen.type("r")
    #expect(await exchange.isAsked(2))
    #expect(await screen.type("?", shows: "Pause or resume polling"))
    #expect(await screen.type("?", shows: "› BTC-USD"))
    #expect(await screen.quit() == 0)
    #expect(await exchange.isGivenUp(1))
  }

  @Test func `Space pauses polling, r polls once, and Space resumes`() async {
    let exchange = TestExchange()
    let screen = Self.list(exchange)
    #expect(await screen.shows("$100.00"))
    #expect(await Self.sleeps(screen, until: [.seconds(10)]))
    #expect(await screen.type(" ", shows: " · paused"))
    #expect(await screen.shows("Space resume"))
    #expect(await screen.clock.waits(untilSleepers: { $0.count == 1 && $0[0] > .seconds(1e6) }))
    screen.clock.pass(.seconds(25))
    #expect(await screen.type("r", shows: "$101.00"))
    #expect(await screen.shows(" · paused"))
    #expect(exchange.questions.count == 2)
    #expect(await screen.clock.waits(untilSleepers: { $0.count == 1 && $0[0] > .seconds(1e6) }))

    #expect(await screen.type(" ", shows: " · next 11:00:30"))
    #expect(await Self.sleeps(screen, until: [.seconds(30)]))
    screen.clock.pass(.seconds(5))
    #expect(await screen.shows("$102.00"))
    #expect(await screen.shows(" · next 11:00:40"))
    #expect(await screen.quit() == 0)
  }

  @Test func `r polls now`() async {
    let exchange = TestExchange()
    let screen = Self.list(exchange)
    for price in 100...103 {
      #expect(await screen.shows("$\(price).00"))
      #expect(await Self.sleeps(screen, until: [.seconds(10)]))
      screen.type("r")
    }
    #expect(await exchange.isAsked(5))
    #expect(await screen.quit() == 0)
  }

  @Test func `stale data has reason and age, until the next answer`() async {
    let exchange = TestExchange()
    let screen = Self.list(exchange)
    #expect(await screen.shows("11:00:00 · next 11:00:10"))
    exchange.reply = .fail(Self.fault)
    #expect(await Self.sleeps(screen, until: [.seconds(10)]))
    screen.clock.pass(.seconds(10))
    let reason = "HTTP 503 Service Unavailable"
    #expect(await screen.shows("stale 10 s: \(reason); next try in 1 s"))
    #expect(screen.selected.contains("BTC-USD"))
    // The next try and the next tick.
    #expect(await Self.sleeps(screen, until: [.seconds(11), .seconds(11)]))
    screen.clock.pass(.milliseconds(1100))
    #expect(await screen.shows("stale 11 s: \(reason); next try in 2 s"))
    exchange.reply = .answer
    #expect(await Self.sleeps(screen, until: [.milliseconds(12_100), .milliseconds(13_100)]))
    screen.clock.pass(.seconds(2))
    #expect(await screen.hides("stale "))
    #expect(await screen.shows("11:00:00 · next 11:00:20"))
    #expect(await Self.sleeps(screen, until: [.seconds(20)]))
    #expect(await screen.quit() == 0)
    #expect(screen.errors == "")
  }

  @Test func `a first answer that fails has its reason in the status line`() async {
    let exchange = TestExchange()
    exchange.reply = .fail(Self.fault)
    let screen = Self.list(exchange)
    #expect(await screen.shows("no data yet: HTTP 503"))
    exchange.reply = .answer
    #expect(await screen.type("r", shows: "2 pairs"))
    #expect(await screen.quit() == 0)
  }

  @Test(arguments: [("10", 60), ("50", 100)])
  func `a poll overdue for longer than a minute, or than two time-outs, was suspended`(
    timeout: String, seconds: Int
  ) async {
    let exchange = TestExchange()
    let screen = Self.list(exchange, "--timeout", timeout)
    #expect(await screen.shows("11:00:00 · next 11:00:10"))
    #expect(await Self.sleeps(screen, until: [.seconds(10)]))
    exchange.reply = .hang
    screen.clock.pass(.seconds(10))
    #expect(await exchange.isAsked(2))
    screen.clock.pass(.seconds(seconds - 1))
    #expect(await screen.type("?", shows: "Toggle this help"))
    #expect(await screen.shows("11:00:00 · next 11:00:10"))
    screen.clock.pass(.seconds(2))
    let age = 10 + seconds + 1
    #expect(
      await screen.type("?", shows: "stale \(age) s: polling was suspended; refreshing"))
    #expect(await screen.quit() == 0)
  }

  @Test func `while nothing changes nothing is drawn`() async {
    let screen = Self.list(TestExchange())
    #expect(await screen.shows("2 pairs"))
    // Only the next poll is waited for: there are no ticks.
    #expect(await Self.sleeps(screen, until: [.seconds(10)]))
    let draws = screen.display.draws
    screen.clock.pass(.seconds(9))
    #expect(screen.display.draws == draws)
    #expect(await screen.quit() == 0)
  }

  @Test func `the last failure ends a screen with its status, and is written to stderr`() async {
    let exchange = TestExchange()
    exchange.reply = .fail(Self.fault)
    let screen = Self.list(exchange, "--count", "2")
    #expect(await screen.shows("no data yet"))
    screen.type("r")
    #expect(await screen.end() == 69)
    #expect(screen.errors == "tickers: HTTP 503 Service Unavailable\n")
  }
}
