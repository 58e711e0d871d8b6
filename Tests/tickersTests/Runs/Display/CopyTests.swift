import Foundation
import MarketCore
import Terminal
import TestTools
import Testing

@testable import tickers

/// The keys that copy to the clipboard, and their messages in the status line.
@Suite(.timeLimit(.minutes(20)))
struct CopyTests {
  private static func list(
    _ exchanges: TestExchange..., arguments: [String] = []
  ) -> ScreenRun {
    ScreenRun(["list", "-e", "all", "--interval", "10"] + arguments, columns: 120) {
      $0.exchanges = exchanges
    }
  }

  /// An exchange with one pair, whose base has a name.
  private static func exchange(_ id: String = "one", name: String, last: Decimal = 7)
    -> TestExchange
  {
    TestExchange(
      id,
      rows: { _ in
        [Ticker(pair: Pair(symbol: "A-USD"), name: name, open: 7, volume: 1, last: last)]
      })
  }

  @Test func `the message stands before the status line until the next key`() async {
    let screen = Self.list(TestExchange())
    #expect(await screen.shows("› BTC-USD"))
    #expect(await screen.type("y", shows: "sent to the clipboard · 11:00:00 · next 11:00:10"))
    #expect(screen.display.copied == ["100"])
    // A poll leaves it.
    #expect(await screen.clock.waits(untilSleepers: { $0 == [.seconds(10)] }))
    screen.clock.pass(.seconds(10))
    #expect(await screen.shows("sent to the clipboard · 11:00:00 · next 11:00:20"))
    #expect(await screen.type("j", shows: "› ETH-USD"))
    #expect(await screen.hides("sent to the clipboard"))
    #expect(await screen.type("y", shows: "sent to the clipboard"))
    #expect(await screen.type("?", shows: "  sent to the clipboard"))
    #expect(await screen.type("x", shows: "› ETH-USD"))
    #expect(await screen.type("k", shows: "› BTC-USD"))
    #expect(await screen.hides("sent to the clipboard"))
    #expect(screen.display.copied == ["100", "50"])
    #expect(await screen.quit() == 0)
  }

  @Test func `keys that are there together copy in order`() async {
    let screen = Self.list(TestExchange())
    #expect(await screen.shows("› BTC-USD"))
    #expect(await screen.type("yjyky", shows: "sent to the clipboard"))
    #expect(screen.display.copied == ["100", "50", "100"])
    #expect(await screen.quit() == 0)
  }

  @Test func `an unknown price is refused in the status line`() async {
    let screen = Self.list(
      TestExchange(rows: { _ in
        [Ticker(pair: Pair(symbol: "A-USD"), open: 7, volume: 1, last: nil)]
      }))
    #expect(await screen.shows("› "))
    #expect(await screen.type("y", shows: "no price to copy · 11:00:00"))
    #expect(await screen.type("S", shows: "11:00:00"))
    #expect(await screen.hides("no price to copy"))
    #expect(screen.display.copied.isEmpty)
    #expect(await screen.quit() == 0)
  }

  @Test(arguments: [(0, true), (1, false)])
  func `a row of up to 74,994 bytes is copied, and a longer one refused`(
    excess: Int, isCopied: Bool
  ) async {
    // Two bytes each.
    let name = String(repeating: "é", count: 37_493 + excess)
    let row = "A-USD\t\(name)\tx"
    let screen = Self.list(
      Self.exchange("x", name: name), arguments: ["-c", "symbol,name,exchange", "-s", "symbol"])
    #expect(await screen.shows("› A-USD"))
    #expect(row.utf8.count == Clipboard.longestText + 2 * excess)
    let message = isCopied ? "sent to the clipboard" : "too long for the clipboard: 74996 bytes"
    #expect(await screen.type("Y", shows: "\(message) · 11:00:00"))
    #expect(screen.display.copied == (isCopied ? [row] : []))
    #expect(await screen.quit() == 0)
  }

  @Test func `hostile names are copied as text in one line`() async {
    let screen = Self.list(
      Self.exchange(name: "a\u{1B}]52;c;eA==\u{7}\n\t\\ \u{202E}\u{85}"),
      arguments: ["-c", "symbol,name"])
    #expect(await screen.shows("› A-USD"))
    #expect(await screen.type("Y", shows: "sent to the clipboard"))
    #expect(
      screen.display.copied
        == ["A-USD\ta\u{FFFD}]52;c;eA==\u{FFFD}\\n\\t\\\\ \u{FFFD}\u{FFFD}"])
    #expect(await screen.quit() == 0)
  }

  @Test func `of several exchanges the row's own price is copied, and its name without an age`()
    async
  {
    let (one, two) = (
      Self.exchange("one", name: "x", last: 7), Self.exchange("two", name: "x", last: 8)
    )
    let screen = Self.list(one, two, arguments: ["-c", "exchange,symbol,last", "-s", "exchange"])
    #expect(await screen.shows("  two         A-USD"))
    #expect(await screen.type("yjyY", shows: "sent to the clipboard"))
    #expect(screen.display.copied == ["7", "8", "two\tA-USD\t8"])
    two.reply = .fail(.httpStatus(503, retryAfter: nil))
    #expect(await screen.clock.waits(untilSleepers: { $0.contains(.seconds(10)) }))
    screen.clock.pass(.seconds(10))
    #expect(await screen.shows("› two 10 s    A-USD"))
    screen.type("k")
    #expect(await screen.hides("sent to the clipboard"))
    #expect(await screen.type("jY", shows: "sent to the clipboard"))
    #expect(screen.display.copied.dropFirst(3) == ["two\tA-USD\t8"])
    #expect(await screen.quit() == 0)
  }

  @Test func `a book and a chart have nothing to copy`() async {
    let screen = ScreenRun(
      ["book", "BTC-USD", "--interval", "3600"], exchange: TestExchange(periods: [.oneDay]))
    #expect(await screen.shows("spread"))
    #expect(await screen.type("yYwg", shows: "BIDS"))
    #expect(await screen.type("h", shows: "g table"))
    #expect(await screen.type("yYwc?", shows: "Toggle chart / table"))
    #expect(screen.display.copied.isEmpty)
    #expect(!screen.lines.contains { $0.contains("clipboard") || $0.contains("where:") })
    #expect(await screen.quit() == 0)
  }
}
