import MarketCore
import TestTools
import Testing

@testable import tickers

/// Chosen columns on the screen of a book of several exchanges.
@Suite(.timeLimit(.minutes(20)))
struct BookColumnsScreenTests {
  private static func screen(_ arguments: String...) -> ScreenRun {
    ScreenRun(
      ["book", "BTC-USD", "--interval", "3600", "-e", "one"] + arguments, columns: 120
    ) { $0.exchanges = [TestExchange("one"), TestExchange("two")] }
  }

  @Test func `the exchange stands first unless the columns are chosen`() async {
    let screen = Self.screen()
    #expect(await screen.shows("SIDE    PRICE"))
    #expect(await screen.type("a", shows: "EXCHANGE  SIDE"))
    #expect(await screen.shows("two       ask"))
    #expect(
      await screen.type(
        "c", shows: "options file: --columns exchange,side,price,quantity,orders,total,bar"))
    screen.type("\r")
    #expect(await screen.shows("EXCHANGE  SIDE"))
    // Unchanged, they are not chosen: one exchange has no name.
    screen.type("a")
    #expect(await screen.hides("EXCHANGE"))
    #expect(await screen.type("ac ", shows: "options file: --columns side,price,"))
    screen.type("\r")
    #expect(await screen.hides("EXCHANGE"))
    #expect(await screen.shows("SIDE"))
    #expect(await screen.quit() == 0)
  }

  @Test func `chosen columns stay from one exchange to all and back`() async {
    let screen = Self.screen("-c", "price,exchange")
    #expect(await screen.shows("$101.00  one"))
    #expect(await screen.type("a", shows: "$101.00  two"))
    #expect(await screen.type("cK\u{1B}[1;2B\r", shows: "one       $101.00"))
    #expect(await screen.shows("two       $101.00"))
    screen.type("a")
    #expect(await screen.hides("two  "))
    #expect(await screen.shows("one       $101.00"))
    #expect(await screen.quit() == 0)
  }

  @Test func `groups of all exchanges have no name of one, unless that was chosen`() async {
    let screen = Self.screen()
    #expect(await screen.shows("spread"))
    #expect(await screen.type("a", shows: "EXCHANGE  SIDE"))
    screen.type("]")
    #expect(await screen.hides("EXCHANGE"))
    #expect(await screen.type("c", shows: "--columns exchange,side"))
    screen.type("\r")
    #expect(await screen.hides("[x]"))
    #expect(!screen.lines.contains { $0.contains("EXCHANGE") })
    #expect(await screen.quit() == 0)
  }
}
