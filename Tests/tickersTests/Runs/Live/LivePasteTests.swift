import TestTools
import Testing

/// Pasted text, and keys with Alt, in the real program on a terminal.
@Suite(.startsPrograms)
struct LivePasteTests {
  private static func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

  @Test func `what is pasted into a filter is typed, and is no command`() async throws {
    let live = try Live.replay("list", "-s", "symbol")
    #expect(await live.selects("AAVE-USDT"))
    let screen = live.terminal.screen
    #expect(screen.marksPastes)
    #expect(await live.type("/", shows: "/▏"))
    #expect(await live.type(Self.paste("BTC\nqqq\n"), shows: "/BTC qqq▏"))
    #expect(await live.type("\u{15}" + Self.paste("btc-t*\r"), shows: "/btc-t*▏"))
    #expect(await live.selects("BTC-TRY"))
    #expect(await live.type("\u{1B}", shows: "? help"))
    #expect(await live.quit() == 0)
    let left = live.terminal.screen
    #expect(!left.marksPastes && left.unknown == [])
  }

  @Test func `what is pasted elsewhere is nothing, and neither is a key with Alt`() async throws {
    let live = try Live.replay("list", "-s", "symbol")
    #expect(await live.selects("AAVE-USDT"))
    live.terminal.type(Self.paste("q\nq\n") + "j")
    #expect(await live.selects("ADA-USD"))
    live.terminal.type("\u{1B}q" + "j")
    #expect(await live.selects("ADA-USDT"))
    #expect(await live.type("\r", shows: "ADA-USDT · depth 9"))
    live.terminal.type("\u{1B}j" + Self.paste("q\u{1B}") + "+")
    #expect(await live.terminal.shows("ADA-USDT · depth 10"))
    #expect(await live.quit() == 0)
  }
}
