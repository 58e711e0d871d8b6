import Foundation
import MarketCore
import Testing

/// The notices about the data: on stderr for a pipe, and in the status line of a screen.
@Suite(.timeLimit(.minutes(20)))
struct NoticeTests {
  private static let warnings: [Warning] = [
    .rowSkipped("[1] is not an object"), .note("the exchange is in maintenance"),
  ]

  @Test func `notices that do not fit end in an ellipsis, and stand in full in the help`() async {
    let screen = ScreenRun(
      ["list", "--filter", "nothing", "--interval", "10"], columns: 60,
      exchange: TestExchange(warnings: Self.warnings))
    #expect(
      await screen.display.waits { lines in
        lines.contains { $0.hasPrefix("11:00:00 · ") && $0.last == "…" }
      })
    #expect(await screen.type("?", shows: "  the exchange is in maintenance"))
    #expect(await screen.shows("  no pair matches"))
    #expect(await screen.quit() == 0)
  }

  @Test func `the reason why a key has no effect has no control characters`() async {
    let screen = ScreenRun(["list"], exchange: TestExchange())
    #expect(await screen.shows("2 pairs"))
    #expect(await screen.type("w\u{9B}\r", shows: "unexpected character '\u{FFFD}' · 11:00:00"))
    #expect(!screen.display.text.contains("\u{9B}"))
    screen.type("\u{1B}")
    #expect(await screen.quit() == 0)
  }

  @Test(arguments: [
    (["list"], ["skipped 1 invalid row: [1] is not an object", "the exchange is in maintenance"]),
    (
      ["list", "--filter", "nothing"],
      [
        "skipped 1 invalid row: [1] is not an object", "the exchange is in maintenance",
        "no pair matches",
      ]
    ),
    (["list", "--filter", "nothing", "--changes"], nil), (["symbols"], nil),
    (["book", "BTC-USD"], nil), (["price", "BTC-USD", "-c", "symbol,last"], nil),
    (["list", "--filter", "nothing", "--quiet"], []),
  ])
  func `a pipe and a screen have the same`(arguments: [String], expected: [String]?) async throws {
    var world = TestWorld()
    world.exchanges = [TestExchange(warnings: Self.warnings)]
    let pipe = await world.run(arguments + ["--once"])
    #expect(pipe.status == 0)
    let screen = ScreenRun(
      arguments + ["--interval", "10"], columns: 200,
      exchange: TestExchange(warnings: Self.warnings))
    #expect(await screen.shows("11:00:00 · next 11:00:10"))
    let status = try #require(screen.lines.first { $0.contains(" · next 11:00:10") })
    let shown = status.components(separatedBy: " · ").dropFirst(2)
    let said = pipe.errors.split(separator: "\n").map { $0.dropFirst("tickers: ".count) }
    #expect(shown.map { Substring($0) } == said)
    if let expected { #expect(Array(shown) == expected) }
    #expect(screen.errors == "")
    #expect(await screen.quit() == 0)
    #expect(screen.printed?.last == (["11:00:00"] + shown).joined(separator: " · "))
  }
}
