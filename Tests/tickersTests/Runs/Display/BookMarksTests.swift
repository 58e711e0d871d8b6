import Foundation
import MarketCore
import Testing

/// The marks of changed levels on the screen of a book.
@Suite(.timeLimit(.minutes(20)))
struct BookMarksTests {
  /// A book whose best bid has these quantities, poll by poll.
  private static func screen(
    _ exchange: TestExchange, environment: [String: String] = [:]
  ) -> ScreenRun {
    ScreenRun(
      ["book", "BTC-USD", "--interval", "3600"], environment: environment, exchange: exchange)
  }

  /// An exchange where the quantity of the best bid is another after the first poll.
  private static func exchange() -> TestExchange {
    TestExchange { Decimal(string: $0 == 0 ? "0.5" : "1.75") ?? 0 }
  }

  @Test func `without colours, a sign stands at what a poll changed, until the next`() async throws
  {
    let screen = Self.screen(Self.exchange(), environment: ["NO_COLOR": "1"])
    #expect(await screen.shows("0.5"))
    #expect(await screen.type("r", shows: "1.75 ▲"))
    #expect(screen.lines.joined().count { $0 == "▲" } == 1)
    screen.type("r")
    #expect(await screen.hides("▲"))
    #expect(await screen.shows("1.75"))
    #expect(await screen.quit() == 0)
  }

  @Test func `a mark goes when the book gets stale`() async throws {
    let exchange = Self.exchange()
    let screen = Self.screen(exchange, environment: ["NO_COLOR": "1"])
    #expect(await screen.shows("0.5"))
    #expect(await screen.type("r", shows: "1.75 ▲"))
    exchange.reply = .fail(.unreachable("no route"))
    #expect(await screen.type("r", shows: "stale "))
    #expect(await screen.hides("▲"))
    #expect(await screen.shows("1.75"))
    #expect(await screen.quit() == 0)
  }

  @Test func `with colours, what a poll changed is bold, in the colour of its direction`()
    async throws
  {
    let screen = Self.screen(Self.exchange())
    #expect(await screen.shows("0.5"))
    #expect(await screen.type("r", shows: "1.75"))
    #expect(await screen.quit() == 0)
    let text = screen.display.text
    #expect(text.contains("\u{1B}[38;5;28;1m1.75\u{1B}[0m"))
    #expect(!text.contains("\u{1B}[38;5;28;1m4\u{1B}[0m"))
    #expect(!text.contains("▲"))
  }
}
