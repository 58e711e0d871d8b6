import Foundation
import MarketCore
import TestTools
import Testing

@testable import tickers

/// Coins in the holdings that no exchange lists, or that have no exchange rate.
@Suite(.timeLimit(.minutes(20)))
struct HoldingsCoinsTests {
  private static func exchange(
    _ id: String, _ symbols: [String], then later: [String]? = nil
  ) -> TestExchange {
    TestExchange(
      id, periods: [.oneDay],
      rows: { request in
        (request == 0 ? symbols : later ?? symbols).map {
          Ticker(pair: Pair(symbol: $0), open: 50, volume: 5, last: 50)
        }
      })
  }

  private let one = exchange("one", ["BTC-USD", "ETH-USD"])
  private let two = exchange("two", ["BTC-USD", "QRS-TUV"])

  private func run(_ rows: String, _ options: String...) async -> TestWorld.Outcome {
    await run(rows, of: [one, two], options)
  }

  private func run(
    _ rows: String, of exchanges: [TestExchange], _ options: [String]
  ) async -> TestWorld.Outcome {
    var world = TestWorld()
    world.exchanges = exchanges
    world.holdings = Array("symbol,quantity,exchange\n\(rows)".utf8)
    return await world.run(
      ["holdings", "--once", "-c", "symbol,value", "--no-header", "-o", "csv"] + options)
  }

  @Test(arguments: [
    ("csv", "BTC,50\nBTX,\nUSD,7\n"),
    (
      "ndjson",
      """
      {"as_of":"2026-11-21T11:00:00.000Z","symbol":"BTC","value":50}
      {"as_of":"2026-11-21T11:00:00.000Z","symbol":"BTX","value":null}
      {"as_of":"2026-11-21T11:00:00.000Z","symbol":"USD","value":7}

      """
    ),
  ])
  func `an unlisted coin is reported once, its row has no values, and the status is 66`(
    format: String, output: String
  ) async {
    for count in [1, 3] {
      let outcome = await run(
        "BTC,1\nBTX,2\nUSD,7", "--in", "USD", "-o", format, "--count", "\(count)")
      #expect(outcome.output == String(repeating: output, count: count))
      #expect(
        outcome.errors == """
          tickers: ~/.config/tickers/holdings.csv:3: unknown coin BTX on One; did you mean BTC?

          """)
      #expect(outcome.status == 66)
    }
  }

  @Test func `the error has the exchanges of all holdings, and the first line of the coin`() async {
    let outcome = await run(
      "BTC-USD,1,two\nBTX,1,two\nBTX,2,two\nBTX,3,one", "--in", "USD")
    #expect(
      outcome.errors == """
        tickers: ~/.config/tickers/holdings.csv:3: unknown coin BTX on Two, One; did you mean BTC?

        """)
    #expect(outcome.status == 66)
  }

  @Test(arguments: ["QRS", "TUV"])
  func `a coin in a pair of any of the exchanges has a notice if it has no rate`(coin: String) async
  {
    let outcome = await run("\(coin),1,one\nBTC-USD,1,two", "--in", "USD")
    #expect(
      outcome.errors == "tickers: * without \(coin): no exchange rate \(coin)→USD on One, Two\n")
    #expect((outcome.output, outcome.status) == ("BTC-USD,50\n\(coin),\n", 0))
  }

  @Test func `a coin that an exchange without an answer may list is not reported`() async {
    two.reply = .fail(.httpStatus(503, retryAfter: nil))
    let outcome = await run("BTX,1,one\nBTC-USD,1,two", "--in", "USD")
    #expect(!outcome.errors.contains("BTX") && outcome.status == 69)
  }

  @Test func `a coin that an earlier answer had is not reported`() async {
    let gap = Self.exchange("gap", ["BTC-USD", "ETH-USD"], then: ["BTC-USD"])
    let outcome = await run("BTC,1\nETH,1", of: [gap], ["--in", "USD", "--count", "2"])
    #expect(outcome.output == "BTC,50\nETH,50\nBTC,50\nETH,\n")
    #expect(!outcome.errors.contains("unknown coin") && outcome.status == 0)
  }

  @Test(arguments: [("FDUSD,2", "USD", "FDUSD,2\n"), ("CHF,2", "USD", "CHF,\n")])
  func `stablecoins and money need no pair`(row: String, currency: String, output: String) async {
    let outcome = await run("BTC-USD,0\n\(row)", "--in", currency)
    #expect(outcome.output == "BTC-USD,0\n" + output)
    #expect(!outcome.errors.contains("unknown coin") && outcome.status == 0)
  }

  @Test(arguments: [
    ("BTX,1", []), ("BTX,1", ["--in", "BTX"]), ("BTX,1\nBTX,-1", ["--in", "USD"]),
  ])
  func `a coin that needs no rate is not reported`(rows: String, options: [String]) async {
    let outcome = await run("BTC-USD,0\n\(rows)", of: [one], options)
    #expect(!outcome.errors.contains("unknown coin") && outcome.status == 0)
  }

  @Test(arguments: [
    ["--at", "2026-11-20"],
    ["--from", "2026-11-19", "--to", "2026-11-21", "-c", "value,unpriced"],
  ])
  func `past values report an unlisted coin, too`(options: [String]) async {
    let output = options[0] == "--at" ? "BTC,107\nBTX,\n" : "107,1\n108,1\n"
    let outcome = await run("BTC,1\nBTX,1", of: [one], ["--in", "USD"] + options)
    #expect(outcome.output == output)
    #expect(outcome.errors.contains(":3: unknown coin BTX on One; did you mean BTC?\n"))
    #expect(!outcome.errors.contains("no exchange rate") && outcome.status == 66)
    let listed = await run(
      "BTC,1,one\nQRS,1,one\nBTC-USD,1,two", of: [one, two], ["--in", "USD"] + options)
    #expect(listed.errors.contains("* without QRS: no exchange rate QRS→USD on One, Two\n"))
    #expect(!listed.errors.contains("unknown coin") && listed.status == 0)
  }

  @Test func `on a screen, the status line has the error, and polling continues`() async {
    let screen = ScreenRun(
      ["holdings", "mine.csv", "--interval", "10", "--in", "USD"], columns: 120, exchange: one
    ) { world in
      world.files.read = { _ in Array("symbol,quantity\nBTC,1\nBTX,1".utf8) }
    }
    #expect(await screen.shows("mine.csv:3: unknown coin BTX on One"))
    #expect(await screen.shows("  BTX              1    –"))
    await screen.clock.passes(to: 10)
    #expect(await one.isAsked(2))
    #expect(await screen.shows("mine.csv:3: unknown coin BTX on One"))
    #expect(await screen.quit() == 0)
  }

  @Test func `a live run reports an unlisted coin, and goes on`() async {
    let run = StreamRun(
      "holdings", "-e", "kraken", "--in", "USD", "--count", "2", "-o", "csv", "--no-header", "-c",
      "symbol,last", holdings: "symbol,quantity\nBTC,1\nBTX,1")
    let stream = await run.connection()
    stream.pushKraken(last: 101)
    #expect(await run.writes("BTC,101\nBTX,\n"))
    stream.pushKraken(last: 102)
    await run.passes(toMilliseconds: 1_000)
    #expect(await run.ends() == 66)
    #expect(run.texts.value.output == "BTC,101\nBTX,\nBTC,102\nBTX,\n")
    #expect(
      run.errors.split(separator: "\n").count { $0.contains("unknown coin BTX on Kraken") } == 1)
  }
}
