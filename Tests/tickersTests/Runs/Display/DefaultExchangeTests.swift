import MarketCore
import TestTools
import Testing

@testable import tickers

/// The notice on a screen of the default exchange.
@Suite(.timeLimit(.minutes(20)))
struct DefaultExchangeTests {
  private static let notice = "default exchange; -e kraken selects another"

  private static func screen(
    _ line: String, columns: Int = 200, environment: [String: String] = [:], options: String = "",
    warnings: [Warning] = []
  ) -> ScreenRun {
    let exchanges = ["blockchain", "kraken"].map {
      TestExchange($0, warnings: warnings, periods: [.oneDay])
    }
    return ScreenRun(
      line.split(separator: " ").map(String.init) + ["--interval", "10"], columns: columns,
      environment: ["HOME": "/home/me"].merging(environment) { $1 }
    ) { world in
      world.exchanges = exchanges
      world.files.read = { path in path.hasSuffix("options") ? Array(options.utf8) : nil }
    }
  }

  private static let answered = " · next 11:00:10"

  @Test(arguments: [
    "list", "coins", "symbols", "book BTC-USD", "price BTC-USD -c last", "price BTC -c last",
    "list --url http://x",
  ])
  func `a screen of the default exchange says how to choose another`(line: String) async {
    let screen = Self.screen(line)
    let text = "\(Self.notice), as does --exchange kraken in ~/.config/tickers/options"
    #expect(await screen.display.waits { $0.contains { $0.hasSuffix(" · \(text)") } })
    #expect(await screen.quit() == 0)
    #expect(screen.printed?.isEmpty == false)
    #expect(screen.printed?.contains { $0.contains(Self.notice) } == false)
  }

  @Test(arguments: [
    ("XDG_CONFIG_HOME", "/x", ", as does --exchange kraken in /x/tickers/options"),
    ("TICKERS_OPTIONS", "/y/options", ", as does --exchange kraken in /y/options"),
    ("TICKERS_OPTIONS", "", ""), ("HOME", "", ""),
  ])
  func `it names the options file in use`(variable: String, value: String, end: String) async {
    let screen = Self.screen("list", environment: [variable: value])
    #expect(await screen.display.waits { $0.contains { $0.hasSuffix(Self.notice + end) } })
    #expect(await screen.quit() == 0)
  }

  @Test(arguments: [
    "list -q", "coins -q", "list -e kraken", "coins -e kraken", "list -e blockchain", "list -e all",
    "book kraken:BTC-USD",
    "price BTC-USD kraken:BTC-USD -c last", "history BTC-USD",
  ])
  func `a screen whose exchange is chosen has no such notice`(line: String) async {
    await Self.expectNoNotice(on: Self.screen(line))
  }

  @Test func `the environment and the options file choose an exchange`() async {
    let variable = ["TICKERS_EXCHANGE": "blockchain"]
    await Self.expectNoNotice(on: Self.screen("list", environment: variable))
    await Self.expectNoNotice(on: Self.screen("list", options: "--exchange blockchain"))
  }

  @Test func `where there is no other exchange there is no such notice`() async {
    await Self.expectNoNotice(
      on: ScreenRun(["list", "--interval", "10"], columns: 200, exchange: TestExchange()))
  }

  @Test func `it stands behind other notices, and in full in the help`() async {
    let screen = Self.screen("list", columns: 80, warnings: [.note("maintenance")])
    let status = "11:00:00 · next 11:00:10 · maintenance · default exchange; -e kraken selects"
    #expect(await screen.shows(status))
    #expect(await screen.type("?", shows: "~/.config/tickers/options"))
    #expect(await screen.quit() == 0)
  }

  @Test(arguments: [
    ("list", "\r", "BTC-USD · depth"), ("list", "h", "BTC-USD · 1d"),
    ("coins", "\r", "filter BTC-*"),
    ("book BTC-USD", "a", "Blockchain, Kraken"),
  ])
  func `a screen opened from another one, or of all exchanges, does not repeat it`(
    line: String, key: String, heading: String
  ) async {
    let screen = Self.screen(line)
    #expect(await screen.shows(Self.notice))
    screen.type(key)
    #expect(
      await screen.display.waits { lines in
        lines[0].contains(heading) && lines.contains { $0.contains(Self.answered) }
      })
    #expect(!screen.lines.contains { $0.contains(Self.notice) })
    #expect(await screen.type(key == "a" ? "a" : "\u{1B}", shows: Self.notice))
    #expect(await screen.quit() == 0)
  }

  @Test func `a pipe does not have it`() async {
    var world = TestWorld()
    world.exchanges = [TestExchange("blockchain"), TestExchange("kraken")]
    let outcome = await world.run(["list", "--count", "2"])
    #expect((outcome.errors, outcome.status) == ("", 0))
  }

  private static func expectNoNotice(
    on screen: ScreenRun, at location: SourceLocation = #_sourceLocation
  ) async {
    #expect(await screen.shows(answered), sourceLocation: location)
    #expect(!screen.lines.contains { $0.contains("default exchange") }, sourceLocation: location)
    #expect(await screen.quit() == 0, sourceLocation: location)
  }
}
