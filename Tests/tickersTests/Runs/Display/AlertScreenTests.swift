import Foundation
@testable import MarketCore
import Terminal
import TestTools
import Testing

@testable import tickers

/// Alerts on screens, poll by poll.
@Suite(.timeLimit(.minutes(20)))
struct AlertScreenTests {
  private static let fault = MarketError.httpStatus(503, retryAfter: nil)
  private static let all = Set(TerminalNotification.Channel.allCases)

  /// A screen whose price of BTC-USD is 100 at first, and 1 more with each request.
  private static func screen(
    _ line: String, _ options: String..., exchange: TestExchange = TestExchange(),
    environment: [String: String] = [:]
  ) -> ScreenRun {
    ScreenRun(
      line.split(separator: " ").map(String.init) + options, columns: 160,
      environment: environment, exchange: exchange)
  }

  private static func isMarked(_ lines: [String], _ text: String) -> Bool {
    lines.contains { $0.hasPrefix("›!\(text)") || $0.hasPrefix(" !\(text)") }
  }

  @Test func `a firing marks the row until a key, and stays in the status line`() async {
    let screen = Self.screen("list -i 3600", "--alert", "rise: last > 100")
    #expect(await screen.shows("› BTC-USD  $100.00"))
    #expect(screen.display.notified.isEmpty)
    #expect(await screen.type("r", shows: "›!BTC-USD  $101.00"))
    #expect(!Self.isMarked(screen.lines, "ETH-USD"))
    let status = "11:00:00 rise: BTC-USD $101.00 · 11:00:00 · next 12:00:00"
    #expect(await screen.display.waits { $0.contains { $0.hasPrefix(status) } })
    #expect(
      screen.display.notified == [.init(texts: ["rise: BTC-USD $101.00"], channels: Self.all)])
    // Any key removes it, also one without effect.
    #expect(await screen.type("z", shows: "› BTC-USD  $101.00"))
    let seen = "11:00:00 · next 12:00:00"
    #expect(screen.lines.contains { $0.hasPrefix(seen) && $0.contains("11:00:00 rise: BTC-USD") })
    #expect(await screen.type("r", shows: "› BTC-USD  $102.00"))
    #expect(screen.display.notified.count == 1)
    #expect(await screen.quit() == 0)
    #expect(screen.printed?.contains { $0.contains("rise") || $0.contains("!") } == false)
    #expect(screen.errors == "")
  }

  @Test(
    arguments: [
      (.list, "last > 100.5", "BTC-USD", "BTC-USD $101.0000000001"),
      (.coins, "price > 100.5 and price < 500", "BTC", "BTC $101.00"),
      (.holdings, "last > 100.5", "BTC-USD", "BTC-USD $101.0000000001"),
      (.price, "last > 100.5", "BTC-USD", "BTC-USD $101.0000000001"),
      (.totals, "value > 201", "", ""),
    ] as [(RowsCommand, String, String, String)])
  func `each screen of rows marks them`(
    command: RowsCommand, expression: String, row: String, text: String
  ) async {
    let screen = await command.screen(
      "--alert", "up: \(expression)", exchange: RowsCommand.exchange(isMoving: true))
    #expect(!Self.isMarked(screen.lines, ""))
    screen.type("r")
    #expect(await screen.display.waits { Self.isMarked($0, row) }, "\(screen.lines)")
    #expect(screen.display.notified.map(\.texts.count) == [1])
    #expect(screen.display.notified.first?.texts.first?.hasPrefix("up: \(text)") == true)
    screen.type("z")
    #expect(await screen.display.waits { !Self.isMarked($0, "") })
    #expect(await screen.quit() == 0)
  }

  @Test func `the heading of a book is marked`() async {
    let exchange = TestExchange { Decimal($0) }
    let screen = Self.screen(
      "book BTC-USD -i 3600", "--alert", "deep: imbalance > 0.2", exchange: exchange)
    #expect(await screen.shows("imbalance +0.14"))
    #expect(!screen.lines.contains { $0.contains("! BTC-USD") })
    #expect(await screen.type("r", shows: "imbalance +0.25"))
    #expect(await screen.shows("! BTC-USD · depth"))
    #expect(await screen.shows("11:00:00 deep: BTC-USD $100.00 · 11:00:00"))
    #expect(screen.display.notified.count == 1)
    #expect(await screen.type("z", shows: "BTC-USD · depth"))
    #expect(await screen.hides("! BTC-USD"))
    #expect(await screen.quit() == 0)
  }

  @Test func `a hidden screen rings, and keeps its marks`() async {
    let screen = Self.screen("list -i 10", "--alert", "rise: last > 100")
    #expect(await screen.shows("› BTC-USD  $100.00"))
    #expect(await screen.type("\r", shows: "Esc back"))
    #expect(await screen.shows("spread"))
    #expect(
      await screen.clock.waits(untilSleepers: { $0 == [.seconds(10), .seconds(10)] }))
    screen.clock.pass(.seconds(10))
    #expect(await screen.shows(" rise: BTC-USD $10"))
    #expect(screen.display.notified.map(\.texts.count) == [1])
    #expect(!screen.lines.contains { $0.contains("! BTC-USD") })
    // The keys of the book leave the mark of the list.
    screen.type("g")
    #expect(await screen.shows("BIDS"))
    #expect(await screen.type("\u{1B}", shows: "›!BTC-USD  $10"))
    #expect(await screen.type("z", shows: "› BTC-USD  $10"))
    #expect(screen.display.notified.count == 1)
    #expect(await screen.quit() == 0)
  }

  @Test func `stale data stand before a firing`() async {
    let exchange = TestExchange()
    let screen = Self.screen("list -i 3600", "--alert", "rise: last > 100", exchange: exchange)
    #expect(await screen.shows("› BTC-USD  $100.00"))
    #expect(await screen.type("r", shows: "›!BTC-USD  $101.00"))
    exchange.reply = .fail(Self.fault)
    #expect(
      await screen.type(
        "r", shows: "stale 0 s: HTTP 503 Service Unavailable; next try in 1 s · 11:00:00 rise: BTC")
    )
    exchange.reply = .answer
    #expect(await screen.type("r", shows: "› BTC-USD  $103.00"))
    // A key was pressed since.
    #expect(await screen.shows("11:00:00 rise: BTC-USD $101.00"))
    #expect(!screen.lines.contains { $0.hasPrefix("11:00:00 rise") })
    #expect(screen.display.notified.count == 1)
    #expect(await screen.quit() == 0)
  }

  @Test func `all firings of a poll ring together`() async {
    let exchange = TestExchange(rows: { request in
      (1...5).map {
        Ticker(pair: Pair(symbol: "C\($0)-USD"), open: 1, volume: 1, last: Decimal(request))
      }
    })
    let screen = Self.screen(
      "list -i 3600 -s symbol", "--alert", "one: last == 1", "--alert", "two: last == 2",
      exchange: exchange)
    #expect(await screen.shows("› C1-USD"))
    for (number, name) in ["one", "two"].enumerated() {
      #expect(await screen.type("r", shows: "11:00:00 \(name): C5-USD $\(number + 1).00 · "))
      #expect(await screen.display.waits { $0.count { Self.isMarked([$0], "C") } == 5 })
    }
    #expect(
      screen.display.notified.map(\.texts)
        == ["one: N.00", "two: N.00"].enumerated().map { index, text in
          (1...5).map { text.replacing("N", with: "C\($0)-USD $\(index + 1)") }
        })
    #expect(await screen.quit() == 0)
  }

  @Test(
    arguments: [
      ("none", []), ("bell", [.bell]), ("osc777, bell", [.osc777, .bell]), ("", all),
    ] as [(String, Set<TerminalNotification.Channel>)])
  func `a variable selects how to notify`(
    value: String, channels: Set<TerminalNotification.Channel>
  ) async {
    let screen = Self.screen(
      "list -i 3600", "--alert", "rise: last > 99", environment: ["TICKERS_NOTIFY": value])
    #expect(await screen.shows("›!BTC-USD  $100.00"))
    #expect(screen.display.notified.map(\.channels) == [channels])
    #expect(await screen.quit() == 0)
  }

  @Test func `a key that requests more does not fire again`() async {
    let exchange = TestExchange(hasQuotesPerPair: true)
    let screen = Self.screen("list -i 3600", "--alert", "rise: last > 99", exchange: exchange)
    #expect(await screen.shows("›!BTC-USD  $100.00"))
    #expect(await screen.type("wbid > 1\r", shows: "› BTC-USD  $101.00"))
    #expect(exchange.details.map(\.quotes) == [false, true])
    // It is another poller, with the same alerts: they are not armed.
    #expect(await screen.clock.waits(untilSleepers: { $0 == [.seconds(3600)] }))
    #expect(await screen.type("r", shows: "› BTC-USD  $102.00"))
    #expect(await screen.type("\u{1B}", shows: "2 pairs"))
    #expect(screen.display.notified.count == 1)
    #expect(await screen.quit() == 0)
  }

  @Test func `orders, or the books of all exchanges, do not fire again`() async {
    let exchanges = [TestExchange("one"), TestExchange("two")]
    let screen = ScreenRun(
      ["book", "BTC-USD", "-i", "3600", "--alert", "wide: spread > 1"], columns: 160
    ) { $0.exchanges = exchanges }
    #expect(await screen.shows("! BTC-USD · depth"))
    #expect(await screen.type("o", shows: "ORDER_ID"))
    #expect(await screen.shows("BTC-USD · depth"))
    #expect(await screen.type("o", shows: "ORDERS"))
    #expect(await screen.type("a", shows: "EXCHANGE"))
    #expect(await exchanges[1].isAsked(1))
    #expect(await screen.type("a", shows: "SIDE"))
    #expect(await screen.hides("EXCHANGE"))
    #expect(screen.display.notified.map(\.texts) == [["wide: BTC-USD $100.00"]])
    #expect(!screen.lines.contains { $0.contains("! BTC-USD") })
    #expect(await screen.quit() == 0)
  }

  @Test(arguments: [
    ([], "/\u{15}BTC\r", ["ETH-USD", "BTC-USD"]),
    ([], "w\u{15}last < 0\r", ["ETH-USD", "BTC-USD"]),
    (["--limit", "1"], "", ["ETH-USD", "BTC-USD"]), (["-f", "BTC"], "", ["BTC-USD"]),
    (["-f", "BTC"], "/\u{15}ETH\r", ["BTC-USD"]), (["-w", "volume > 5"], "", ["ETH-USD"]),
    (["-w", "volume > 5"], "w\u{15}volume < 2\r", ["ETH-USD"]),
  ])
  func `options select what fires, edits and limits do not`(
    options: [String], keys: String, fired: [String]
  ) async {
    let exchange = TestExchange(rows: { request in
      ["ETH-USD", "BTC-USD"].map { symbol in
        Ticker(
          pair: Pair(symbol: symbol), open: 1, volume: symbol == "ETH-USD" ? 7 : 1,
          last: Decimal(request))
      }
    })
    let screen = ScreenRun(
      ["list", "-i", "3600", "--alert", "two: last == 1"] + options, columns: 160,
      exchange: exchange)
    #expect(await screen.shows("$0.00"))
    screen.type(keys)
    #expect(await screen.clock.waits(untilSleepers: { $0 == [.seconds(3600)] }))
    screen.type("r")
    #expect(await screen.shows("11:00:00 two: \(fired.last ?? "") $1.00"))
    #expect(screen.display.notified.map(\.texts) == [fired.map { "two: \($0) $1.00" }])
    #expect(await screen.quit() == 0)
  }

  @Test func `Space pauses alerts, too`() async {
    let screen = Self.screen("list -i 10", "--alert", "rise: last > 100")
    #expect(await screen.shows("› BTC-USD  $100.00"))
    #expect(await screen.clock.waits(untilSleepers: { $0 == [.seconds(10)] }))
    #expect(await screen.type(" ", shows: " · paused"))
    #expect(await screen.clock.waits(untilSleepers: { $0.count == 1 && $0[0] > .seconds(1e6) }))
    screen.clock.pass(.seconds(25))
    #expect(screen.display.notified.isEmpty)
    #expect(await screen.type("r", shows: "›!BTC-USD  $101.00"))
    // The state of the data stands first.
    #expect(await screen.shows("11:00:00 · paused"))
    #expect(await screen.shows(" · 11:00:00 rise: BTC-USD"))
    #expect(screen.display.notified.count == 1)
    #expect(await screen.quit() == 0)
  }

  @Test func `the exchange is named where there are several`() async {
    let exchanges = [TestExchange("one"), TestExchange("two")]
    let screen = ScreenRun(
      ["list", "-e", "one,two", "-i", "3600", "--alert", "rise: last > 100 and exchange == two"],
      columns: 160
    ) { $0.exchanges = exchanges }
    #expect(await screen.shows("two       BTC-USD  $100.00"))
    screen.type("r")
    #expect(await screen.display.waits { Self.isMarked($0, "two ") })
    #expect(!Self.isMarked(screen.lines, "one "))
    #expect(screen.display.notified.map(\.texts) == [["rise: two:BTC-USD $101.00"]])
    #expect(await screen.quit() == 0)
  }

  @Test func `commands run on a screen, and their failures are shown until a key`() async {
    let runs = Observed<[ShellCommand]>([])
    let screen = ScreenRun(
      ["list", "-i", "3600", "--alert", "rise: last > 100", "--on-alert", "mine"], columns: 160,
      exchange: TestExchange()
    ) { world in
      world.runCommand = { command in
        runs.change { $0.append(command) }
        return .exited(status: 3)
      }
    }
    #expect(await screen.shows("› BTC-USD  $100.00"))
    screen.type("r")
    #expect(await screen.shows("--on-alert: command of rise failed: exit status 3 · "))
    #expect(runs.value.map(\.text) == ["mine"])
    #expect(runs.value.first?.variables["TICKERS_LAST"] == "101")
    screen.type("z")
    #expect(await screen.hides("--on-alert"))
    #expect(await screen.quit() == 0)
    #expect(screen.errors == "")
  }
}
