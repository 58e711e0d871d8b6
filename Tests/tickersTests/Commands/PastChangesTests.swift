import Foundation
@testable import MarketCore
import Terminal
import TestTools
import Testing

@testable import tickers

/// The fields `percent_1h`, `percent_7d` and `percent_30d`: their values, and the requests for them.
@Suite(.timeLimit(.minutes(20)))
struct PastChangesTests {
  private static let bitcoin = Pair(symbol: "BTC-USD")
  private static let ether = Pair(symbol: "ETH-USD")
  private static let periods: [Period] = [.oneMinute, .oneHour, .fourHours]
  private static let columns = "symbol,percent_1h,percent_7d,percent_30d"

  /// An exchange whose candles close at 1, 2, … 200: 60 minutes ago at 139, 168 hours ago at 31, and
  /// 180 times 4 hours ago at 19. The last price of BTC-USD is 62, of ETH-USD 31.
  private static func exchange(
    _ id: String = "test", periods: [Period] = periods, clock: FakeClock = FakeClock(),
    closes: @escaping @Sendable (Pair, Period) throws(MarketError) -> [Decimal?] = { _, _ in all }
  ) -> TestExchange {
    TestExchange(
      id, periods: periods,
      rows: { _ in
        [
          Ticker(pair: bitcoin, open: 50, volume: 2, last: 62),
          Ticker(pair: ether, open: 50, volume: 1, last: 31),
        ]
      }, closes: closes, date: { date(clock) })
  }

  private static let all = (1...200).map { Decimal?(Decimal($0)) }

  @Sendable private static func date(_ clock: FakeClock) -> Date {
    ScreenRun.date + clock.now / .seconds(1)
  }

  private static func run(
    _ arguments: [String], on exchanges: TestExchange..., clock: FakeClock = FakeClock(),
    holdings: String? = nil
  ) async -> TestWorld.Outcome {
    var world = TestWorld(exchanges: exchanges, clock: clock.pollClock())
    world.holdings = holdings.map { Array($0.utf8) }
    world.change = { $0.date = { date(clock) } }
    return await world.run(arguments)
  }

  /// The requests for candles, in order.
  private static func requests(_ exchange: TestExchange) -> [String] {
    exchange.questions.compactMap { question in
      guard case .candles(let pair, let period) = question else { return nil }
      return "\(pair) \(period.rawValue)"
    }
  }

  @Test(arguments: [["-w", "percent_7d > -99"], ["-s", "percent_7d:asc", "-n", "1"]])
  func `rows that one of them selects have the others, too`(options: [String]) async {
    let exchange = Self.exchange()
    let outcome = await Self.run(
      ["list", "--once", "-o", "tsv", "--no-header", "-c", "symbol,percent_1h,percent_7d"]
        + options,
      on: exchange)
    let first = outcome.output.split(separator: "\n").first
    #expect(first?.split(separator: "\t", omittingEmptySubsequences: false).contains("") == false)
    #expect(Set(Self.requests(exchange)).count == Self.requests(exchange).count)
  }

  @Test func `each is last against the close that long ago`() async {
    let exchange = Self.exchange()
    let outcome = await Self.run(["list", "--once", "-o", "csv", "-c", Self.columns], on: exchange)
    #expect(
      outcome
        == .init(
          output: """
            symbol,percent_1h,percent_7d,percent_30d
            BTC-USD,-55.395683,100,226.315789
            ETH-USD,-77.697842,0,63.157895

            """, errors: "", status: 0))
    #expect(
      Self.requests(exchange) == [
        "BTC-USD 1m", "BTC-USD 1h", "BTC-USD 4h", "ETH-USD 1m", "ETH-USD 1h", "ETH-USD 4h",
      ])
  }

  @Test(arguments: ["json", "csv", "ndjson", "influx", "table"])
  func `without being named they are unknown, and cost nothing`(format: String) async {
    let exchange = Self.exchange()
    for command in [["list"], ["coins"], ["price", "BTC-USD"]] {
      let outcome = await Self.run(command + ["-1", "-o", format], on: exchange)
      #expect(outcome.status == 0)
      #expect(format != "json" || outcome.output.contains(#""percent_1h":null,"percent_7d":null"#))
    }
    #expect(Self.requests(exchange) == [])
  }

  @Test(arguments: [
    (["list", "-f", "BTC"], "BTC-USD,100"), (["list", "-n", "1"], "BTC-USD,100"),
    (["list", "-w", "last > 50"], "BTC-USD,100"), (["price", "BTC-USD"], "BTC-USD,100"),
    (["price", "BTC"], "BTC,100"), (["coins", "BTC"], "BTC,100"),
  ])
  func `only rows that are shown are requested`(arguments: [String], row: String) async {
    let exchange = Self.exchange()
    let symbol = arguments[0] == "coins" ? "coin" : "symbol"
    let outcome = await Self.run(
      arguments + ["-1", "-o", "csv", "-c", "\(symbol),percent_7d"], on: exchange)
    #expect(outcome.output == "\(symbol),percent_7d\n\(row)\n")
    #expect(Self.requests(exchange) == ["BTC-USD 1h"])
  }

  @Test(arguments: [["-s", "percent_7d", "-n", "1"], ["-w", "percent_7d > 50"]])
  func `an order or a condition requests all rows`(options: [String]) async {
    let exchange = Self.exchange()
    let outcome = await Self.run(
      ["list", "--once", "-o", "csv", "-c", "symbol"] + options, on: exchange)
    #expect(outcome.output == "symbol\nBTC-USD\n")
    #expect(Self.requests(exchange) == ["BTC-USD 1h", "ETH-USD 1h"])
  }

  @Test func `conditions that end polling, alerts and templates see them`() async {
    let until = await Self.run(
      ["price", "ETH-USD", "--until", "percent_30d > 60", "-t", "{symbol} {percent_30d}"],
      on: Self.exchange())
    #expect(until == .init(output: "ETH-USD +63.16%\n", errors: "", status: 0))
    let alert = await Self.run(
      ["list", "--once", "-t", "{last}", "--alert", "up: percent_7d > 50"], on: Self.exchange())
    #expect(alert.output == "62\n31\n" || alert.output == "$62.00\n$31.00\n")
    #expect(alert.errors.contains("up: BTC-USD") && !alert.errors.contains("ETH-USD"))
    let alerts = await Self.run(
      [
        "alerts", "--count", "1", "-o", "csv", "-c", "symbol,percent_7d", "--alert",
        "flat: percent_7d == 0",
      ], on: Self.exchange())
    #expect(alerts.output == "symbol,percent_7d\nETH-USD,0\n")
  }

  @Test func `holdings have those of their pair, a coin those of its rate, cash 0`() async {
    let exchange = Self.exchange()
    let outcome = await Self.run(
      ["holdings", "--in", "USD", "--once", "-o", "csv", "-c", "symbol,percent_7d"], on: exchange,
      holdings: "symbol,quantity\nBTC-USD,1\nETH,2\nUSD,3\n")
    #expect(outcome.output == "symbol,percent_7d\nBTC-USD,100\nETH,0\nUSD,0\n")
    #expect(Self.requests(exchange).sorted() == ["BTC-USD 1h", "ETH-USD 1h"])
  }

  @Test func `several exchanges have theirs, one without history none`() async {
    let (one, two) = (Self.exchange("one"), Self.exchange("two", periods: []))
    let outcome = await Self.run(
      ["list", "-e", "one,two", "-1", "-f", "BTC", "-o", "csv", "-c", "exchange,percent_7d"],
      on: one, two)
    #expect(outcome.output == "exchange,percent_7d\none,100\ntwo,\n")
    #expect(outcome.errors == "tickers: Two has no candles for percent_7d\n")
    #expect(Self.requests(one).count == 1 && Self.requests(two) == [])
  }

  @Test func `candles are kept for an hour, and later polls find their closes in them`() async {
    let clock = FakeClock()
    let exchange = Self.exchange(clock: clock)
    let outcome = await Self.run(
      [
        "list", "-f", "BTC", "-i", "1800", "--count", "4", "-o", "tsv", "--no-header", "-c",
        "percent_1h",
      ], on: exchange, clock: clock)
    // 139 an hour ago; 169 and 199 in the same candles later; 169 in those of an hour later.
    #expect(outcome.output == "-55.395683\n-63.313609\n-68.844221\n-63.313609\n")
    #expect(Self.requests(exchange).count == 2)
  }

  @Test func `a wait for candles does not lose those that the rows need`() async {
    let clock = FakeClock()
    let exchange = Self.exchange(clock: clock) { _, _ in
      clock.pass(.seconds(1_200))
      return Self.all
    }
    let outcome = await Self.run(
      ["list", "--once", "-o", "tsv", "--no-header", "-c", "symbol,percent_1h"], on: exchange,
      clock: clock)
    // An hour before the prices, which are 20 minutes old at the first answer, and 40 at the second.
    #expect(outcome.output == "BTC-USD\t-47.89916\nETH-USD\t-68.686869\n")
  }

  @Test func `a failed request is a notice, and is made again for the next poll`() async {
    let failures = Observed(1)
    let exchange = Self.exchange { pair, _ throws(MarketError) in
      if pair == Self.ether,
        failures.change({
          $0 -= 1; return $0 >= 0
        })
      {
        throw .httpStatus(503, retryAfter: nil)
      }
      return Self.all
    }
    let outcome = await Self.run(
      ["list", "--count", "2", "-o", "tsv", "--no-header", "-c", "symbol,percent_7d"], on: exchange)
    #expect(outcome.output == "BTC-USD\t100\nETH-USD\t\nBTC-USD\t100\nETH-USD\t0\n")
    #expect(
      outcome.errors == "tickers: percent_7d is incomplete: HTTP 503 Service Unavailable\n")
    #expect(outcome.status == 0)
    #expect(Self.requests(exchange) == ["BTC-USD 1h", "ETH-USD 1h", "ETH-USD 1h"])
  }

  @Test(arguments: [
    (MarketError.httpStatus(503, retryAfter: nil), 6), (.unreachable("no route"), 3),
    (.malformed("x"), 2),
  ])
  func `with one poll a transient failure is retried, and a dead exchange is not asked for all`(
    error: MarketError, count: Int
  ) async {
    let exchange = Self.exchange { _, _ throws(MarketError) in throw error }
    let outcome = await Self.run(
      ["list", "--once", "-o", "tsv", "--no-header", "-c", "last,percent_7d"], on: exchange)
    #expect(outcome.output == "62\t\n31\t\n")
    #expect(outcome.errors.hasPrefix("tickers: percent_7d is incomplete: "))
    #expect(outcome.status == 0)
    #expect(Self.requests(exchange).count == count)
  }

  @Test func `many requests are told before they are made`() async {
    let exchange = TestExchange(
      periods: [.oneHour],
      rows: { _ in
        (1...12).map { Ticker(pair: Pair(symbol: "C\($0)-USD"), open: 1, volume: 1, last: 1) }
      }, closes: { _, _ in Self.all })
    let outcome = await Self.run(["list", "-1", "-c", "percent_7d"], on: exchange)
    #expect(outcome.errors == "tickers: 12 requests to Test, about 2.4 s\n")
    #expect(Self.requests(exchange).count == 12)
  }
}

// MARK: - Screens

extension PastChangesTests {
  private static func screen(_ exchange: TestExchange, _ arguments: String...) -> ScreenRun {
    ScreenRun(
      ["list", "--interval", "30", "-c", "symbol,last,percent_7d"] + arguments, rows: 6,
      exchange: exchange)
  }

  private static func exchange(of count: Int) -> TestExchange {
    TestExchange(
      periods: periods,
      rows: { _ in
        (1...count).map { number in
          Ticker(
            pair: Pair(symbol: "C\(number)-USD"), open: 1, volume: Decimal(number),
            last: Decimal(31 + number))
        }
      }, closes: { _, _ in all })
  }

  @Test func `a screen requests rows in view, and others once they are`() async {
    let exchange = Self.exchange(of: 6)
    let screen = Self.screen(exchange, "--sort", "symbol")
    #expect(await screen.shows("+6.45%"))
    await screen.clock.passes(to: 30)
    let visible = screen.lines.filter { $0.dropFirst(2).hasPrefix("C") }.count
    #expect(visible < 6)
    // One request follows the other.
    await until { Self.requests(exchange).count >= visible }
    #expect(Self.requests(exchange) == (1...visible).map { "C\($0)-USD 1h" })
    screen.type("G")
    #expect(await screen.shows("+19.35%"))
    #expect(Set(Self.requests(exchange)).count == Self.requests(exchange).count)
    #expect(await screen.quit() == 0)
  }

  @Test func `an order requests all rows, in view first`() async {
    let exchange = Self.exchange(of: 6)
    let screen = Self.screen(exchange, "--sort", "percent_7d")
    #expect(await screen.shows("+19.35%"))
    #expect(await exchange.isAsked(7))
    let requests = Self.requests(exchange)
    #expect(requests.sorted() == (1...6).map { "C\($0)-USD 1h" })
    #expect(requests.first == "C1-USD 1h")
    #expect(await screen.quit() == 0)
  }

  @Test func `a value is unknown after a failure, until a later request succeeds`() async {
    let failures = Observed(1)
    let exchange = Self.exchange { pair, _ throws(MarketError) in
      if failures.change({ count in
        count -= 1
        return count >= 0
      }) {
        throw .httpStatus(503, retryAfter: nil)
      }
      return Self.all
    }
    let screen = Self.screen(exchange, "-f", "BTC")
    #expect(await screen.shows("percent_7d is incomplete: HTTP 503"))
    #expect(screen.lines.contains { $0.hasPrefix("› BTC-USD") && $0.contains("–") })
    await screen.clock.passes(to: 30)
    #expect(await screen.shows("+100.00%"))
    #expect(await screen.hides("incomplete"))
    #expect(Self.requests(exchange) == ["BTC-USD 1h", "BTC-USD 1h"])
    #expect(await screen.quit() == 0)
  }
}
