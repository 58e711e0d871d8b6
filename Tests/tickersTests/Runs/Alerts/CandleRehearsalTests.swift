import Foundation
@testable import MarketCore
import TestTools
import Testing

@testable import tickers

/// Rehearsals of alerts over the candles of several pairs and exchanges.
struct CandleRehearsalTests {
  /// An exchange whose candles close at these prices, by symbol, the last one runs; it does not list others.
  private static func exchange(
    _ id: String, periods: [Period] = [.oneHour, .oneDay], _ closes: [String: [Decimal?]]
  ) -> TestExchange {
    TestExchange(
      id, periods: periods,
      rows: { _ in
        closes.keys.sorted().map {
          Ticker(pair: Pair(symbol: $0), open: 1, volume: 1, last: 1)
        }
      },
      closes: { pair, _ throws(MarketError) in
        guard let closes = closes[pair.symbol] else {
          throw .unknownSymbol(pair.symbol, near: [])
        }
        return closes
      })
  }

  private static let one = exchange(
    "one", ["BTC-USD": [1, 2, 9, 3, 9, 9], "ETH-USD": [9, 1, 1, 1, 9, 1], "ONE-USD": [9, 9, 9]])
  private static let two = exchange("two", ["BTC-USD": [1, 1, nil, 1, 9, 1]])

  private static func run(
    _ arguments: [String], exchanges: [TestExchange] = [one, two], hasFailures: Bool = false
  ) async -> TestWorld.Outcome {
    var world = TestWorld(exchanges: exchanges)
    if !hasFailures {
      world.clock = PollClock(
        now: { .now }, sleep: { _ in Issue.record("a rehearsal waits") }, random: { 0.5 })
    }
    world.change = { $0.date = { ScreenRun.date } }
    return await world.run(
      [
        "alerts", "--history", "1d", "--alert", "nine: last == 9", "-t",
        "{time} {exchange}:{symbol}",
      ]
        + arguments)
  }

  /// The rows, without the date: closes are at the end of the hour.
  private static func rows(_ output: String) -> [String] {
    output.split(separator: "\n").map { line in
      String(line.replacing(/^\S+T(\d\d:\d\d):00\.000Z/) { "\($0.1)" })
    }
  }

  @Test func `several pairs are in order of time`() async {
    // The running candle began at 11:00.
    let outcome = await Self.run(["BTC-USD", "ETH-USD", "-e", "one"])
    #expect(
      Self.rows(outcome.output) == [
        "07:00 one:ETH-USD", "09:00 one:BTC-USD", "11:00 one:BTC-USD", "11:00 one:ETH-USD",
      ])
    #expect(
      outcome.errors == """
        tickers: nine: 4 firings, first 2026-11-21T07:00:00.000Z, last 2026-11-21T11:00:00.000Z

        """)
    #expect(outcome.status == 0)
  }

  @Test(arguments: [
    (
      ["BTC-USD", "-e", "one,two"], ["09:00 one:BTC-USD", "11:00 one:BTC-USD", "11:00 two:BTC-USD"]
    ),
    (
      ["BTC-USD", "-e", "two,one"], ["09:00 one:BTC-USD", "11:00 two:BTC-USD", "11:00 one:BTC-USD"]
    ),
    (["two:BTC-USD", "-e", "one"], ["11:00 two:BTC-USD"]),
    (
      ["two:BTC-USD", "one:ETH-USD"],
      ["07:00 one:ETH-USD", "11:00 two:BTC-USD", "11:00 one:ETH-USD"]
    ),
    (
      ["two:BTC-USD", "BTC-USD", "-e", "one"],
      ["09:00 one:BTC-USD", "11:00 two:BTC-USD", "11:00 one:BTC-USD"]
    ),
    // The first exchange that lists it.
    (["BTC-USD"], ["09:00 one:BTC-USD", "11:00 one:BTC-USD"]),
  ])
  func `prefixes and options choose the exchange`(arguments: [String], rows: [String]) async {
    let outcome = await Self.run(arguments)
    #expect(Self.rows(outcome.output) == rows)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func `without a choice it is the first exchange that lists the pair`() async {
    let exchanges = [
      Self.exchange("none", periods: [], [:]), Self.exchange("daily", periods: [.oneDay], [:]),
      Self.exchange("other", ["X-USD": [1, 1]]), Self.two,
    ]
    let outcome = await Self.run(["BTC-USD"], exchanges: exchanges)
    #expect(Self.rows(outcome.output) == ["11:00 two:BTC-USD"])
    #expect(
      outcome.errors.hasPrefix(
        "tickers: price history from Two (None has none, Daily has no 1h, Other does not list it)\n"
      ))
    #expect(outcome.status == 0)
    // The period chooses, too.
    let daily = await Self.run(["BTC-USD", "-p", "1d"], exchanges: [exchanges[0], Self.one])
    #expect(daily.status == 0)
    #expect(daily.errors.hasPrefix("tickers: price history from One (None has none)\n"))
  }

  @Test func `an unknown pair among others fails, and the others are shown`() async {
    for arguments in [["XXX-USD", "BTC-USD"], ["BTC-USD", "XXX-USD"]] {
      let outcome = await Self.run(arguments + ["-e", "two"])
      #expect(Self.rows(outcome.output) == ["11:00 two:BTC-USD"])
      #expect(
        outcome.errors == """
          tickers: unknown pair XXX-USD on Two
          tickers: nine: 1 firing, first 2026-11-21T11:00:00.000Z, last 2026-11-21T11:00:00.000Z

          """)
      #expect(outcome.status == 66)
    }
    let unknown = await Self.run(["XXX-USD"])
    #expect((unknown.output, unknown.status) == ("", 66))
    #expect(unknown.errors.hasPrefix("tickers: unknown pair XXX-USD on One, Two"))
    let elsewhere = await Self.run(["two:ETH-USD", "one:ETH-USD"])
    #expect(Self.rows(elsewhere.output) == ["07:00 one:ETH-USD", "11:00 one:ETH-USD"])
    #expect(elsewhere.status == 66)
    #expect(elsewhere.errors.hasPrefix("tickers: unknown pair ETH-USD on Two\n"))
    let none = await Self.run(["XXX-USD", "BTC-USD", "YYY-USD", "-e", "one,two"])
    #expect(
      none.errors.hasPrefix(
        "tickers: unknown pair XXX-USD on One, Two\ntickers: unknown pair YYY-USD on One, Two\n"))
    #expect(none.status == 66)
    // The exchanges that were tried are those of the pair.
    let chosen = await Self.run(["BTC-USD", "XXX-USD"])
    #expect(Self.rows(chosen.output) == ["09:00 one:BTC-USD", "11:00 one:BTC-USD"])
    #expect(chosen.errors.contains("tickers: unknown pair XXX-USD on One, Two\n"))
    #expect(chosen.status == 66)
  }

  @Test func `a pair that one of the exchanges does not list`() async {
    let outcome = await Self.run(["ETH-USD", "-e", "one,two"])
    #expect(Self.rows(outcome.output) == ["07:00 one:ETH-USD", "11:00 one:ETH-USD"])
    #expect(
      outcome.errors.hasPrefix("tickers: not listed on Two: ETH-USD\ntickers: nine: 2 firings"),
      "\(outcome.errors)")
    #expect(outcome.status == 0)
  }

  @Test func `limit ends it`() async {
    let outcome = await Self.run(["BTC-USD", "ETH-USD", "-e", "one", "-n", "3"])
    #expect(Self.rows(outcome.output).last == "11:00 one:BTC-USD")
    #expect(outcome.errors.hasPrefix("tickers: nine: 3 firings, "))
    #expect(outcome.status == 0)
  }

  @Test func `a failure has its status`() async {
    let failing = Self.exchange("one", ["BTC-USD": [9, 9]])
    failing.reply = .fail(.httpStatus(503, retryAfter: nil))
    let outcome = await Self.run(
      ["one:BTC-USD", "two:BTC-USD"], exchanges: [failing, Self.two], hasFailures: true)
    #expect(Self.rows(outcome.output) == ["11:00 two:BTC-USD"])
    #expect(outcome.status == 69)
    #expect(
      outcome.errors == """
        tickers: One: HTTP 503 Service Unavailable
        tickers: nine: 1 firing, first 2026-11-21T11:00:00.000Z, last 2026-11-21T11:00:00.000Z

        """)
  }

  @Test func `the same failure of several pairs or exchanges is one`() async {
    let exchanges = ["one", "two"].map { Self.exchange($0, ["BTC-USD": [9, 9], "ETH-USD": [9]]) }
    for exchange in exchanges { exchange.reply = .fail(.unreachable("no route")) }
    let outcome = await Self.run(
      ["BTC-USD", "ETH-USD", "-e", "one,two"], exchanges: exchanges, hasFailures: true)
    #expect(outcome.errors == "tickers: One, Two: no route\n")
    #expect((outcome.output, outcome.status) == ("", 69))
  }

  @Test func `candles are recorded, and rehearsed from the recording`() async throws {
    let folder = try TemporaryFolder()
    func run(_ options: [String]) async -> TestWorld.Outcome {
      await TestWorld().run(
        [
          "alerts", "BTC-USD", "-e", "kraken", "--history", "20d", "-p", "1d", "--alert",
          "fall: percent < -1", "-o", "tsv",
        ] + options)
    }
    let first = await run(["--replay", Repository.fixtures.path, "--record", folder.path])
    #expect(first.status == 0)
    #expect(first.output.split(separator: "\n").count == 4)
    #expect(await run(["--replay", folder.path]) == first)
  }
}
