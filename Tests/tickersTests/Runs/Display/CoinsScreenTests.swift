import Foundation
import MarketCore
import TestTools
import Testing

@testable import tickers

/// The screen of coins, the screens that it opens, and the notices about coins.
@Suite(.timeLimit(.minutes(20)))
struct CoinsScreenTests {
  private static let bitcoin = Pair(symbol: "BTC-USD")
  private static let fault = MarketError.httpStatus(503, retryAfter: nil)

  /// An exchange with two pairs, both of which rise with every request.
  private static func exchange(
    _ id: String, volume: Decimal, reference: ChangeReference = .dayAgo
  ) -> TestExchange {
    TestExchange(
      id, periods: id == "blockchain" ? [] : [.oneDay],
      rows: { number in
        [
          Ticker(
            pair: bitcoin, open: 100, volume: volume, last: Decimal(100 + number),
            changeReference: reference),
          Ticker(
            pair: Pair(symbol: "ETH-USD"), open: 50, volume: 1, last: Decimal(50 + number),
            changeReference: reference),
        ]
      })
  }

  private static func coins(
    _ exchanges: [TestExchange], _ arguments: String..., environment: [String: String] = [:]
  ) -> ScreenRun {
    ScreenRun(
      ["coins", "-e", "all", "--interval", "10"] + arguments, columns: 150,
      environment: environment
    ) { $0.exchanges = exchanges }
  }

  private static func holdings(
    _ exchanges: [TestExchange], _ file: String, environment: [String: String] = [:]
  ) -> ScreenRun {
    ScreenRun(
      ["holdings", "mine.csv", "--in", "USD", "-c", "symbol,last,trend", "--interval", "10"],
      environment: environment
    ) { world in
      world.exchanges = exchanges
      world.files.read = {
        $0 == "mine.csv" ? Array("symbol,quantity,exchange\n\(file)".utf8) : nil
      }
    }
  }

  /// Waits until each of these rows, by its beginning, ends with its text.
  private static func ends(_ screen: ScreenRun, _ rows: [(start: String, end: String)]) async
    -> Bool
  {
    await screen.display.waits { lines in
      rows.allSatisfy { start, end in
        lines.contains { $0.dropFirst(2).hasPrefix(start) && $0.hasSuffix(end) }
      }
    }
  }

  @Test func `Enter lists the pairs of a coin on all exchanges, and Esc leads back to the coin`()
    async throws
  {
    let screen = Self.coins([
      Self.exchange("one", volume: 3), Self.exchange("two", volume: 5),
      Self.exchange("three", volume: 4),
    ])
    #expect(await screen.shows("One, Two, Three · 2 coins · sort turnover:desc"))
    #expect(await screen.shows("Enter pairs"))
    #expect(await screen.selects("BTC"))
    #expect(
      await screen.type(
        "\r", shows: "One, Two, Three · 3 of 6 pairs · filter BTC-* · sort turnover:desc"))
    #expect(await screen.shows("EXCHANGE  SYMBOL"))
    let rows = screen.lines.filter { $0.contains("BTC-USD") }
    #expect(rows.map { $0.dropFirst(2).prefix { $0 != " " } } == ["two", "three", "one"])
    #expect(await screen.type("\u{1B}", shows: "2 coins"))
    #expect(await screen.selects("BTC"))
    screen.type("j")
    #expect(await screen.selects("ETH"))
    #expect(await screen.type("\r", shows: "filter ETH-*"))
    #expect(await screen.type("\u{1B}", shows: "2 coins"))
    #expect(await screen.selects("ETH"))
    #expect(await screen.quit() == 0)
  }

  @Test func `h opens the history of the largest pair that has history`() async {
    let exchanges = [
      Self.exchange("blockchain", volume: 9), Self.exchange("kraken", volume: 3),
      Self.exchange("coinbase", volume: 5),
    ]
    let screen = Self.coins(exchanges)
    #expect(await screen.selects("BTC"))
    #expect(await screen.shows("h history"))
    #expect(await screen.type("h", shows: "Coinbase · BTC-USD · 1d · "))
    #expect(
      exchanges.map { $0.questions.contains(.candles(Self.bitcoin, .oneDay)) }
        == [false, false, true])
    #expect(await screen.type("\u{1B}", shows: "2 coins"))
    #expect(await screen.selects("BTC"))
    #expect(await screen.quit() == 0)
  }

  @Test func `h of a coin without history on its exchanges opens the pair`() async {
    let exchange = Self.exchange("blockchain", volume: 9)
    let screen = Self.coins([exchange])
    #expect(await screen.shows("h history"))
    #expect(await screen.type("h", shows: "BTC-USD · 1d"))
    #expect(exchange.questions == [.tickers])
    #expect(await screen.quit() == 0)
  }

  @Test(arguments: [["one"], ["one", "two"]])
  func `the price of a coin that the last poll changed is marked`(ids: [String]) async {
    let exchanges = ids.map { id in
      TestExchange(id, rows: { number in Self.oneRises(number) })
    }
    let screen = Self.coins(exchanges, environment: ["NO_COLOR": "1"])
    #expect(await screen.shows("$100.00"))
    #expect(!screen.lines.contains { $0.contains("•") })
    await screen.clock.passes(to: 10)
    #expect(await screen.shows("$101.00 ▲"))
    #expect(await screen.shows("$50.00"))
    #expect(!screen.lines.contains { $0.contains("$50.00 ▲") })
    for exchange in exchanges { exchange.reply = .fail(Self.fault) }
    await screen.clock.passes(to: 20)
    #expect(await screen.shows("stale"))
    #expect(await screen.hides("•"))
    #expect(await screen.quit() == 0)
  }

  /// Bitcoin rises with every request, ether stays.
  private static func oneRises(_ number: Int) -> [Ticker] {
    [
      Ticker(pair: bitcoin, open: 100, volume: 1, last: Decimal(100 + number)),
      Ticker(pair: Pair(symbol: "ETH-USD"), open: 50, volume: 1, last: 50),
    ]
  }

  @Test func `a pair and a coin in holdings on one exchange are both marked`() async {
    let screen = Self.holdings(
      [Self.exchange("one", volume: 1)], "ETH-USD,1,one\nBTC,1,", environment: ["NO_COLOR": "1"])
    #expect(await screen.shows("$100.00"))
    #expect(!screen.lines.contains { $0.contains("•") })
    await screen.clock.passes(to: 10)
    #expect(await screen.shows("$101.00 ▲"))
    #expect(await screen.shows("$51.00 ▲"))
    #expect(await screen.quit() == 0)
  }

  /// Checks a screen of two exchanges whose rows rise with every poll, at first.
  private static func expectTrends(
    on screen: ScreenRun, of one: TestExchange, _ two: TestExchange, in rows: [String]
  ) async {
    #expect(await screen.shows("$100.00"))
    two.reply = .stall
    await screen.clock.passes(to: 10)
    // Each exchange that answers is shown at once, and is part of the same point.
    #expect(await ends(screen, rows.map { ($0, "▁█") }))
    let draws = screen.display.draws
    two.release(1)
    #expect(await screen.display.draws(moreThan: draws))
    #expect(await screen.hides("loading"))
    #expect(await ends(screen, rows.map { ($0, " ▁█") }))
    (one.reply, two.reply) = (.fail(fault), .fail(fault))
    await screen.clock.passes(to: 20)
    #expect(await screen.shows("stale"))
    #expect(await ends(screen, rows.map { ($0, " ▁█") }))
    (one.reply, two.reply) = (.answer, .answer)
    await screen.clock.passes(to: 30)
    #expect(await screen.hides("stale"))
    #expect(await ends(screen, rows.map { ($0, " ▁▃█") }))
    #expect(await screen.quit() == 0)
  }

  @Test func `a trend of coins has a point per beat, and none for a poll that failed`() async {
    let (one, two) = (Self.exchange("one", volume: 3), Self.exchange("two", volume: 1))
    let screen = Self.coins([one, two], "-c", "coin,price,trend")
    await Self.expectTrends(on: screen, of: one, two, in: ["BTC ", "ETH "])
  }

  @Test func `a trend of holdings has a point per beat, and none for a poll that failed`() async {
    let (one, two) = (Self.exchange("one", volume: 3), Self.exchange("two", volume: 1))
    let screen = Self.holdings([one, two], "BTC-USD,1,one\nETH-USD,1,two\nBTC,1,")
    await Self.expectTrends(on: screen, of: one, two, in: ["BTC ", "BTC-USD "])
  }

  @Test func `that percent lacks an exchange is reported once`() async {
    var world = TestWorld()
    world.exchanges = [
      Self.exchange("kraken", volume: 3, reference: .utcDay), Self.exchange("coinbase", volume: 1),
    ]
    let sentence = "percent without Kraken: changes are since 00:00 UTC"
    let arguments = ["coins", "-e", "kraken,coinbase", "--count", "3"]
    let outcome = await world.run(arguments)
    #expect(
      outcome.errors.split(separator: "\n").filter { $0.contains("percent") }
        == ["tickers: \(sentence)"])
    // Not where no change is shown, or where no exchange is left out.
    for other in [arguments + ["-c", "coin,price"], ["coins", "-e", "coinbase", "--count", "3"]] {
      #expect(await !world.run(other).errors.contains("percent"))
    }
    let screen = ScreenRun(arguments, columns: 150) { [world] in $0.exchanges = world.exchanges }
    #expect(await screen.shows(" · \(sentence)"))
    #expect(await screen.quit() == 0)
  }

  @Test func `changes since 00:00 UTC are shown where there are no others, and marked`() async {
    let sentence = "changes are since 00:00 UTC, not over the last 24 h"
    func run(_ kraken: String, _ arguments: String...) async -> (output: String, errors: String) {
      var world = TestWorld()
      let pairs = [Self.bitcoin, Pair(symbol: "ETH-USD")]
      world.exchanges = [
        TestExchange(
          "kraken",
          rows: { _ in
            pairs.map {
              Ticker(pair: $0, open: 100, volume: 1, last: 110, changeReference: .utcDay)
            }
          }),
        TestExchange(
          "coinbase",
          rows: { _ in
            [Ticker(pair: Self.bitcoin, open: 100, volume: 1, last: 105)]
          }),
      ]
      let outcome = await world.run(
        ["coins", "-e", kraken, "--once", "-c", "coin,percent", "-s", "coin"] + arguments)
      return (outcome.output, outcome.errors)
    }
    let alone = await run("kraken")
    #expect(alone.output == "COIN  PERCENT\nBTC   +10.00%\nETH   +10.00%\n")
    #expect(alone.errors == "tickers: \(sentence)\n")
    let both = await run("kraken,coinbase")
    #expect(both.output == "COIN   PERCENT\nBTC    +5.00%\nETH   +10.00%*\n")
    #expect(both.errors == "tickers: * since 00:00 UTC\n")
    let csv = await run("kraken,coinbase", "-o", "csv")
    #expect(csv.output == "coin,percent\nBTC,5\nETH,10\n")
    #expect(csv.errors == "tickers: Kraken: \(sentence)\n")
  }

  @Test(arguments: ["coins", "list"])
  func `a currency without a rate is reported once, and on a screen`(command: String) async {
    var world = TestWorld()
    world.exchanges = [Self.exchange("kraken", volume: 3), Self.exchange("coinbase", volume: 1)]
    let sentence = "no exchange rate to XYZ on Kraken, Coinbase"
    let arguments = [command, "-e", "all", "--in", "XYZ"]
    let outcome = await world.run(arguments + ["--count", "3"])
    #expect(
      outcome.errors.split(separator: "\n").filter { $0.contains("rate") }
        == ["tickers: \(sentence)"])
    #expect(outcome.status == 0)
    let screen = ScreenRun(arguments, columns: 150) { [world] in $0.exchanges = world.exchanges }
    #expect(await screen.shows(sentence))
    #expect(await screen.quit() == 0)
  }
}
