import MarketCore
import TestTools
import Testing

/// The screen of a book, and its keys.
@Suite(.timeLimit(.minutes(20)))
struct BookScreenTests {
  @Test func `depth, groups, picture and orders follow the keys`() async throws {
    let screen = ScreenRun.replay("book", "BTC-USD")
    #expect(await screen.shows("BTC-USD · depth 9 · Fixtures"))
    #expect(await screen.type("+", shows: "depth 10"))
    #expect(await screen.type("--", shows: "depth 5"))
    #expect(await screen.type("]]]", shows: "depth 5 · group 2 ·"))
    #expect(await screen.type("[", shows: "depth 5 · group 1 ·"))
    #expect(await screen.type("g", shows: "BIDS"))
    #expect(await screen.shows("depth all · group 1"))
    #expect(await screen.type("g", shows: "SIDE"))
    #expect(await screen.type("o", shows: "depth 5 · orders"))
    #expect(await screen.shows("ORDER_ID"))
    #expect(await screen.type("o", shows: "depth 5 · group 1 ·"))
    #expect(await screen.shows("ORDERS"))
    #expect(await screen.quit() == 0)
  }

  @Test func `individual orders that an exchange lacks are not offered, and o says why`()
    async throws
  {
    let screen = ScreenRun.replay("book", "BTC-USD", "-e", "kraken")
    #expect(await screen.shows("spread"))
    #expect(!screen.lines.contains { $0.contains("orders") })
    #expect(await screen.type("o", shows: "Kraken does not offer single orders; these do: "))
    #expect(await screen.type("?", shows: "Toggle depth chart"))
    #expect(await screen.shows("  bitstamp"))
    #expect(!screen.lines.contains { $0.contains("Toggle individual orders") })
    #expect(await screen.type("?", shows: "spread"))
    #expect(await screen.type("-", shows: "depth 5"))
    #expect(await screen.hides("single orders"))
    #expect(await screen.quit() == 0)
  }

  @Test func `as many levels as fit are shown, and another size shows others`() async throws {
    let screen = ScreenRun.replay("book", "BTC-USD")
    for (rows, depth) in [(24, 9), (40, 17), (13, 4), (24, 9)] {
      screen.display.resize(columns: 80, rows: rows)
      #expect(await screen.shows("BTC-USD · depth \(depth) · "))
      #expect(
        await screen.display.waits { lines in
          lines.count { $0.hasPrefix("ask ") } == depth
            && lines.count { $0.hasPrefix("bid ") } == depth
        }, "\(rows) rows")
    }
    #expect(await screen.quit() == 0)
  }

  @Test func `a book that is not opened from a list has no way back`() async throws {
    let screen = ScreenRun.replay("book", "BTC-USD")
    #expect(await screen.shows("spread"))
    #expect(!screen.lines.contains { $0.contains("Esc") })
    screen.type("\u{1B}")
    #expect(await screen.type("?", shows: "Toggle individual orders"))
    #expect(!screen.lines.contains { $0.contains("Esc") })
    #expect(await screen.quit() == 0)
  }

  @Test func `the ladder is moved, and stays within its ends`() async throws {
    let screen = ScreenRun.replay("book", "BTC-USD", "--depth", "all", rows: 12)
    #expect(await screen.shows("spread"))
    let usual = screen.lines
    screen.type(String(repeating: "\u{1B}[5~", count: 60))
    #expect(await screen.display.waits { $0 != usual })
    let top = screen.lines
    screen.type("\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[5~kkkj")
    #expect(await screen.display.waits { $0[2] == top[3] })
    screen.type(String(repeating: "\u{1B}[6~", count: 60))
    #expect(await screen.display.waits { $0[2] != top[3] })
    let bottom = screen.lines
    screen.type("\u{1B}[B\u{1B}[B\u{1B}[6~k")
    #expect(await screen.display.waits { $0[3] == bottom[2] })
    #expect(await screen.quit() == 0)
  }

  @Test func `a pause lasts through a change from levels to orders`() async throws {
    let exchange = TestExchange()
    let screen = ScreenRun(["book", "BTC-USD", "--interval", "3600"], exchange: exchange)
    #expect(await screen.shows(" · next "))
    #expect(await screen.type(" ", shows: " · paused"))
    #expect(await screen.type("o", shows: "ORDER_ID"))
    #expect(await exchange.isAsked(2))
    #expect(await screen.shows(" · paused"))
    #expect(await screen.quit() == 0)
  }

  @Test func `a book polls on its own beat, and the list behind it goes on polling`() async throws {
    let exchange = TestExchange()
    let screen = ScreenRun(["list", "--interval", "10"], exchange: exchange)
    #expect(await screen.selects("BTC-USD"))
    #expect(await screen.type("\r", shows: "spread $2.00"))
    let book = TestExchange.Question.book(Pair(symbol: "BTC-USD"), .levels)
    #expect(exchange.questions == [.tickers, book])
    for poll in 1...3 {
      let next = Duration.seconds(10 * poll)
      #expect(await screen.clock.waits(untilSleepers: { $0 == [next, next] }))
      screen.clock.pass(.seconds(10))
      #expect(await exchange.isAsked(2 + 2 * poll))
    }
    #expect(exchange.questions.count { $0 == book } == 4)
    #expect(await screen.clock.waits(untilSleepers: { $0 == [.seconds(40), .seconds(40)] }))
    #expect(await screen.type("\u{1B}", shows: "2 pairs"))
    #expect(await screen.clock.waits(untilSleepers: { $0 == [.seconds(40)] }))
    screen.clock.pass(.seconds(10))
    #expect(await screen.shows("$108.00"))
    #expect(exchange.questions.count { $0 == book } == 4)
    #expect(await screen.quit() == 0)
  }

  @Test func `a book that there is not says so, and Esc leads back`() async throws {
    let screen = ScreenRun.replay("list", "-s", "symbol")
    #expect(await screen.selects("AAVE-USDT"))
    #expect(await screen.type("\r", shows: "no recording of l2/"))
    #expect(await screen.type("\u{1B}", shows: "72 pairs"))
    #expect(await screen.selects("AAVE-USDT"))
    #expect(await screen.quit() == 0)
  }
}
