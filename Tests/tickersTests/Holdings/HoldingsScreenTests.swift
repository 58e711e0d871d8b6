import MarketCore
import TestTools
import Testing

@testable import tickers

/// Holdings on a screen and in a pipe. One of the exchanges can fail.
@Suite(.timeLimit(.minutes(20)))
struct HoldingsScreenTests {
  private let one = TestExchange("one", periods: [.oneDay])
  private let two = TestExchange("two", periods: [.oneDay])
  private static let fault = MarketError.httpStatus(503, retryAfter: nil)
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

  @Test func `rows and totals are shown, and follow the prices`() async {
    let screen = screen()
    #expect(await screen.shows("› one       BTC-USD          2  $100.00  $200.00"))
    #expect(await screen.shows("  two       ETH-USD          3   $50.00  $150.00"))
    #expect(await screen.shows("  –         USD             10    $1.00   $10.00"))
    #expect(await screen.shows("  QUOTE    VALUE"))
    #expect(await screen.shows("  USD    $460.00"))
    #expect(await screen.shows("One, Two · 4 holdings · sort symbol"))
    await screen.clock.passes(to: 10)
    #expect(await screen.shows("› one       BTC-USD          2  $101.00  $202.00"))
    #expect(await screen.shows("  USD    $463.00"))
    #expect(await screen.quit() == 0)
  }

  @Test func `Enter opens the book of the row's exchange, h its history, and cash has none`() async
  {
    let screen = screen()
    #expect(await screen.shows("  USD    $460.00"))
    #expect(await screen.type("j\r", shows: "BTC-USD · depth 9 · test"))
    #expect(two.questions.contains(.book(Pair(symbol: "BTC-USD"), .levels)))
    #expect(!one.questions.contains(.book(Pair(symbol: "BTC-USD"), .levels)))
    #expect(await screen.type("\u{1B}", shows: "› two       BTC-USD"))
    #expect(await screen.type("h", shows: "BTC-USD · 1d"))
    #expect(await screen.type("\u{1B}", shows: "› two       BTC-USD"))
    #expect(await screen.type("G", shows: "› –         USD"))
    screen.type("\r")
    #expect(await screen.type(">s", shows: "sort quantity:desc"))
    #expect(await screen.quit() == 0)
  }

  @Test func `rows of an exchange that fails stay with their age`() async {
    let screen = screen()
    #expect(await screen.shows("  USD    $460.00"))
    two.reply = .fail(Self.fault)
    await screen.clock.passes(to: 10)
    #expect(await screen.shows("  two 10 s  BTC-USD          1  $100.00"))
    #expect(await screen.shows("  USD    $462.00"))
    #expect(await screen.shows("Two stale 10 s: HTTP 503"))
    #expect(await screen.quit() == 0)
  }

  @Test func `totals are a screen, and rates stand below`() async {
    let screen = screen("--total", "--in", "BTC")
    #expect(await screen.shows("› BTC      4.6 BTC"))
    #expect(await screen.shows("rates: BTC-USD $100.00 (one) · BTC-USD $100.00 (two)"))
    #expect(await screen.shows("One, Two · 1 total · sort quote"))
    #expect(await screen.type("\r", shows: "1 total"))
    #expect(await screen.quit() == 0)
  }

  @Test func `the keys that open a pair are offered while the selected row is one`() async {
    let screen = screen()
    #expect(await screen.shows("Enter book  h history"))
    #expect(await screen.type("?", shows: "Open the order book"))
    screen.type("?G")
    #expect(await screen.hides("Enter book  h history"))
    #expect(await screen.shows("› –         USD"))
    #expect(await screen.quit() == 0)
  }

  @Test(arguments: [("--total", file), ("--interval=10", "symbol,quantity\nUSD,1")])
  func `no key opens a pair where no row is one`(argument: String, file: String) async {
    let screen = screen(argument, file: file)
    #expect(await screen.shows("/ filter  w where"))
    #expect(await screen.hides("Enter book"))
    #expect(await screen.hides("h history"))
    #expect(await screen.type("?", shows: "Filter (Enter applies"))
    #expect(await screen.hides("Open the"))
    #expect(await screen.quit() == 0)
  }

  @Test func `the condition ends it, and what is left has the totals`() async throws {
    let screen = screen("--until", "symbol == BTC-USD and gain_percent > 25")
    #expect(await screen.shows("  USD    $460.00"))
    await screen.clock.passes(to: 10)
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

  private static let unlisted = "symbol,quantity,exchange\nBTC-USD,1,one\nBTX-USD,1,one"

  @Test func `an unlisted pair keeps its row, and the status line has its line`() async {
    let screen = screen(file: Self.unlisted)
    #expect(await screen.shows("› BTC-USD          1  $100.00"))
    #expect(await screen.shows("  BTX-USD          1     –"))
    #expect(await screen.shows("mine.csv:3: "))
    #expect(await screen.shows("USD    $100.00*"))
    await screen.clock.passes(to: 10)
    #expect(await screen.hides("› BTC-USD          1  $100.00"))
    #expect(await screen.shows("  BTX-USD          1     –"))
    #expect(await screen.quit() == 0)
  }

  @Test func `an unlisted pair is reported once, polling continues, and the status is 66`() async {
    var world = TestWorld()
    world.exchanges = [one, two]
    world.holdings = Array(Self.unlisted.utf8)
    for arguments in [["-q"], ["--in", "BTC"]] {
      let outcome = await world.run(
        ["holdings", "--count", "3", "-o", "csv", "-c", "symbol,quantity", "--no-header"]
          + arguments)
      #expect(outcome.output == String(repeating: "BTC-USD,1\nBTX-USD,1\n", count: 3))
      let lines = outcome.errors.split(separator: "\n").filter { $0.contains("BTX-USD on One") }
      #expect(lines.count == 1 && lines[0].contains("/holdings.csv:3: "))
      #expect(lines[0].hasSuffix("did you mean BTC-USD?"))
      #expect(outcome.status == 66)
    }
  }

  @Test func `pairs of which the exchange lists none are reported each with its line`() async {
    let outcome = await pipe(
      "-o", "csv", "-c", "exchange,symbol,last,value", "--no-header",
      file: "symbol,quantity,exchange\nBTX-USD,1,one\nXYZ-EUR,2,one\nBTC-USD,2,two")
    #expect(outcome.output == "two,BTC-USD,100,200\none,BTX-USD,,\none,XYZ-EUR,,\n")
    for (line, symbol) in [(2, "BTX-USD"), (3, "XYZ-EUR")] {
      #expect(outcome.errors.contains("holdings.csv:\(line): "))
      #expect(outcome.errors.contains("\(symbol) on One"))
    }
    #expect(outcome.status == 66)
  }

  @Test func `a condition that is met ends with 0 although a pair is unlisted`() async {
    let outcome = await pipe("-u", "value > 0", "-o", "csv", "-c", "symbol", file: Self.unlisted)
    #expect(outcome.status == 0)
  }

  @Test func `holdings that no rate converts are named, and the rest is the value`() async {
    let outcome = await pipe(
      "--in", "CHF", file: "symbol,quantity,exchange\nCHF,10\nBTC-USD,1,one\nETH-USD,1,two\nEUR,2")
    #expect(
      outcome.errors == """
        tickers: * without EUR: no exchange rate EUR→CHF on One, Two
        tickers: * without BTC-USD, ETH-USD: no exchange rate USD→CHF on One, Two

        """)
    #expect(outcome.output.contains("\nCHF    10.00 CHF*"))
    #expect(outcome.output.contains("UNPRICED  UNCOSTED\n"))
    #expect(outcome.status == 0)
    two.reply = .fail(Self.fault)
    let failed = await pipe(
      "--in", "CHF", file: "symbol,quantity,exchange\nCHF,10\nBTC-USD,1,one\nETH-USD,1,two")
    #expect(!failed.errors.contains("no exchange rate") && failed.status == 69)
  }

  @Test(arguments: [
    (["--in", "USD"], "BTC            2  $100.00  $200.00\n", ""),
    ([], "BTC            2  1 BTC  2 BTC\n", "tickers: write BTC-USD, or use --in USD\n"),
    (["-q"], "BTC            2  1 BTC  2 BTC\n", ""),
    (["--in", "BTC"], "BTC            2  1 BTC  2 BTC\n", ""),
  ])
  func `a coin has the price of its rate, or is cash of itself`(
    arguments: [String], row: String, errors: String
  ) async {
    let outcome = await pipe(
      "--no-header", "-c", "symbol,quantity,last,value", file: "symbol,quantity\nBTC,2", arguments)
    #expect(outcome.output.hasPrefix(row))
    #expect((outcome.errors, outcome.status) == (errors, 0))
  }

  @Test func `ignored columns with similar names are reported once`() async {
    let outcome = await pipe(
      "-o", "csv", "-c", "symbol", file: "symbol,quantity,Cost,note\nEUR,1,2,x")
    #expect(
      outcome.errors == "tickers: ~/.config/tickers/holdings.csv:1: ignored 'Cost'; "
        + "columns are symbol,side,quantity,unit_cost,fee,exchange,date,account\n")
    #expect(outcome.status == 0)
  }

  @Test func `the counts of a total are columns of a table only if one is not 0`() async {
    let file = "symbol,quantity,unit_cost,exchange\nBTC-USD,1,5,one\n"
    for form in [[], ["--total"]] {
      let whole = await pipe(file: file, form)
      #expect(whole.output.contains("GAIN_PERCENT\n"))
      let part = await pipe(file: file + "ETH-USD,1,,one\n", form)
      #expect(part.output.contains("GAIN_PERCENT  UNCOSTED\n"))
    }
    let json = await pipe("-o", "json", file: file)
    #expect(json.output.contains("\"unpriced\":0,\"uncosted\":0}"))
    let csv = await pipe("--total", "-o", "csv", file: file)
    #expect(
      csv.output.hasPrefix(
        "quote,value,day_change,cost,gain,gain_percent,realized,fees,total_gain,account,"
          + "unpriced,uncosted\n"))
    let chosen = await pipe("--total", "-c", "value,unpriced", file: file)
    #expect(chosen.output.hasPrefix("  VALUE  UNPRICED\n"))
  }

  @Test func `without any answer the rows are there, without prices`() async {
    one.reply = .fail(.httpStatus(503, retryAfter: nil))
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
    #expect(totals.output == "212,2,170\n")
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
      "tickers: amounts are rounded to 38 significant digits\n"
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
