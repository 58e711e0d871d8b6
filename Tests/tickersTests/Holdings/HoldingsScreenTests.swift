import MarketCore
import TestTools
import Testing

@testable import tickers

/// Holdings on a screen and in a pipe, on exchanges of which one can fail.
@Suite(.timeLimit(.minutes(5)))
struct HoldingsScreenTests {
  private let one = TestExchange("one", periods: [.oneDay])
  private let two = TestExchange("two", periods: [.oneDay])
  private static let fault = MarketError.rejected(status: 503, retryAfter: nil)
  private static let file = """
    symbol,quantity,unit_cost,exchange
    BTC-USD,2,80,one
    BTC-USD,1,80,two
    ETH-USD,3,,two
    USD,10
    """

  private func screen(_ arguments: String..., file: String = file, rows: Int = 24) -> ScreenRun {
    ScreenRun(
      ["holdings", "mine.csv", "--interval", "10"] + arguments, columns: 120, rows: rows,
      exchange: one, two
    ) { world in
      world.files.read = { $0 == "mine.csv" ? Array(file.utf8) : nil }
    }
  }

  /// Waits until everything sleeps, and moves the clock on to a time.
  private static func passes(_ screen: ScreenRun, to seconds: Int) async {
    _ = await screen.clock.waits { ends in ends.contains(.seconds((seconds + 9) / 10 * 10)) }
    screen.clock.pass(.seconds(seconds) - screen.clock.now)
  }

  @Test func `rows and totals are shown, and follow the prices`() async {
    let screen = screen()
    #expect(await screen.shows("› one       BTC-USD         2  $100.00  $200.00"))
    #expect(await screen.shows("  two       ETH-USD         3   $50.00  $150.00"))
    #expect(await screen.shows("  –         USD            10    $1.00   $10.00"))
    #expect(await screen.shows("  QUOTE    VALUE"))
    #expect(await screen.shows("  USD    $460.00"))
    #expect(await screen.shows("4 holdings · sort symbol · one, two"))
    await Self.passes(screen, to: 10)
    #expect(await screen.shows("› one       BTC-USD         2  $101.00  $202.00"))
    #expect(await screen.shows("  USD    $463.00"))
    #expect(await screen.quit() == 0)
  }

  @Test func `Enter opens the book of the row's exchange, h its history, and cash has none`() async
  {
    let screen = screen()
    #expect(await screen.shows("  USD    $460.00"))
    #expect(await screen.type("j\r", shows: "BTC-USD · depth 10 · test"))
    #expect(two.questions.contains(.book(Pair(symbol: "BTC-USD"), .levels)))
    #expect(!one.questions.contains(.book(Pair(symbol: "BTC-USD"), .levels)))
    #expect(await screen.type("\u{1B}", shows: "› two       BTC-USD"))
    #expect(await screen.type("h", shows: "BTC-USD · 1d"))
    #expect(await screen.type("\u{1B}", shows: "› two       BTC-USD"))
    #expect(await screen.type("G", shows: "› –         USD"))
    screen.type("\r")
    #expect(await screen.type("s", shows: "sort quantity:desc"))
    #expect(await screen.quit() == 0)
  }

  @Test func `rows of an exchange that fails stay with their age`() async {
    let screen = screen()
    #expect(await screen.shows("  USD    $460.00"))
    two.reply = .fail(Self.fault)
    await Self.passes(screen, to: 10)
    #expect(await screen.shows("  two 10 s  BTC-USD         1  $100.00"))
    #expect(await screen.shows("  USD    $462.00"))
    #expect(await screen.shows("Two stale 10 s: HTTP 503"))
    #expect(await screen.quit() == 0)
  }

  @Test func `totals are a screen, and rates stand below`() async {
    let screen = screen("--total", "--in", "BTC")
    #expect(await screen.shows("› BTC    4.6 BTC"))
    #expect(await screen.shows("rates: BTC-USD $100.00 (one) · BTC-USD $100.00 (two)"))
    #expect(await screen.shows("1 total · sort quote · one, two"))
    #expect(await screen.type("\r", shows: "1 total"))
    #expect(await screen.quit() == 0)
  }

  @Test func `the keys that open a pair are offered where a row is one`() async {
    let screen = screen()
    #expect(await screen.shows("Enter book  h past"))
    #expect(await screen.type("?", shows: "Open the order book"))
    #expect(await screen.quit() == 0)
  }

  @Test(arguments: [("--total", file), ("--interval=10", "symbol,quantity\nUSD,1")])
  func `no key opens a pair where no row is one`(argument: String, file: String) async {
    let screen = screen(argument, file: file)
    #expect(await screen.shows("/ filter  s sort"))
    #expect(await screen.hides("Enter book"))
    #expect(await screen.hides("h past"))
    #expect(await screen.type("?", shows: "Sort by the next column"))
    #expect(await screen.hides("Open the"))
    #expect(await screen.quit() == 0)
  }

  @Test func `the condition ends it, and what is left has the totals`() async throws {
    let screen = screen("--until", "symbol == BTC-USD and gain_percent > 25")
    #expect(await screen.shows("  USD    $460.00"))
    await Self.passes(screen, to: 10)
    #expect(await screen.end() == 0)
    #expect(try #require(screen.printed).contains { $0.hasPrefix("QUOTE    VALUE") })
  }

  @Test func `a low terminal keeps the rows`() async {
    let screen = screen(rows: 8)
    #expect(await screen.shows("› one       BTC-USD"))
    #expect(await screen.shows("  two       ETH-USD"))
    #expect(!screen.lines.contains { $0.contains("QUOTE") })
    #expect(await screen.quit() == 0)
  }

  @Test func `a pair that is not listed ends it, and is told with its line`() async {
    let screen = screen(file: "symbol,quantity,exchange\nBTC-USD,1,one\nBTX-USD,1,one")
    #expect(await screen.end() == 66)
    #expect(screen.errors.contains("mine.csv:3: unknown pair BTX-USD on One; did you mean BTC-USD"))
  }

  @Test func `without any answer the rows are there, without prices`() async {
    one.reply = .fail(.rejected(status: 503, retryAfter: nil))
    let outcome = await pipe(
      "-o", "csv", "-c", "symbol,last,value", "--count", "2",
      file: "symbol,quantity,exchange\nBTC-USD,1,one\nEUR,7,")
    #expect(outcome.output == "symbol,last,value\nBTC-USD,,\nEUR,1,7\nBTC-USD,,\nEUR,1,7\n")
    #expect(outcome.status == 69)
  }

  private func pipe(
    _ arguments: String..., file: String = file, _ further: [String] = []
  ) async -> TestWorld.Outcome {
    var world = TestWorld()
    world.exchanges = [one, two]
    world.holdings = Array(file.utf8)
    return await world.run(["holdings", "--once"] + arguments + further)
  }

  @Test func `holdings on an exchange that fails are unpriced, and its status ends the program`()
    async
  {
    two.reply = .fail(.rateLimited(retryAfter: 600))
    let outcome = await pipe("-o", "csv", "-c", "exchange,symbol,last,value,share,as_of")
    #expect(
      outcome.output == """
        exchange,symbol,last,value,share,as_of
        one,BTC-USD,100,200,95.238095,2026-11-21T11:00:00.000Z
        two,BTC-USD,,,,
        two,ETH-USD,,,,
        ,USD,1,10,4.761905,2026-11-21T11:00:00.000Z

        """)
    #expect(outcome.errors.contains("tickers: Two: rate limited"))
    #expect(outcome.status == 75)
    let totals = await pipe("--total", "-o", "csv", "-c", "value,unpriced,cost", "--no-header")
    #expect(totals.output == "212,2,\n")
    #expect(totals.status == 75)
  }

  @Test func `a condition that is met ends with 0 whatever failed`() async {
    two.reply = .fail(Self.fault)
    let outcome = await pipe("--total", "-u", "unpriced > 0", "-t", "{value:raw}")
    #expect((outcome.output, outcome.status) == ("210\n", 0))
  }

  @Test(arguments: [
    ("1.00000000000000000001", ""),
    (
      "1.000000000000000000000000000001",
      "tickers: amounts of more than 38 digits are rounded to these\n"
    ),
  ])
  func `amounts of more digits than can be kept are told once`(
    quantity: String, notice: String
  ) async {
    for form in [[], ["--total"]] {
      let outcome = await pipe(
        "-c", "value", file: "symbol,quantity,unit_cost\nBTC-USD,\(quantity),1.0000000001", form)
      #expect((outcome.errors, outcome.status) == (notice, 0))
    }
  }

  @Test func `only the exchanges of the file are asked, and each once`() async {
    let outcome = await pipe(
      "-o", "tsv", "--no-header", "-c", "value", file: "symbol,quantity,exchange\nBTC-USD,2,two")
    #expect((outcome.output, outcome.status) == ("200\n", 0))
    #expect(one.questions.isEmpty && two.questions == [.tickers])
  }

  @Test func `cash alone asks no exchange`() async {
    let outcome = await pipe("--total", "-t", "{value}", file: "symbol,quantity\nEUR,5\nEUR,-2.5")
    #expect((outcome.output, outcome.status) == ("€2.50\n", 0))
    #expect(one.questions.isEmpty && two.questions.isEmpty)
  }
}
