import Testing

/// The screen of a list, and its keys.
@Suite(.timeLimit(.minutes(20)))
struct ListScreenTests {
  @Test func `arrows, letters and pages move the selection`() async throws {
    let screen = ScreenRun.replay("list", "-s", "symbol")
    #expect(await screen.selects("AAVE-USDT"))
    for (keys, symbol) in [
      ("\u{1B}[B", "ADA-USD"), ("\u{1B}OB", "ADA-USDT"), ("j", "ALGO-BTC"), ("k", "ADA-USDT"),
      ("\u{1B}[A", "ADA-USD"), ("\u{1B}[6~", "BTC-USD"), ("\u{1B}[5~", "ADA-USD"),
      ("G", "ZRX-USDC"), ("g", "AAVE-USDT"), ("jjj", "ALGO-BTC"),
    ] {
      screen.type(keys)
      #expect(await screen.selects(symbol), "\(screen.selected)")
    }
    #expect(await screen.quit() == 0)
  }

  @Test func `a filter follows the keys, Enter keeps it and Esc restores the one before`()
    async throws
  {
    let screen = ScreenRun.replay("list", "-s", "symbol", "--filter", "eth")
    #expect(await screen.shows("filter eth"))
    #expect(await screen.type("/", shows: "/eth▏"))
    #expect(await screen.type("\u{15}btc-*", shows: "/btc-*▏"))
    #expect(await screen.selects("BTC-EUR"))
    #expect(await screen.type("\u{7F}u\u{7F}t*", shows: "1 of 72 pairs · filter btc-t*"))
    #expect(await screen.selects("BTC-TRY"))
    #expect(await screen.type("\u{17}x/ q?r", shows: "/x/ q?r▏"))
    #expect(await screen.shows("no pair matches"))
    #expect(screen.selected == "")
    #expect(await screen.type("\u{1B}", shows: "filter eth"))
    #expect(await screen.hides("no pair matches"))
    #expect(await screen.shows("? help"))
    #expect(await screen.type("/\u{15}usd-d\r", shows: "? help"))
    #expect(await screen.shows("filter usd-d"))
    #expect(await screen.hides("▏"))
    #expect(await screen.quit() == 0)
  }

  @Test func `Enter opens a book and Esc comes back to the same pair`() async throws {
    let screen = ScreenRun.replay("list", "-s", "symbol", "--filter", "BTC-*")
    #expect(await screen.selects("BTC-EUR"))
    screen.type("jj")
    #expect(await screen.selects("BTC-TRY"))
    #expect(await screen.type("\r", shows: "BTC-TRY · depth 9 · Fixtures"))
    #expect(await screen.shows("spread ₺"))
    #expect(await screen.shows("Esc back"))
    screen.type("jj")
    #expect(await screen.type("\u{1B}", shows: "filter BTC-*"))
    #expect(await screen.selects("BTC-TRY"))
    screen.type("j")
    #expect(await screen.selects("BTC-USD"))
    #expect(await screen.type("\r", shows: "BTC-USD · depth 9 · Fixtures"))
    #expect(await screen.quit() == 0)
    #expect(screen.printed?.first?.contains("SIDE") == true)
  }

  @Test func `s and S sort, and the heading has the order`() async throws {
    let screen = ScreenRun.replay("list", "-s", "symbol")
    #expect(await screen.selects("AAVE-USDT"))
    #expect(await screen.type(">s", shows: "72 pairs · sort last:desc"))
    #expect(await screen.selects("BTC-TRY"))
    #expect(await screen.type("S", shows: "72 pairs · sort last:asc ·"))
    #expect(await screen.quit() == 0)
  }

  @Test func `a question mark shows the keys, and any key hides them`() async throws {
    let screen = ScreenRun.replay("list", "-s", "symbol")
    #expect(await screen.selects("AAVE-USDT"))
    for key in ["?", "j", "\u{1B}", " "] {
      #expect(await screen.type("?", shows: "Open the order book of the selected pair"))
      screen.type(key)
      #expect(await screen.selects("AAVE-USDT"))
    }
    #expect(!screen.lines.contains { $0.contains("paused") })
    #expect(await screen.type("?", shows: "Open the order book of the selected pair"))
    #expect(await screen.quit() == 0)
  }

  @Test func `symbols are such a list, too`() async throws {
    let screen = ScreenRun.replay("symbols", "--filter", "BTC-*")
    #expect(await screen.selects("BTC-EUR"))
    #expect(await screen.type(">s", shows: "sort status"))
    #expect(await screen.type("\r", shows: "depth 9"))
    #expect(await screen.type("\u{1B}", shows: "sort status"))
    #expect(await screen.quit() == 0)
  }
}
