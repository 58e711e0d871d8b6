import Foundation
import Testing

/// The colours of a screen, screens without colours, and notices about the variables for both.
@Suite(.timeLimit(.minutes(20)))
struct LooksTests {
  /// The parameters of all sequences that change the looks, each once.
  private static func looks(_ screen: ScreenRun) -> Set<String> {
    Set(screen.display.text.matches(of: /\u{1B}\[([0-9;]*)m/).map { String($0.1) })
  }

  /// A list whose price changed once.
  private static func screen(
    _ environment: [String: String], _ arguments: String...
  ) async -> ScreenRun {
    let screen = ScreenRun(
      ["list", "--interval", "3600"] + arguments, environment: environment,
      exchange: TestExchange())
    #expect(await screen.shows("$100.00"))
    #expect(await screen.type("r", shows: "$101.00"))
    #expect(await screen.quit() == 0)
    return screen
  }

  @Test(arguments: [("xterm", "38;5;28"), ("linux", "32")])
  func `colours are of the 256 of xterm, and on the Linux console the plain ones`(
    terminal: String, green: String
  ) async {
    let screen = await Self.screen(["TERM": terminal])
    let looks = Self.looks(screen)
    #expect(looks.isSubset(of: ["0", "1", "2", "7", green]))
    #expect(looks.isSuperset(of: ["1", "2", "7"]))
    #expect(!screen.display.text.contains("•"))
  }

  @Test func `TICKERS_COLORS changes them, and a part that means nothing has a notice`() async {
    let screen = await Self.screen([
      "TICKERS_COLORS": "up=34:changed=4:selected=:heading=1;36:green=32:faint=x"
    ])
    let looks = Self.looks(screen)
    #expect(looks.isSuperset(of: ["1;36", "2"]))
    #expect(looks.isDisjoint(with: ["7", "38;5;28", "1", "34;7"]))
    let expected =
      "expected NAME=SGR, e.g. up=32; names: heading, faint, up, down, stale, changed, selected"
    #expect(
      screen.errors == """
        tickers: TICKERS_COLORS: ignored 'green=32'; \(expected)
        tickers: TICKERS_COLORS: ignored 'faint=x'; \(expected)

        """)
  }

  @Test func `with --quiet a part that means nothing has no notice`() async {
    let screen = await Self.screen(["TICKERS_COLORS": "green=32"], "--quiet")
    #expect(screen.errors == "")
    #expect(Self.looks(screen).contains("7"))
  }

  @Test func `a word of TICKERS_NOTIFY that means nothing has a notice on a screen`() async {
    let screen = await Self.screen(["TICKERS_NOTIFY": "bell,x,osc 9"])
    #expect(
      screen.errors == """
        tickers: TICKERS_NOTIFY: ignored 'x'; expected none, or any of bell, osc9, osc777

        """)
    let quiet = await Self.screen(["TICKERS_NOTIFY": "x"], "--quiet")
    #expect(quiet.errors == "")
    let outcome = await TestWorld(environment: ["TICKERS_NOTIFY": "x"]).run([
      "list", "--once", "--replay", Repository.fixtures.path,
    ])
    #expect(outcome.errors == "")
  }

  @Test(arguments: [["NO_COLOR": "1"], [:]])
  func `without colours there are no sequences, and changes have a sign`(
    environment: [String: String]
  ) async {
    let screen = await Self.screen(
      environment.merging(["TICKERS_COLORS": "up=34"]) { $1 },
      "--color", environment.isEmpty ? "never" : "auto")
    #expect(Self.looks(screen) == [])
    #expect(screen.display.text.contains("$101.00 ▲"))
    #expect(!screen.display.text.contains("$100.00 ▲"))
    #expect(screen.display.text.contains("› BTC-USD"))
  }

  @Test(
    arguments: [
      (.list, "38;5;28;1", "$101.0000000001"), (.coins, "38;5;28;1", "$101.00"),
      (.price, "38;5;196;1", "7.875"), (.holdings, "38;5;196;1", "7.875"),
    ] as [(RowsCommand, String, String)])
  func `each screen with prices has their direction`(
    command: RowsCommand, look: String, price: String
  ) async {
    let screen = await command.screen(exchange: RowsCommand.exchange(isMoving: true))
    #expect(await screen.type("r", shows: price))
    #expect(await screen.quit() == 0)
    #expect(screen.display.text.contains("\u{1B}[\(look)m\(price)\u{1B}[0m"))
  }
}
