import Foundation
import MarketCore
import Terminal
import TestTools
import Testing

@testable import tickers

/// Requested pairs that a later response lacks: they are stale on a screen, and missing in a pipe.
@Suite(.timeLimit(.minutes(20)))
struct StalePairTests {
  private static let pairs = ["BTC-USD", "ETH-USD"]

  /// An exchange whose answers lack the second pair where this is so for the number of the request.
  private static func exchange(
    _ id: String = "test", lacks: @escaping @Sendable (_ request: Int) -> Bool
  ) -> TestExchange {
    TestExchange(
      id,
      rows: { request in
        pairs.prefix(lacks(request) ? 1 : 2).map {
          Ticker(pair: Pair(symbol: $0), open: 1, volume: 1, last: Decimal(10 + request))
        }
      })
  }

  private static func row(_ symbol: String, _ screen: ScreenRun) -> String {
    screen.lines.dropFirst().first { $0.contains(" \(symbol) ") } ?? ""
  }

  @Test(arguments: ["ETH-USD", "eth"])
  func `the row of a pair or coin that is gone stays on a screen until it is back`(
    symbol: String
  ) async {
    let screen = ScreenRun(
      ["price", "BTC-USD", symbol, "-o", "table", "--interval", "10"],
      exchange: Self.exchange { $0 == 1 || $0 == 2 })
    let name = symbol.uppercased()
    #expect(await screen.shows("$10.00"))
    for price in ["$11.00", "$12.00"] {
      #expect(await screen.clock.waits(untilSleepers: { $0.count == 1 }))
      #expect(await screen.type("r", shows: price))
      #expect(await screen.shows("no data for \(name)"))
      #expect(Self.row("BTC-USD", screen).contains(price))
      #expect(Self.row(name, screen).contains("$10.00"))
    }
    #expect(await screen.clock.waits(untilSleepers: { $0.count == 1 }))
    #expect(await screen.type("r", shows: "$13.00"))
    #expect(await screen.hides("no data"))
    #expect(Self.row(name, screen).contains("$13.00"))
    #expect(await screen.quit() == 0)
  }

  @Test func `a key that restarts polling keeps what was answered`() async {
    let screen = ScreenRun(
      ["price", "BTC-USD", "ETH-USD", "-o", "table", "-c", "symbol,last,name", "--interval", "10"],
      exchange: Self.exchange { $0 > 0 })
    #expect(await screen.shows("$10.00"))
    // Without the column of names another request is made.
    #expect(await screen.type("c", shows: "› [x] symbol"))
    #expect(await screen.type("jj ", shows: "› [ ] name"))
    #expect(await screen.type("\r", shows: "no data for ETH-USD"))
    #expect(!screen.lines.contains { $0.contains("unknown pair") })
    #expect(await screen.quit() == 0)
  }

  @Test func `alerts do not test a stale row`() async {
    let screen = ScreenRun(
      [
        "price", "BTC-USD", "ETH-USD", "-o", "table", "--interval", "10", "--alert",
        "old: symbol == ETH-USD every 1s",
      ], exchange: Self.exchange { $0 > 0 })
    #expect(await screen.shows("old: ETH-USD"))
    let firings = screen.display.notified.count
    #expect(firings == 1)
    for price in ["$11.00", "$12.00"] {
      #expect(await screen.clock.waits(untilSleepers: { $0.count == 1 }))
      screen.clock.pass(.seconds(5))
      #expect(await screen.type("r", shows: price))
    }
    #expect(screen.display.notified.count == firings)
    #expect(await screen.quit() == 0)
  }

  @Test(arguments: [
    (0, 69), (1, 0),
  ])
  func `in a pipe it is missing, and the status is that of the last poll`(
    back: Int, status: Int32
  ) async {
    var world = TestWorld()
    for command in [
      ["price", "BTC-USD", "ETH-USD", "-o", "tsv"], ["price", "btc", "eth", "-o", "tsv"],
    ] {
      world.exchanges = [Self.exchange { $0 > 0 && $0 < 4 - back }]
      let outcome = await world.run(command + ["-c", "last", "--no-header", "--count", "4"])
      let last = back == 0 ? "13\n" : "13\n13\n"
      #expect(outcome.output == "10\n10\n11\n12\n" + last)
      #expect(outcome.errors.contains("no data for ETH"))
      #expect(outcome.status == status)
    }
  }

  @Test func `a pair that one exchange lacks does not become unknown by the other`() async {
    var world = TestWorld()
    world.exchanges = [Self.exchange("one") { $0 == 0 }, Self.exchange("two") { $0 > 0 }]
    let outcome = await world.run([
      "price", "ETH-USD", "BTC-USD", "-e", "one,two", "-o", "tsv", "-c", "exchange,symbol,last",
      "--no-header", "--count", "3",
    ])
    #expect(outcome.output.contains("one\tETH-USD\t12\n"))
    #expect(!outcome.errors.contains("unknown"))
    #expect(outcome.status == 69)
  }

  @Test func `holdings without a pair that was priced poll on, and the status tells`() async {
    var world = TestWorld()
    world.exchanges = [Self.exchange { $0 > 0 }]
    world.holdings = Array("symbol,quantity\nBTC-USD,1\nETH-USD,2\n".utf8)
    let outcome = await world.run([
      "holdings", "holdings.csv", "-o", "tsv", "-c", "symbol,last", "--no-header", "--count", "3",
    ])
    #expect(
      outcome.output == "BTC-USD\t10\nETH-USD\t10\nBTC-USD\t11\nETH-USD\t\nBTC-USD\t12\nETH-USD\t\n"
    )
    #expect(outcome.errors.contains("no data for ETH-USD"))
    #expect(outcome.status == 69)
  }

  @Test(arguments: [
    ["list"], ["coins"], ["symbols"], ["list", "-o", "json"], ["coins", "btc"], ["price", "btc"],
    ["price", "BTC-USD", "ETH-USD"], ["alerts", "--alert", "a: last > 1"],
  ])
  func `a list without rows is a failed poll in each command`(arguments: [String]) async {
    var world = TestWorld()
    world.exchanges = [TestExchange(instruments: [], rows: { _ in [] })]
    let outcome = await world.run(arguments + ["--count", "2"])
    #expect((outcome.output, outcome.status) == ("", 69))
    #expect(outcome.errors.contains("no data: empty response"))
  }
}
