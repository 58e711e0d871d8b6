import Foundation
import StubExchange
import Testing

/// What a poll changed in a book, on a terminal.
@Suite(.fewAtATime, .timeLimit(.minutes(5)))
struct LiveBookMarksTests {
  /// A program that watches a book whose best bid has these quantities, poll by poll; then there are
  /// failures.
  private static func live(
    _ quantities: [String], environment: [String: String]
  ) throws -> (StubExchange, Live) {
    let exchange = try StubExchange { request in
      guard request.number < quantities.count else { return .answer(status: 503) }
      return .json(
        #"{"symbol":"BTC-USD","bids":[{"px":99,"qty":\#(quantities[request.number])},"#
          + #"{"px":98,"qty":4}],"asks":[{"px":101,"qty":3}]}"#)
    }
    let live = try Live(
      ["book", "BTC-USD", "--url", exchange.url.absoluteString, "--interval", "3600"],
      environment: environment)
    return (exchange, live)
  }

  @Test func `without colours, a sign stands at what a poll changed, until the next`() async throws
  {
    let (exchange, live) = try Self.live(["0.5", "1.75", "1.75"], environment: ["NO_COLOR": "1"])
    #expect(await live.terminal.shows("0.5"))
    #expect(await live.type("r", shows: "1.75 •"))
    #expect(live.lines.joined().count { $0 == "•" } == 1)
    live.terminal.type("r")
    #expect(await live.terminal.hides("•"))
    #expect(await live.terminal.shows("1.75"))
    #expect(await live.quit() == 0)
    #expect(exchange.requests.count == 3)
  }

  @Test func `a mark goes when the book gets stale`() async throws {
    let (exchange, live) = try Self.live(["0.5", "1.75"], environment: ["NO_COLOR": "1"])
    #expect(await live.terminal.shows("0.5"))
    #expect(await live.type("r", shows: "1.75 •"))
    #expect(await live.type("r", shows: "stale "))
    #expect(await live.terminal.hides("•"))
    #expect(await live.terminal.shows("1.75"))
    #expect(await live.quit() == 0)
    #expect(exchange.requests.count > 2)
  }

  @Test func `with colours, what a poll changed is bold, and nothing else`() async throws {
    let (exchange, live) = try Self.live(["0.5", "1.75"], environment: [:])
    #expect(await live.terminal.shows("0.5"))
    #expect(await live.type("r", shows: "1.75"))
    #expect(await live.quit() == 0)
    #expect(exchange.requests.count == 2)
    let text = live.terminal.output.text
    #expect(text.contains("\u{1B}[1m1.75\u{1B}[0m"))
    #expect(!text.contains("\u{1B}[1m4\u{1B}[0m"))
    #expect(!text.contains("•"))
  }
}
