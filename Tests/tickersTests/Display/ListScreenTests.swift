import Testing

/// Keys on the list, typed at a terminal.
@Suite(.fewAtATime, .timeLimit(.minutes(5)))
struct LiveListTests {
  @Test func `arrows, letters and pages move the selection`() async throws {
    let live = try Live.replay("list")
    #expect(await live.selects("AAVE-USDT"))
    for (keys, symbol) in [
      ("\u{1B}[B", "ADA-USD"), ("\u{1B}OB", "ADA-USDT"), ("j", "ALGO-BTC"), ("k", "ADA-USDT"),
      ("\u{1B}[A", "ADA-USD"), ("\u{1B}[6~", "BTC-TRY"), ("\u{1B}[5~", "ADA-USD"),
      ("\u{1B}[F", "ZRX-USDC"), ("\u{1B}[1~", "AAVE-USDT"), ("\u{1B}[4~", "ZRX-USDC"),
      ("\u{1B}[H", "AAVE-USDT"), ("jjj", "ALGO-BTC"),
    ] {
      live.terminal.type(keys)
      #expect(await live.selects(symbol), "\(live.selected)")
    }
    #expect(await live.quit() == 0)
  }

  @Test func `a filter is edited as one types, kept and given up`() async throws {
    let live = try Live.replay("list", "--filter", "eth")
    #expect(await live.terminal.shows("filter eth"))
    #expect(await live.type("/", shows: "/eth▏"))
    #expect(await live.type("\u{15}btc-", shows: "/btc-▏"))
    #expect(await live.selects("BTC-EUR"))
    #expect(await live.type("u\u{7F}t", shows: "1 of 72 pairs · filter btc-t"))
    #expect(await live.selects("BTC-TRY"))
    #expect(await live.type("\u{17}x/ q?r", shows: "/x/ q?r▏"))
    #expect(await live.terminal.shows("no pair matches"))
    #expect(live.selected == "")
    #expect(await live.type("\u{1B}", shows: "filter eth"))
    #expect(await live.terminal.hides("no pair matches"))
    #expect(await live.terminal.shows("? keys"))
    #expect(await live.type("/\u{15}usd-d\r", shows: "? keys"))
    #expect(await live.terminal.shows("filter usd-d"))
    #expect(await live.terminal.hides("▏"))
    #expect(await live.quit() == 0)
  }

  @Test func `Enter opens a book and Esc comes back to the same pair`() async throws {
    let live = try Live.replay("list", "--filter", "BTC-")
    #expect(await live.selects("BTC-EUR"))
    live.terminal.type("jjj")
    #expect(await live.selects("BTC-TRY"))
    #expect(await live.type("\r", shows: "BTC-TRY · depth 10 · Fixtures"))
    #expect(await live.terminal.shows("spread ₺"))
    #expect(await live.terminal.shows("Esc back"))
    live.terminal.type("jj")
    #expect(await live.type("\u{1B}", shows: "filter BTC-"))
    #expect(await live.selects("BTC-TRY"))
    live.terminal.type("j")
    #expect(await live.selects("BTC-USD"))
    #expect(await live.type("\r", shows: "BTC-USD · depth 10 · Fixtures"))
    #expect(await live.quit() == 0)
    #expect(live.terminal.screen.history.first?.contains("SIDE") == true)
  }

  @Test func `s and S sort, and the heading says how`() async throws {
    let live = try Live.replay("list")
    #expect(await live.selects("AAVE-USDT"))
    #expect(await live.type("s", shows: "72 pairs · sort last:desc"))
    #expect(await live.selects("BTC-TRY"))
    #expect(await live.type("S", shows: "72 pairs · sort last ·"))
    #expect(await live.quit() == 0)
  }

  @Test func `a question mark shows the keys, and any key hides them`() async throws {
    let live = try Live.replay("list")
    #expect(await live.selects("AAVE-USDT"))
    for key in ["?", "j", "\u{1B}", " "] {
      #expect(await live.type("?", shows: "Open the order book of the selected pair"))
      live.terminal.type(key)
      #expect(await live.selects("AAVE-USDT"))
    }
    #expect(!live.lines.contains { $0.contains("paused") })
    #expect(await live.type("?", shows: "Open the order book of the selected pair"))
    #expect(await live.quit() == 0)
  }

  @Test func `what can be traded is such a list, too`() async throws {
    let live = try Live.replay("symbols", "--filter", "BTC-")
    #expect(await live.selects("BTC-EUR"))
    #expect(await live.type("s", shows: "sort status"))
    #expect(await live.type("\r", shows: "depth 10"))
    #expect(await live.type("\u{1B}", shows: "sort status"))
    #expect(await live.quit() == 0)
  }
}
