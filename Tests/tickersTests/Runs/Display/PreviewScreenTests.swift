import Foundation
import MarketCore
import TestTools
import Testing

@testable import tickers

/// Chart and book of the selected row, beside the rows of a wide screen, and the requests for them.
@Suite(.timeLimit(.minutes(20)))
struct PreviewScreenTests {
  private static let (bitcoin, ether) = (TrendList.bitcoin, TrendList.ether)
  private static let bitcoinRequests = [
    TestExchange.Question.candles(bitcoin, .oneHour), .book(bitcoin, .levels),
  ]

  private static func list(
    _ exchange: TestExchange, _ arguments: String..., columns: Int = 160, rows: Int = 30
  ) -> ScreenRun {
    ScreenRun(
      ["list", "--interval", "30", "--sort", "symbol"] + arguments, columns: columns, rows: rows,
      exchange: exchange)
  }

  /// Waits until the screen waits for this time, and lets it come.
  private static func passes(_ screen: ScreenRun, to milliseconds: Int) async {
    let end = Duration.milliseconds(milliseconds)
    #expect(await screen.clock.waits { $0.contains(end) })
    screen.clock.pass(end - screen.clock.now)
  }

  /// Draws a few times, and waits until that is done.
  private static func redraws(_ screen: ScreenRun) async {
    #expect(await screen.type("?", shows: "Toggle this help"))
    #expect(await screen.type("?", shows: "SYMBOL"))
  }

  @Test func `a row selected for 0.3 s has its candles and its book, requested in sequence`() async
  {
    let exchange = TestExchange(periods: [.oneHour, .oneDay])
    let screen = Self.list(exchange)
    #expect(await screen.shows("│ candles 1h · no data yet"))
    #expect(await screen.shows("│ BTC-USD · Test"))
    await Self.redraws(screen)
    #expect(exchange.questions == [.tickers])
    exchange.reply = .stall
    await Self.passes(screen, to: 300)
    #expect(await exchange.isAsked(2))
    await Self.redraws(screen)
    #expect(exchange.questions.count == 2)
    exchange.release(1)
    #expect(await screen.hides("candles 1h · no data yet"))
    #expect(await exchange.isAsked(3))
    #expect(await screen.shows("│ book · no data yet"))
    exchange.release(2)
    #expect(await screen.hides("no data yet"))
    #expect(exchange.questions == [.tickers] + Self.bitcoinRequests)
    #expect(await screen.shows("ask"))
    #expect(await screen.shows("┬ VOLUME"))
    #expect(await screen.quit() == 0)
    #expect(screen.printed?.contains { $0.contains("│") } == false)
  }

  @Test func `rows that are passed quickly are not requested`() async {
    let exchange = TestExchange(periods: [.oneHour])
    let screen = Self.list(exchange)
    #expect(await screen.clock.waits { $0.contains(.milliseconds(300)) })
    screen.clock.pass(.milliseconds(200))
    #expect(await screen.type("j", shows: "│ ETH-USD · Test"))
    #expect(await screen.clock.waits { $0.contains(.milliseconds(500)) })
    screen.clock.pass(.milliseconds(200))
    await Self.redraws(screen)
    #expect(exchange.questions == [.tickers])
    screen.clock.pass(.milliseconds(100))
    #expect(await screen.hides("no data yet"))
    #expect(
      exchange.questions == [.tickers, .candles(Self.ether, .oneHour), .book(Self.ether, .levels)])
    // Data of the row before is kept for a while, but not of a row that was never requested.
    #expect(await screen.type("k", shows: "│ BTC-USD · Test"))
    #expect(await screen.shows("book · no data yet"))
    #expect(await screen.type("j", shows: "│ ETH-USD · Test"))
    #expect(await screen.hides("no data yet"))
    #expect(await screen.quit() == 0)
  }

  @Test func `while a request hangs keys work, and another selection cancels it`() async {
    let exchange = TestExchange(periods: [.oneHour])
    let screen = Self.list(exchange)
    #expect(await screen.clock.waits { $0.contains(.milliseconds(300)) })
    exchange.reply = .hang
    screen.clock.pass(.milliseconds(300))
    #expect(await exchange.isAsked(2))
    screen.type("j")
    #expect(await screen.selects("ETH-USD"))
    #expect(await screen.clock.waits { $0.contains(.milliseconds(600)) })
    exchange.reply = .answer
    screen.clock.pass(.milliseconds(300))
    #expect(await exchange.isGivenUp(1))
    #expect(await screen.hides("no data yet"))
    #expect(
      exchange.questions == [
        .tickers, .candles(Self.bitcoin, .oneHour), .candles(Self.ether, .oneHour),
        .book(Self.ether, .levels),
      ])
    #expect(await screen.quit() == 0)
  }

  /// A list with its preview, after the second poll at 30 seconds.
  private static func secondPoll() async -> (TestExchange, ScreenRun) {
    let exchange = TestExchange(periods: [.oneHour])
    let screen = list(exchange)
    await passes(screen, to: 300)
    #expect(await screen.hides("no data yet"))
    await screen.clock.passes(to: 30)
    #expect(await exchange.isAsked(4))
    return (exchange, screen)
  }

  @Test func `both are polled at the interval, and not while the screen is paused`() async {
    let (exchange, screen) = await Self.secondPoll()
    await Self.passes(screen, to: 30_300)
    #expect(await exchange.isAsked(6))
    #expect(
      exchange.questions
        == [.tickers] + Self.bitcoinRequests + [.tickers] + Self.bitcoinRequests)
    #expect(await screen.type(" ", shows: "paused"))
    screen.clock.pass(.seconds(75))
    screen.type("j")
    #expect(await screen.selects("ETH-USD"))
    screen.clock.pass(.seconds(1))
    await Self.redraws(screen)
    #expect(exchange.questions.count == 6)
    #expect(await screen.type("k", shows: "book · stale 76 s"))
    screen.type(" ")
    await Self.passes(screen, to: 106_600)
    #expect(await exchange.isAsked(9))
    #expect(await screen.hides("stale"))
    #expect(await screen.quit() == 0)
  }

  @Test func `data whose next request fails stays, with its age and the reason`() async {
    let (exchange, screen) = await Self.secondPoll()
    #expect(await screen.shows("$103.00"))
    exchange.reply = .fail(.httpStatus(503, retryAfter: nil))
    await Self.passes(screen, to: 30_300)
    let reason = "HTTP 503 Service Unavailable"
    #expect(await screen.shows("│ candles 1h · stale 30 s: \(reason)"))
    #expect(await screen.shows("│ book · stale 30 s: \(reason)"))
    #expect(await screen.shows("┬ VOLUME"))
    // The rows are not stale.
    #expect(!(screen.lines.last { $0.contains("next") } ?? "stale").contains("stale"))
    await Self.passes(screen, to: 31_300)
    #expect(await screen.shows("│ book · stale 31 s: \(reason)"))
    exchange.reply = .answer
    #expect(await screen.clock.waits { $0.contains(.seconds(60)) })
    screen.clock.pass(.milliseconds(29_500))
    #expect(await screen.hides("stale"))
    #expect(await screen.quit() == 0)
  }

  @Test func `a pair that the exchange no longer lists is not requested again`() async {
    let exchange = TestExchange(periods: [.oneHour])
    let screen = Self.list(exchange)
    #expect(await screen.shows("no data yet"))
    exchange.reply = .fail(.missing("no candles in this recording"))
    await Self.passes(screen, to: 300)
    #expect(await screen.shows("│ book · no data yet: no candles in this recording"))
    let count = exchange.questions.count
    exchange.reply = .answer
    await screen.clock.passes(to: 30)
    #expect(await exchange.isAsked(count + 1))
    screen.clock.pass(.seconds(1))
    await Self.redraws(screen)
    #expect(exchange.questions.count { $0 != .tickers && $0 != .instruments } == 2)
    #expect(await screen.quit() == 0)
  }

  @Test func `an exchange without candles of an hour has the book only`() async {
    for periods in [[], [Period.oneDay]] {
      let exchange = TestExchange(periods: periods)
      let screen = Self.list(exchange)
      #expect(await screen.shows("│ no 1h price history on Test"))
      await Self.passes(screen, to: 300)
      #expect(await screen.hides("no data yet"))
      #expect(exchange.questions == [.tickers, .book(Self.bitcoin, .levels)])
      #expect(await screen.quit() == 0)
    }
  }

  @Test func `the key v and the option --view show the rows only`() async {
    let exchange = TestExchange(periods: [.oneHour])
    let screen = Self.list(exchange, "--view", "rows")
    #expect(await screen.shows("v split"))
    await screen.clock.passes(to: 30)
    #expect(await screen.shows("$101.00"))
    #expect(!screen.lines.contains { $0.contains("│") })
    #expect(exchange.questions == [.tickers, .tickers])
    #expect(await screen.type("v", shows: "│ BTC-USD · Test"))
    #expect(await screen.shows("v rows"))
    await Self.passes(screen, to: 30_300)
    #expect(await screen.hides("no data yet"))
    screen.type("v")
    #expect(await screen.hides("│"))
    await screen.clock.passes(to: 60)
    #expect(await screen.shows("$104.00"))
    #expect(exchange.questions.count == 5)
    #expect(await screen.quit() == 0)
  }

  @Test func `below 160 columns or 30 rows there are the rows only`() async {
    let exchange = TestExchange(periods: [.oneHour])
    let screen = Self.list(exchange)
    for (columns, rows, isWide) in [
      (160, 30, true), (159, 30, false), (240, 29, false), (200, 50, true), (80, 24, false),
    ] {
      screen.display.resize(columns: columns, rows: rows)
      let wide = "│ BTC-USD · Test"
      if isWide { #expect(await screen.shows(wide)) } else { #expect(await screen.hides(wide)) }
      // Elsewhere the key has no effect.
      #expect(await screen.type("?", shows: "Toggle this help"))
      #expect(screen.lines.contains { $0.contains("Toggle chart and book") } == isWide)
      #expect(await screen.type("?", shows: "SYMBOL"))
      // An edited text has two lines in place of the keys.
      #expect(await screen.type("w", shows: "where: "))
      #expect(screen.lines.contains { $0.contains(wide) } == isWide)
      screen.type("\u{1B}")
      #expect(await screen.hides("where: "))
    }
    #expect(await screen.quit() == 0)
  }

  @Test func `coins show the pair of h, and holdings their pair, but cash shows nothing`() async {
    func exchange(_ id: String, periods: [Period] = [.oneHour]) -> TestExchange {
      TestExchange(
        id, periods: periods,
        rows: { _ in [Ticker(pair: Self.bitcoin, open: 100, volume: 2, last: 100)] })
    }
    let coinbase = exchange("coinbase")
    let coins = ScreenRun(["coins", "-e", "all", "--interval", "30"], columns: 160, rows: 30) {
      $0.exchanges = [exchange("blockchain", periods: []), coinbase]
    }
    #expect(await coins.shows("│ BTC-USD · Coinbase"))
    await Self.passes(coins, to: 300)
    #expect(await coins.hides("no data yet"))
    #expect(coinbase.questions.suffix(2) == Self.bitcoinRequests)
    #expect(await coins.type("\r", shows: "│ BTC-USD · Blockchain"))
    #expect(await coins.type("\u{1B}", shows: "│ BTC-USD · Coinbase"))
    #expect(await coins.quit() == 0)

    let test = exchange("test")
    let holdings = ScreenRun(["holdings", "mine.csv"], columns: 160, rows: 30, exchange: test) {
      $0.files.read = { _ in Array("symbol,quantity\nBTC-USD,2\nUSD,10".utf8) }
    }
    #expect(await holdings.shows("│ BTC-USD · Test"))
    holdings.type("j")
    #expect(await holdings.selects("USD"))
    #expect(await holdings.hides("│ BTC-USD"))
    holdings.clock.pass(.seconds(1))
    await Self.redraws(holdings)
    #expect(test.questions.allSatisfy { $0 == .tickers })
    #expect(await holdings.quit() == 0)
  }

  @Test func `the title of the exchange is in the heading of each screen`() async {
    for (arguments, heading) in [
      (["list"], "Test · 2 pairs · sort turnover:desc · test"),
      (["book", "BTC-USD"], "Test · BTC-USD · depth 9 · test"),
      (["history", "BTC-USD"], "Test · BTC-USD · 1d · test"),
      (["coins"], "Test · 2 coins"), (["symbols", "-i", "30"], "Test · 1 pair"),
    ] {
      let screen = ScreenRun(
        arguments, exchange: TestExchange(periods: [.oneHour, .oneDay]))
      #expect(await screen.display.waits { $0.first?.hasPrefix(heading) == true })
      #expect(await screen.quit() == 0)
    }
  }
}
