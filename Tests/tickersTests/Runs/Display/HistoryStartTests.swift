import Foundation
@testable import MarketCore
import Terminal
import TestTools
import Testing

@testable import tickers

/// The start of a history: as a screen or as output, as a chart or as rows.
@Suite(.timeLimit(.minutes(20)))
struct HistoryStartTests {
  private static let periods: [Period] = [.oneHour, .oneDay, .oneWeek]

  private static func exchange() -> TestExchange { TestExchange(periods: periods) }

  private static func screen(
    _ arguments: String..., columns: Int = 80, rows: Int = 24,
    exchange: TestExchange = exchange()
  ) -> ScreenRun {
    ScreenRun(
      ["history", "BTC-USD"] + arguments, columns: columns, rows: rows, exchange: exchange)
  }

  private static func sleeps(_ screen: ScreenRun, until seconds: [Int]) async -> Bool {
    await screen.clock.waits(untilSleepers: { $0 == seconds.map { .seconds($0) } })
  }

  @Test(
    arguments: [
      ([], true), (["-w", "close > 1"], true), (["-p", "1h"], true), (["-n", "5"], true),
      (["--from", "9d"], true), (["--no-header"], true), (["--chart"], true),
      (["--chart", "-s", "close"], true), (["-c", "time,close"], false), (["-o", "table"], false),
      (["-s", "-close"], false), (["-s", "time"], false),
    ] as [([String], Bool)])
  func `a terminal shows a chart, or rows where an option is about these, and g the other`(
    arguments: [String], isChart: Bool
  ) async {
    let screen = ScreenRun(["history", "BTC-USD"] + arguments, exchange: Self.exchange())
    let (first, second) = isChart ? ("120 →", "› 2026-11-2") : ("› 2026-11-", "120 →")
    #expect(await screen.shows(first))
    #expect(await screen.shows(isChart ? "g table" : "g chart"))
    #expect(await screen.type("g", shows: second))
    #expect(await screen.hides(first))
    #expect(await screen.type("g", shows: first))
    #expect(await screen.quit() == 0)
    #expect(screen.printed?.contains { $0.contains("120") } == true)
  }

  @Test(
    arguments: [([], 60), (["-i", "7"], 7), (["-i", "600"], 600)] as [([String], Int)])
  func `it is polled every 60 seconds, or at the interval that was given`(
    arguments: [String], seconds: Int
  ) async {
    let exchange = Self.exchange()
    let screen = ScreenRun(["history", "BTC-USD"] + arguments, exchange: exchange)
    #expect(await screen.shows("120 →"))
    for poll in 1...2 {
      #expect(await Self.sleeps(screen, until: [poll * seconds]))
      screen.clock.pass(.seconds(seconds))
      #expect(await screen.shows("\(120 + poll) →"))
    }
    #expect(exchange.questions.count == 3)
    #expect(await screen.quit() == 0)
  }

  @Test(arguments: [
    ("list", [10, 60]), ("list -i 7", [7, 7]), ("coins", [10, 60]), ("book BTC-USD", [10, 60]),
    ("book BTC-USD -i 7", [7, 7]), ("symbols -i 90", [90, 90]),
  ])
  func `so it is when it was opened from another screen`(line: String, seconds: [Int]) async {
    let exchange = TestExchange(
      line == "coins" ? "blockchain" : "test", periods: Self.periods,
      instruments: [Instrument(pair: Pair(symbol: "BTC-USD"))])
    // Coins have the history of a known exchange.
    let other = TestExchange("kraken", periods: Self.periods)
    let screen = ScreenRun(
      line.split(separator: " ").map(String.init) + (line == "coins" ? ["-e", "kraken"] : []),
      exchange: exchange, other)
    #expect(await screen.shows("h history"))
    #expect(await Self.sleeps(screen, until: [seconds[0]]))
    let subject = line == "coins" ? "Kraken · BTC-USD" : "BTC-USD"
    #expect(await screen.type("h", shows: "\(subject) · 1d · test"))
    #expect(await Self.sleeps(screen, until: seconds))
    #expect(await screen.quit() == 0)
  }

  /// The number of days from the start of the first request to the running one.
  private static func days(_ exchange: TestExchange) -> [Int?] {
    exchange.starts.map { start in
      start.map { Int((ScreenRun.date.timeIntervalSince($0) / 86_400).rounded(.up)) }
    }
  }

  @Test(
    arguments: [
      (80, 24, [], 240), (300, 50, [], 293), (30, 24, [], 240), (80, 9, [], 240),
      (80, 24, ["-o", "table"], 240), (80, 24, ["-n", "5"], 5), (80, 24, ["-n", "500"], 500),
      (80, 24, ["--from", "9d"], 9), (200, 50, ["--from", "400d"], 400),
    ] as [(Int, Int, [String], Int)])
  func `at least as many candles as fit are requested, or those of a given range`(
    columns: Int, rows: Int, arguments: [String], count: Int
  ) async {
    let exchange = Self.exchange()
    let screen = ScreenRun(
      ["history", "BTC-USD", "-i", "3600"] + arguments, columns: columns, rows: rows,
      exchange: exchange)
    #expect(await screen.shows(" · test"))
    #expect(await screen.type("r", shows: "121"))
    #expect(Self.days(exchange) == [count, count])
    #expect(await screen.quit() == 0)
  }

  @Test func `another period keeps the number that was given, and not the start`() async {
    for (option, count) in [(["-n", "5"], 5), (["--from", "400d"], 240)] {
      let exchange = Self.exchange()
      let screen = ScreenRun(["history", "BTC-USD"] + option, exchange: exchange)
      #expect(await screen.shows("BTC-USD · 1d · test"))
      #expect(await screen.type("[", shows: "BTC-USD · 1h · test"))
      let hours = exchange.starts.last??.distance(to: ScreenRun.date)
      #expect(hours.map { Int(($0 / 3600).rounded(.up)) } == count)
      #expect(await screen.type("]", shows: "BTC-USD · 1d · test"))
      #expect(Self.days(exchange).last == Self.days(exchange).first)
      #expect(await screen.quit() == 0)
    }
  }

  @Test(
    arguments: [
      (["--once"], true), (["--plain"], true), ([], false), (["--chart"], false),
      (["--chart", "--once"], true), (["--chart", "--plain"], true),
      (["-o", "csv"], true), (["-o", "json"], true),
    ] as [([String], Bool)])
  func `with --once or --plain, in a pipe or in another format it is printed once`(
    arguments: [String], isTerminal: Bool
  ) async {
    let exchange = Self.exchange()
    var world = TestWorld()
    world.terminal = isTerminal ? TerminalSize(columns: 80, rows: 24) : nil
    world.exchanges = [exchange]
    let outcome = await world.run(["history", "BTC-USD"] + arguments)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("120"))
    #expect(outcome.output.contains("→") == arguments.contains("--chart"))
    #expect(!outcome.output.contains("\u{1B}[?"))
    #expect(exchange.questions.count == 1)
  }

  @Test func `a terminal that cannot move its cursor has it printed once`() async {
    let exchange = Self.exchange()
    var world = TestWorld()
    world.terminal = TerminalSize(columns: 80, rows: 24)
    world.environment = ["TERM": "dumb"]
    world.exchanges = [exchange]
    let outcome = await world.run(["history", "BTC-USD"])
    #expect(outcome.status == 0 && outcome.output.hasPrefix("TIME"))
    #expect(exchange.questions.count == 1)
  }

  @Test func `a screen ends after the polls of --count`() async {
    let screen = Self.screen("--count", "2", "-i", "10")
    #expect(await screen.shows("120 →"))
    #expect(await Self.sleeps(screen, until: [10]))
    screen.clock.pass(.seconds(10))
    #expect(await screen.end() == 0)
    #expect(screen.printed?.contains { $0.contains("121 →") } == true)
  }
}
