import Foundation
import MarketCore
import Terminal
import TestTools
import Testing

@testable import tickers

/// The end of a screen, and the lines that stay on the terminal.
@Suite(.timeLimit(.minutes(20)))
struct EndTests {
  @Test func `q leaves with success, and prints the last screenful once`() async throws {
    let screen = ScreenRun.replay("list", "--filter", "BTC-USD*", rows: 10)
    #expect(await screen.selects("BTC-USD"))
    #expect(screen.printed == nil)
    #expect(await screen.quit() == 0)
    let printed = try #require(screen.printed)
    try #require(printed.count == 6)
    let words = printed.prefix(5).map { $0.split(separator: " ").first }
    #expect(words == ["SYMBOL", "BTC-USD", "BTC-USDT", "BTC-USDC", "BTC-USDP"])
    #expect(printed[5].hasSuffix("14:00:00"))
    #expect(screen.errors == "")
  }

  @Test func `polling ends when the condition is met, and the table stays`() async throws {
    let exchange = TestExchange()
    let screen = ScreenRun(["list", "--until", "last > 101"], exchange: exchange)
    for price in 100...101 {
      #expect(await screen.shows("$\(price).00"))
      #expect(await screen.clock.waits(untilSleepers: { $0.count == 1 }))
      screen.type("r")
    }
    #expect(await screen.end() == 0)
    #expect(screen.printed?.contains { $0.contains("$102.00") } == true)
    #expect(exchange.questions.count == 3)
  }

  @Test func `a listed pair that one answer lacks does not end polling`() async {
    let pairs = ["BTC-USD", "ETH-USD"].map { Pair(symbol: $0) }
    let exchange = TestExchange(rows: { request in
      // The second request is about all pairs.
      pairs.prefix(request == 0 ? 1 : 2).map { Ticker(pair: $0, open: 1, volume: 1, last: 7) }
    })
    let screen = ScreenRun(
      ["price", "BTC-USD", "ETH-USD", "-o", "table", "--interval", "10"], exchange: exchange)
    #expect(await screen.shows("no data for ETH-USD"))
    #expect(await screen.clock.waits(untilSleepers: { $0.count == 1 }))
    #expect(await screen.type("r", shows: "  ETH-USD  $7.00"))
    #expect(await screen.hides("no data"))
    #expect(await screen.quit() == 0)
  }

  @Test(arguments: [["list"], ["book", "BTC-USD"], ["list", "--count", "3"]])
  func `q ends it while a poll is under way, which is given up`(arguments: [String]) async {
    let exchange = TestExchange()
    exchange.reply = .hang
    let screen = ScreenRun(arguments, exchange: exchange)
    #expect(await exchange.isAsked(1))
    #expect(await screen.shows("loading from "))
    #expect(await screen.quit() == 0)
    #expect(screen.printed == [])
    #expect(await exchange.isGivenUp(1))
    #expect(exchange.questions.count == 1)
  }

  @Test func `q ends the polls of all screens on the stack`() async {
    let exchange = TestExchange()
    let screen = ScreenRun(["list"], exchange: exchange)
    #expect(await screen.selects("BTC-USD"))
    exchange.reply = .hang
    #expect(await screen.type("\r", shows: "loading from "))
    #expect(await exchange.isAsked(2))
    #expect(await screen.clock.waits(untilSleepers: { $0.contains(.seconds(10)) }))
    screen.clock.pass(.seconds(10))
    #expect(await exchange.isAsked(3))
    #expect(await screen.quit() == 0)
    #expect(await exchange.isGivenUp(2))
    #expect(await screen.clock.waits(untilSleepers: \.isEmpty))
  }

  @Test(
    arguments: [
      (.closed, 0, ""), (.failed("No space left"), 74, "cannot write the output: No space left"),
    ] as [(WriteFailure, Int32, String)])
  func `after a draw that failed the display is left`(
    failure: WriteFailure, status: Int32, sentence: String
  ) async {
    let screen = ScreenRun(["list"], exchange: TestExchange())
    #expect(await screen.shows("2 pairs"))
    screen.display.fail(failure)
    #expect(await screen.end() == status)
    #expect(screen.printed != nil)
    #expect(screen.errors == (sentence.isEmpty ? "" : "tickers: \(sentence)\n"))
  }

  @Test func `where the recording cannot be made nothing is asked and nothing is drawn`() async {
    let exchange = TestExchange()
    let screen = ScreenRun(["list", "--record", "/dev/null/x"], exchange: exchange)
    #expect(await screen.end() == 73)
    #expect(screen.errors == "tickers: --record: Not a directory: /dev/null/x/\n")
    #expect(screen.display.draws == 0)
    #expect(exchange.questions == [])
  }
}
