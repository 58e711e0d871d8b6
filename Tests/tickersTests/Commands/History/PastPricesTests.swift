import Foundation
import MarketCore
import TestTools
import Testing

@testable import tickers

/// `price --at`, `holdings --at` and `holdings --from`, for several pairs and exchanges.
struct PastPricesTests {
  private static func market() -> [TestExchange] {
    let closes: [String: [Decimal?]] = [
      // The last candle runs; the one before it ended at 11:00.
      "BTC-USD": [100, 200, 300, 400, 500], "ETH-USD": [10, 20, nil, 40, 50],
      "EUR-USD": [1, 2, 4, 8, 16], "OLD-USD": [7] + .init(repeating: nil, count: 14),
    ]
    return ["one", "two"].map { id in
      HistoryMarket.exchange(
        id, id == "two" ? ["BTC-USD", "EUR-USD"] : closes.keys.sorted(),
        periods: [.oneHour, .oneDay]
      ) { closes[$0.symbol] ?? [] }
    } + [
      TestExchange(
        "three", rows: { _ in [Ticker(pair: Pair(symbol: "BTC-USD"), open: 1, volume: 1, last: 1)] }
      )
    ]
  }

  private static func run(
    _ arguments: [String], holdings: String? = nil, exchanges: [TestExchange] = market()
  ) async -> TestWorld.Outcome {
    var world = TestWorld(exchanges: exchanges)
    world.holdings = holdings.map { Array($0.utf8) }
    world.change = { $0.date = { ScreenRun.date } }
    return await world.run(arguments)
  }

  @Test(arguments: [
    // At 10:00, 10:30 and 11:00.
    ("1h", "BTC-USD\t300\nETH-USD\t20\n"), ("30m", "BTC-USD\t300\nETH-USD\t20\n"),
    ("2026-11-21T11:00:00Z", "BTC-USD\t400\nETH-USD\t40\n"),
    ("2026-11-21T09:59:59Z", "BTC-USD\t200\nETH-USD\t20\n"),
  ])
  func `prices are the closes of the newest candles that had ended`(time: String, lines: String)
    async
  {
    let outcome = await Self.run(["price", "BTC-USD", "ETH-USD", "-e", "one", "--at", time])
    #expect((outcome.output, outcome.errors, outcome.status) == (lines, "", 0))
  }

  @Test func `prices are in the order of the arguments and exchanges`() async {
    let outcome = await Self.run([
      "price", "ETH-USD", "BTC-USD", "two:EUR-USD", "-e", "two,one", "--at", "1h",
    ])
    #expect(
      outcome.output == "one\tETH-USD\t20\ntwo\tBTC-USD\t300\none\tBTC-USD\t300\ntwo\tEUR-USD\t4\n")
    #expect(outcome.errors == "tickers: not listed on Two: ETH-USD\n")
    #expect(outcome.status == 0)
  }

  @Test func `a price that is too old is missing, with its notice`() async {
    let outcome = await Self.run(["price", "OLD-USD", "BTC-USD", "-e", "one", "--at", "1h"])
    #expect(outcome.output == "BTC-USD\t300\n")
    #expect(
      outcome.errors
        == "tickers: no price for OLD-USD at 2026-11-21T10:00:00Z: no candle of 1h ended "
        + "within the 10 periods before\n")
    #expect(outcome.status == 65)
    let before = await Self.run(["price", "OLD-USD", "-e", "one", "--at", "3h"])
    #expect((before.output, before.status) == ("7\n", 0))
  }

  @Test(arguments: [
    // At 10:00 a euro is 4 dollars.
    (["BTC", "--in", "EUR"], "75\n"), (["BTC", "ETH", "--in", "EUR"], "BTC\t75\nETH\t5\n"),
    (["BTC"], "300\n"), (["BTC", "BTC-USD", "--in", "EUR"], "BTC\t75\nBTC-USD\t300\n"),
  ])
  func `a coin has its rate of that moment`(arguments: [String], output: String) async {
    let outcome = await Self.run(["price", "-e", "one", "--at", "1h"] + arguments)
    #expect((outcome.output, outcome.status) == (output, 0), "\(outcome.errors)")
  }

  @Test func `without a choice it is the first exchange with history`() async {
    let exchanges = Self.market()
    let outcome = await Self.run(
      ["price", "BTC-USD", "--at", "1h"], exchanges: [exchanges[2], exchanges[1]])
    #expect((outcome.output, outcome.status) == ("300\n", 0))
    #expect(outcome.errors == "tickers: price history from Two (Three has none)\n")
  }

  @Test func `other fields are unknown`() async throws {
    let outcome = await Self.run(["price", "BTC-USD", "-e", "one", "--at", "1h", "-o", "csv"])
    let lines = outcome.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let known = zip(lines[0], lines[1]).filter { !$0.1.isEmpty }.map { "\($0)=\($1)" }
    #expect(
      known == [
        "exchange=one", "symbol=BTC-USD", "base=BTC", "quote=USD", "name=Bitcoin", "last=300",
        "as_of=2026-11-21T11:00:00.000Z", "at=2026-11-21T10:00:00Z", "period=1h",
      ])
  }

  @Test func `a failure of one pair hides no other price`() async {
    let exchange = HistoryMarket.exchange("one", ["A-USD", "B-USD"], periods: [.oneHour]) {
      pair throws(MarketError) in
      if pair.symbol == "A-USD" { throw .malformed("no candles") }
      return [1, 2]
    }
    let outcome = await Self.run(
      ["price", "A-USD", "B-USD", "--at", "2026-11-21T11:00:00Z", "-e", "one"],
      exchanges: [exchange])
    #expect(outcome.output == "B-USD\t1\n")
    #expect(outcome.errors == "tickers: A-USD: invalid response: no candles\n")
    #expect(outcome.status == 65)
  }

  private static let holdings = """
    symbol,quantity,unit_cost,exchange
    BTC-USD,2,50,one
    BTC-USD,1,50,two
    ETH-USD,10,1,one
    EUR,100,,
    """ + "\n"

  @Test func `holdings at a moment are converted at the rates of that moment`() async {
    let outcome = await Self.run(
      [
        "holdings", "--at", "1h", "--in", "EUR", "-e", "one", "-o", "csv", "-c",
        "exchange,symbol,last,value,cost,gain,day_change", "--no-header",
      ], holdings: Self.holdings)
    #expect(
      outcome.output == """
        one,BTC-USD,300,150,25,125,
        two,BTC-USD,300,75,12.5,62.5,
        one,ETH-USD,20,50,2.5,47.5,
        ,EUR,1,100,100,0,

        """)
    #expect(
      outcome.errors == """
        tickers: prices at 2026-11-21T10:00:00Z
        tickers: 3 trades without a date: rates of that time

        """)
    #expect(outcome.status == 0)
    let total = await Self.run(
      [
        "holdings", "--total", "--at", "1h", "--in", "EUR", "-e", "one", "-t",
        "{value:raw} {gain:raw}",
      ],
      holdings: Self.holdings)
    #expect(total.output == "375 235\n")
  }

  @Test func `values over time have the rates of each period`() async {
    let outcome = await Self.run(
      [
        "holdings", "--from", "4h", "-p", "1h", "--in", "EUR", "-e", "one", "-o", "csv",
        "--no-header", "-c", "time,value,cost,unpriced",
      ], holdings: Self.holdings)
    // The hour of 09:00 has no candle of ETH-USD: the close before it counts.
    #expect(
      outcome.output == """
        2026-11-21T07:00:00Z,500,260,0
        2026-11-21T08:00:00Z,500,180,0
        2026-11-21T09:00:00Z,375,140,0
        2026-11-21T10:00:00Z,300,120,0

        """)
    #expect(
      outcome.errors
        == "tickers: One: ETH-USD: 1 of 4 periods has no candle (2026-11-21T09:00:00Z): "
        + "no trades, or not sent\ntickers: 3 trades without a date: rates of that time\n")
    #expect(outcome.status == 0)
  }

  @Test func `holdings whose prices fail are unpriced, and the others are shown`() async {
    let exchanges = Self.market()
    exchanges[1].reply = .fail(.httpStatus(500, retryAfter: nil))
    for option in [["--at", "1h"], ["--from", "2h", "-p", "1h"]] {
      let outcome = await Self.run(
        ["holdings", "-e", "one", "-o", "json"] + option,
        holdings: "symbol,quantity,exchange\nBTC-USD,2,one\nBTC-USD,1,two\n", exchanges: exchanges)
      #expect(outcome.output.contains("\"unpriced\":1"))
      #expect(outcome.output.contains("\"value\":600"))
      #expect(outcome.errors.hasPrefix("tickers: Two: HTTP 500 Internal Server Error\n"))
      #expect(outcome.status == 69)
    }
  }
}
