import MarketCore
import TestTools
import Testing

/// Events that arrive together, and events that arrive too late.
@Suite(.timeLimit(.minutes(20)))
struct EventsTests {
  @Test func `2,000 characters that are there together are one filter, drawn once`() async {
    let screen = ScreenRun.replay("list", "-s", "symbol")
    #expect(await screen.selects("AAVE-USDT"))
    let draws = screen.display.draws
    let text = String(repeating: "x", count: 1_992) + ",eth-btc"
    // In pieces of as many bytes as are read at a time.
    let pieces = stride(from: 0, to: text.count, by: 256).map { start in
      String(text.dropFirst(start).prefix(256))
    }
    screen.display.typeTogether(["/"] + pieces)
    #expect(await screen.shows("1 of 72 pairs · filter xxx"))
    #expect(screen.lines.count { $0.contains("-BTC ") } == 1)
    #expect(screen.selected.hasPrefix("› ETH-BTC "))
    #expect(await screen.type("\r", shows: "? help"))
    // A draw may have begun before the first of them was handled; the last one is that of Enter.
    #expect((2...3).contains(screen.display.draws - draws))
    #expect(await screen.quit() == 0)
  }

  @Test func `keys that are there together are handled in order, and drawn once`() async {
    let screen = ScreenRun.replay("list", "-s", "symbol")
    #expect(await screen.selects("AAVE-USDT"))
    let draws = screen.display.draws
    screen.type("\u{1B}[B\u{1B}[Bj/*btc-\u{7F}-us*\r>s\u{1B}[Bk?xj")
    #expect(await screen.shows("filter *btc-us* · sort last:desc"))
    #expect(await screen.selects("BTC-USD"))
    #expect(screen.lines.count { $0.contains("BTC-USD") } == 5)
    #expect(screen.display.draws == draws + 1)
    #expect(await screen.quit() == 0)
  }

  @Test func `keys behind q are ignored`() async {
    let screen = ScreenRun.replay("list", "-s", "symbol")
    #expect(await screen.selects("AAVE-USDT"))
    screen.type("qj/x")
    #expect(await screen.end() == 0)
    #expect(screen.selected.hasPrefix("› AAVE-USDT"))
  }

  @Test func `a late poll of levels is not shown among orders`() async {
    let exchange = TestExchange()
    let screen = ScreenRun(["book", "BTC-USD"], exchange: exchange)
    #expect(await screen.shows("spread $2.00"))
    exchange.reply = .stall
    screen.type("r")
    #expect(await exchange.isAsked(2))
    #expect(await screen.type("o", shows: "loading from "))
    #expect(await exchange.isAsked(3))
    let pair = Pair(symbol: "BTC-USD")
    let details = [BookDetail.levels, .levels, .orders]
    #expect(exchange.questions == details.map { .book(pair, $0) })

    let draws = screen.display.draws
    exchange.release(1)
    #expect(await screen.display.draws(moreThan: draws))
    #expect(await screen.shows("loading from "))
    #expect(!screen.lines.contains { $0.contains("spread") })
    exchange.release(2)
    #expect(await screen.shows("ORDER_ID"))
    #expect(await screen.shows("spread $2.00"))
    #expect(await screen.quit() == 0)
  }

  @Test func `a late poll of a book that was left is not shown`() async {
    let exchange = TestExchange()
    let screen = ScreenRun(["list"], exchange: exchange)
    #expect(await screen.selects("BTC-USD"))
    exchange.reply = .stall
    #expect(await screen.type("\r", shows: "loading from "))
    #expect(await exchange.isAsked(2))
    #expect(await screen.type("\u{1B}", shows: "2 pairs"))
    let draws = screen.display.draws
    exchange.release(1)
    #expect(await screen.display.draws(moreThan: draws))
    #expect(screen.lines.first?.hasPrefix("Test · 2 pairs") == true)
    #expect(await screen.quit() == 0)
  }

  @Test func `a list that was left for a book keeps selection, filter and order`() async {
    let screen = ScreenRun.replay("list", "-s", "symbol")
    #expect(await screen.selects("AAVE-USDT"))
    #expect(await screen.type("/btc-*\r>sjj", shows: "filter btc-* · sort last:desc"))
    let (selected, lines) = (screen.selected, screen.lines)
    #expect(await screen.type("\r", shows: "depth 9"))
    #expect(await screen.type("+gj", shows: "depth all"))
    #expect(await screen.type("\u{1B}", shows: "filter btc-* · sort last:desc"))
    #expect(screen.selected == selected)
    #expect(screen.lines == lines)
    #expect(await screen.type("\r", shows: "depth 9"))
    #expect(await screen.quit() == 0)
  }

  @Test func `without a keyboard no keys are named, and polling goes on`() async {
    let exchange = TestExchange()
    let screen = ScreenRun(["list", "--count", "2"], exchange: exchange, hasKeyboard: false)
    #expect(await screen.shows("$100.00"))
    #expect(!screen.lines.contains { $0.contains("quit") })
    #expect(await screen.clock.waits(untilSleepers: { $0 == [.seconds(10)] }))
    screen.clock.pass(.seconds(10))
    #expect(await screen.end() == 0)
    #expect(screen.printed?.contains { $0.contains("$101.00") } == true)
  }
}
