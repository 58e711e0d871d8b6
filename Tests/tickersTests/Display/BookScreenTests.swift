import StubExchange
import Testing

/// Keys on a book, typed at a terminal.
@Suite(.fewAtATime, .timeLimit(.minutes(5)))
struct LiveBookTests {
  @Test func `depth, groups, picture and orders follow the keys`() async throws {
    let live = try Live.replay("book", "BTC-USD")
    #expect(await live.terminal.shows("BTC-USD · depth 10 · Fixtures"))
    #expect(await live.type("+", shows: "depth 20"))
    #expect(await live.type("--", shows: "depth 5"))
    #expect(await live.type("]]]", shows: "depth 5 · group 2 ·"))
    #expect(await live.type("[", shows: "depth 5 · group 1 ·"))
    #expect(await live.type("c", shows: "BIDS"))
    #expect(await live.terminal.shows("depth all · group 1"))
    #expect(await live.type("c", shows: "SIDE"))
    #expect(await live.type("o", shows: "depth 5 · orders"))
    #expect(await live.terminal.shows("ORDER_ID"))
    #expect(await live.type("o", shows: "depth 5 · group 1 ·"))
    #expect(await live.terminal.shows("ORDERS"))
    #expect(await live.quit() == 0)
  }

  @Test func `a book that is not opened from a list has no way back`() async throws {
    let live = try Live.replay("book", "BTC-USD")
    #expect(await live.terminal.shows("spread"))
    #expect(!live.lines.contains { $0.contains("Esc") })
    live.terminal.type("\u{1B}")
    #expect(await live.type("?", shows: "Single orders, or price levels"))
    #expect(!live.lines.contains { $0.contains("Esc") })
    #expect(await live.quit() == 0)
  }

  @Test func `the ladder is moved, and stays within its ends`() async throws {
    let live = try Live.replay("book", "BTC-USD", "--depth", "all", rows: 12)
    #expect(await live.terminal.shows("spread"))
    let usual = live.lines
    live.terminal.type("\u{1B}[H")
    #expect(await until { live.lines != usual })
    let top = live.lines
    live.terminal.type("\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[5~kkkj")
    #expect(await until { live.lines[2] == top[3] })
    live.terminal.type("\u{1B}[F")
    #expect(await until { live.lines[2] != top[3] })
    let bottom = live.lines
    live.terminal.type("\u{1B}[B\u{1B}[B\u{1B}[6~k")
    #expect(await until { live.lines[3] == bottom[2] })
    #expect(await live.quit() == 0)
  }

  @Test func `a pause lasts through a change from levels to orders`() async throws {
    let exchange = try LiveExchange()
    let live = try Live(["book", "BTC-USD", "--url", exchange.url, "--interval", "3600"])
    #expect(await live.terminal.shows(" · next "))
    #expect(await live.type(" ", shows: " · paused"))
    live.terminal.type("oo")
    #expect(await until { exchange.requests.count >= 2 })
    #expect(await live.terminal.shows(" · paused"))
    #expect(await live.quit() == 0)
  }

  @Test func `a book of its own polls on, and the list behind it as well`() async throws {
    let exchange = try LiveExchange()
    let live = try Live(["list", "--url", exchange.url, "--interval", "0.3"])
    #expect(await live.selects("BTC-USD"))
    #expect(await live.type("\r", shows: "spread $2.00"))
    func count(_ part: String) -> Int { exchange.requests.count { $0.path.contains(part) } }
    let (books, lists) = (count("/l2/BTC-USD"), count("/tickers"))
    #expect(await until { count("/l2/BTC-USD") > books + 2 && count("/tickers") > lists + 2 })
    #expect(await live.type("\u{1B}", shows: "2 pairs"))
    // A poll may have been under way.
    try await Task.sleep(for: .seconds(1))
    let after = count("/l2/")
    try await Task.sleep(for: .seconds(1))
    #expect(count("/l2/") == after)
    #expect(await live.quit() == 0)
  }

  @Test func `a book that there is not says so, and one can go back`() async throws {
    let live = try Live.replay("list")
    #expect(await live.selects("AAVE-USDT"))
    #expect(await live.type("\r", shows: "no answer yet: there is no recording"))
    #expect(await live.type("\u{1B}", shows: "72 pairs"))
    #expect(await live.selects("AAVE-USDT"))
    #expect(await live.quit() == 0)
  }
}
