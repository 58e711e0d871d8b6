import MarketCore
import TestTools
import Testing

/// Screens of several exchanges, some of which fail or are late.
@Suite(.timeLimit(.minutes(20)))
struct SeveralScreenTests {
  private let one = TestExchange("one")
  private let two = TestExchange("two")
  private static let fault = MarketError.httpStatus(503, retryAfter: nil)

  private func list(_ arguments: String...) -> ScreenRun {
    ScreenRun(
      ["list", "-e", "all", "-f", "BTC", "--interval", "10"] + arguments, columns: 200,
      exchange: one, two)
  }

  @Test func `rows have their exchange, and the heading names all`() async {
    let screen = list()
    #expect(await screen.shows("› one       BTC-USD  $100.00"))
    #expect(await screen.shows("  two       BTC-USD  $100.00"))
    #expect(await screen.shows("One, Two · 2 of 4 pairs · filter BTC · sort turnover:desc"))
    #expect(await screen.shows("11:00:00 · next 11:00:10"))
    #expect(await screen.quit() == 0)
  }

  @Test func `the one that answers is drawn while the other is awaited`() async {
    two.reply = .stall
    let screen = list()
    #expect(await screen.shows("› one       BTC-USD  $100.00"))
    #expect(await screen.shows("11:00:00 · next 11:00:10 · loading from Two"))
    two.release(0)
    #expect(await screen.shows("  two       BTC-USD  $100.00"))
    #expect(await screen.hides("loading"))
    #expect(await screen.quit() == 0)
  }

  @Test func `rows of one that fails stay with their age, and it recovers`() async {
    let screen = list()
    #expect(await screen.shows("  two       BTC-USD  $100.00"))
    two.reply = .fail(Self.fault)
    await screen.clock.passes(to: 10)
    #expect(await screen.shows("› one       BTC-USD  $101.00"))
    #expect(await screen.shows("  two 10 s  BTC-USD  $100.00"))
    #expect(
      await screen.shows(
        "11:00:00 · next 11:00:20 · Two stale 10 s: HTTP 503 Service Unavailable; "
          + "next try in 10 s"))
    // Once: notices would be pushed out.
    #expect(!screen.lines.contains { $0.matches(of: /503/).count > 1 })
    two.reply = .answer
    await screen.clock.passes(to: 20)
    #expect(await screen.shows("  two       BTC-USD  $102.00"))
    #expect(await screen.hides("stale"))
    #expect(await screen.quit() == 0)
  }

  @Test func `one that has missed a beat is late, and its rows have their age`() async {
    let screen = list()
    #expect(await screen.shows("  two       BTC-USD  $100.00"))
    two.reply = .stall
    await screen.clock.passes(to: 10)
    #expect(await screen.shows("› one       BTC-USD  $101.00"))
    #expect(await screen.shows("11:00:00 · next 11:00:20"))
    await screen.clock.passes(to: 20)
    #expect(await screen.shows("› one       BTC-USD  $102.00"))
    #expect(await screen.shows("  two 20 s  BTC-USD  $100.00"))
    #expect(await screen.shows("Two stale 20 s: no response yet"))
    two.release(1)
    #expect(await screen.shows("  two       BTC-USD  $101.00"))
    #expect(await screen.quit() == 0)
  }

  @Test func `when the last one fails the failures are told at the end`() async {
    one.reply = .fail(.rateLimited(retryAfter: 60))
    two.reply = .fail(.missing("nothing is recorded"))
    let screen = ScreenRun(
      ["list", "-e", "all", "--count", "2", "--interval", "10"], exchange: one, two)
    #expect(await screen.shows("One no data yet: rate limited; next try in 60 s"))
    await screen.clock.passes(to: 10)
    #expect(await screen.end() == 75)
    #expect(
      screen.errors == """
        tickers: One: rate limited; retry in 60 s
        tickers: Two: nothing is recorded

        """)
  }

  @Test func `Enter opens the book of the row's exchange, and a turns to that of all and back`()
    async
  {
    let screen = list()
    #expect(await screen.shows("  two       BTC-USD  $100.00"))
    screen.type("j\r")
    #expect(await screen.shows("BTC-USD · depth 9 · test"))
    #expect(two.questions.last == .book(Pair(symbol: "BTC-USD"), .levels))
    #expect(!one.questions.contains(.book(Pair(symbol: "BTC-USD"), .levels)))
    #expect(await screen.type("a", shows: "One, Two · BTC-USD · depth 9"))
    #expect(await screen.shows("EXCHANGE  SIDE"))
    #expect(await screen.shows("one       bid    $99.00"))
    #expect(await screen.shows("two       bid    $99.00"))
    #expect(await screen.type("a", shows: "BTC-USD · depth 9 · test"))
    #expect(await screen.hides("EXCHANGE"))
    #expect(await screen.type("\u{1B}", shows: "› two       BTC-USD"))
    #expect(await screen.quit() == 0)
  }

  @Test func `a pair that its exchange lacks ends the screen`() async {
    one.reply = .fail(.unknownSymbol("BTC-USDD", near: ["BTC-USD"]))
    let screen = ScreenRun(
      ["price", "one:BTC-USDD", "two:BTC-USD", "-i", "10", "-o", "table"], exchange: one, two)
    #expect(await screen.end() == 66)
    #expect(screen.errors.hasPrefix("tickers: unknown pair BTC-USDD on One"))
  }

  @Test func `what all exchanges are asked for does not meet the condition`() async {
    let screen = ScreenRun(
      ["book", "one:BTC-USD", "--interval", "10", "--until", "exchange == two"],
      exchange: one, two)
    #expect(await screen.shows("BTC-USD · depth 9 · test"))
    #expect(await screen.type("a", shows: "One, Two · BTC-USD · depth 9"))
    #expect(await screen.type("a", shows: "BTC-USD · depth 9 · test"))
    #expect(await screen.quit() == 0)
  }

  @Test func `h asks the first exchange that has history, and a notice names it`() async {
    let three = TestExchange("three", periods: [.oneDay])
    let screen = ScreenRun(["book", "BTC-USD", "--interval", "10"], exchange: one, two, three)
    #expect(await screen.shows("BTC-USD · depth 9 · test"))
    #expect(await screen.type("h", shows: "price history from Three"))
    #expect(await screen.quit() == 0)
  }

  @Test func `the condition is met by the row of any exchange`() async {
    two.reply = .hang
    let screen = list("--until", "exchange == one and last > 100")
    #expect(await screen.shows("› one       BTC-USD  $100.00"))
    await screen.clock.passes(to: 10)
    #expect(await screen.end() == 0)
  }

  @Test func `recordings of different length are shown together again from the first poll`()
    async throws
  {
    let recording = try Recording.ofDifferentLength()
    let screen = ScreenRun(
      ["list", "-e", "blockchain,bitstamp", "--replay", recording.path, "--interval", "10"],
      columns: 120)
    for (seconds, last) in [(0, 1), (10, 2), (20, 1), (30, 2), (40, 1)] {
      if seconds > 0 { await screen.clock.passes(to: seconds) }
      #expect(await screen.shows("› blockchain  BTC-USD  $\(last).00"))
      #expect(await screen.shows("  bitstamp    BTC-USD  $\(last).00"))
    }
    #expect(await screen.quit() == 0)
  }
}
