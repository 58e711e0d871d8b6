import Foundation
@testable import MarketCore
import Terminal
import TestTools
import Testing

@testable import tickers

/// Alerts in a pipe, and with the command `alerts` on a terminal.
@Suite(.timeLimit(.minutes(20)))
struct AlertPipeTests {
  /// Pairs C1-USD, C2-USD, … whose price is the number of the request, or another one.
  private static func exchange(
    _ count: Int, price: @escaping @Sendable (_ request: Int) -> Decimal = { Decimal($0) }
  ) -> TestExchange {
    TestExchange(rows: { request in
      (1...count).map {
        Ticker(pair: Pair(symbol: "C\($0)-USD"), open: 1, volume: 1, last: price(request))
      }
    })
  }

  private static func world(_ exchange: any Exchange) -> TestWorld {
    TestWorld(exchanges: [exchange])
  }

  @Test(arguments: [1, 45])
  func `each firing has a notice`(count: Int) async {
    let outcome = await Self.world(Self.exchange(count)).run([
      "list", "--once", "--alert", "all: last == 0",
    ])
    let notices = RehearsalTests.lines(outcome.errors)
    #expect(
      notices == (1...count).map { "tickers: 2026-11-21T11:00:00Z all: C\($0)-USD $0.00" })
    #expect(outcome.status == 0)
  }

  @Test func `quiet hides them, and runs the command`() async {
    let runs = Observed(0)
    var world = Self.world(Self.exchange(3))
    world.change = { world in
      world.runCommand = { _ in
        runs.change { $0 += 1 }
        return .exited(status: 7)
      }
    }
    let outcome = await world.run([
      "list", "-q", "--once", "--alert", "all: last == 0", "--on-alert", "x", "-t", "{symbol}",
    ])
    #expect(outcome == .init(output: "C1-USD\nC2-USD\nC3-USD\n", errors: "", status: 0))
    #expect(runs.value == 3)
  }

  @Test func `firings follow the rows of their poll`() async {
    let pieces = Observed<[String]>([])
    var world = Self.world(Self.exchange(1))
    world.written = { text, isError in pieces.change { $0.append(isError ? text : "> \(text)") } }
    _ = await world.run([
      "list", "-i", "10", "--count", "4", "--alert", "odd: last == 1 or last == 3", "-t", "{last}",
    ])
    #expect(
      pieces.value == [
        "> $0.00\n", "> $1.00\n", "tickers: 2026-11-21T11:00:00Z odd: C1-USD $1.00\n", "> $2.00\n",
        "> $3.00\n", "tickers: 2026-11-21T11:00:00Z odd: C1-USD $3.00\n",
      ])
  }

  @Test func `a failed poll fires nothing, and re-arms nothing`() async {
    let exchange = Self.exchange(1, price: { _ in 7 })
    let beats = Observed(0)
    var world = Self.world(exchange)
    world.clock = FakeClock().pollClock(whileAsleep: {
      let beat = beats.change { beats -> Int in
        beats += 1
        return beats
      }
      exchange.reply = beat == 1 ? .fail(.unreachable("no route")) : .answer
    })
    let outcome = await world.run([
      "list", "-i", "10", "--count", "4", "--alert", "seven: last == 7", "-t", "{last}",
    ])
    #expect(outcome.output == "$7.00\n$7.00\n$7.00\n")
    #expect(
      RehearsalTests.lines(outcome.errors) == [
        "tickers: 2026-11-21T11:00:00Z seven: C1-USD $7.00",
        "tickers: no route; next try in 1 s", "tickers: reconnected after 1 s",
      ])
  }

  @Test func `alerts appends rows below one heading, with the widths of the first table`() async {
    let exchange = TestExchange(rows: { request in
      [("A-USD", "1.5"), ("LONGNAME-USD", "123456.75"), ("B-USD", "0.000001")].enumerated()
        .map { index, row in
          Ticker(
            pair: Pair(symbol: row.0), open: 1, volume: index == request ? 9 : 1,
            last: Decimal(string: row.1))
        }
    })
    let outcome = await Self.world(exchange).run([
      "alerts", "-i", "10", "--count", "4", "--alert", "nine: volume == 9", "-c",
      "alert,symbol,last,volume",
    ])
    #expect(
      outcome.output == """
        ALERT  SYMBOL                   LAST  VOLUME
        nine   A-USD               $1.50           9
        nine   LONGNAME-USD  $123,456.75           9
        nine   B-USD               $0.000001       9

        """)
    #expect((outcome.errors, outcome.status) == ("", 0))
  }

  @Test(arguments: ["tsv", "csv", "table"])
  func `a heading without rows stands at once, and without one there is none`(format: String) async
  {
    for options in [[], ["--no-header"]] {
      let outcome = await Self.world(Self.exchange(1)).run(
        [
          "alerts", "-i", "10", "--count", "3", "--alert", "x: last == 2", "-o", format, "-c",
          "alert",
        ]
          + options)
      let heading = format == "table" ? "ALERT\n" : "alert\n"
      #expect(outcome.output == (options.isEmpty ? heading : "") + "x\n")
    }
  }

  @Test(arguments: [(1, 1), (4, 1), (5, 1), (6, 2), (12, 3)])
  func `limit ends with 0 in the middle of a poll`(limit: Int, polls: Int) async {
    let exchange = Self.exchange(5)
    let symbols = Observed<[String]>([])
    var world = Self.world(exchange)
    world.change = { world in
      world.runCommand = { command in
        symbols.change { $0.append(command.variables["TICKERS_SYMBOL"] ?? "") }
        return .exited(status: 0)
      }
    }
    let outcome = await world.run([
      "alerts", "-n", "\(limit)", "-i", "10", "--on-alert", "x", "-o", "tsv", "-c", "symbol",
      "--no-header", "--alert", "even: last == 0 or last == 2 or last == 4",
      "--alert", "odd: last == 1 or last == 3",
    ])
    let expected = (0..<limit).map { "C\($0 % 5 + 1)-USD" }
    #expect(RehearsalTests.lines(outcome.output) == expected)
    #expect(symbols.value.sorted() == expected.sorted())
    #expect((outcome.errors, outcome.status) == ("", 0))
    #expect(exchange.questions.count == polls)
  }

  @Test func `an unused currency has no notice on a terminal either`() async {
    for terminal in [nil, TerminalSize(columns: 80, rows: 24)] {
      var world = Self.world(Self.exchange(1))
      world.terminal = terminal
      let outcome = await world.run([
        "alerts", "--alert", "a: last > 0", "--limit", "1", "--in", "SEK", "-i", "1",
      ])
      #expect(!outcome.errors.contains("exchange rate"))
      #expect(outcome.status == 0)
    }
  }

  @Test func `limit counts the firings of all exchanges`() async {
    let outcome = await TestWorld(exchanges: [TestExchange("one"), TestExchange("two")]).run([
      "alerts", "-e", "one,two", "-n", "3", "--alert", "x: last > 1", "-t", "{exchange} {symbol}",
    ])
    #expect(outcome.output == "one BTC-USD\none ETH-USD\ntwo BTC-USD\n")
    #expect(outcome.status == 0)
  }

  private static let terminal = TerminalSize(columns: 80, rows: 24)

  @Test(arguments: [
    ([:], [], true), (["TICKERS_NOTIFY": "none"], [], false), (["TERM": "dumb"], [], false),
    (["TERM": ""], [], false), ([:], ["--plain"], false),
  ])
  func `on a terminal alerts appends rows, and notifies`(
    environment: [String: String], options: [String], notifies: Bool
  ) async {
    var world = Self.world(Self.exchange(2))
    (world.environment, world.terminal) = (environment, Self.terminal)
    let outcome = await world.run(
      ["alerts", "-i", "10", "--count", "3", "--alert", "x: last == 1", "--color", "never"]
        + options)
    let text = "C%-USD $1.00"
    let sequences = (1...2).map { text.replacing("%", with: "\($0)") }
      .map { "\u{1B}]9;x: \($0)\u{7}\u{1B}]777;notify;tickers;x: \($0)\u{7}" }
    let end = notifies ? "\u{7}" + sequences.joined() : ""
    #expect(
      outcome.output.replacing(end.isEmpty ? "\u{0}" : end, with: "") == """
        TIME                      ALERT  SYMBOL   LAST  PERCENT  VOLUME
        2026-11-21T11:00:00.000Z  x      C1-USD  $1.00    0.00%       1
        2026-11-21T11:00:00.000Z  x      C2-USD  $1.00    0.00%       1

        """)
    // Behind the rows, once.
    #expect(outcome.output.hasSuffix("       1\n" + end))
    #expect(outcome.errors == "")
  }

  @Test func `one bell per poll, and one text for more than three firings`() async {
    var world = Self.world(Self.exchange(4))
    world.terminal = Self.terminal
    let outcome = await world.run([
      "alerts", "-i", "10", "--count", "4", "--alert", "x: last == 1 or last == 3",
      "--color", "never",
    ])
    let texts = [1, 3].map { "4 alerts: x: C1-USD $\($0).00, x: C2-USD $\($0).00, …" }
    let notified = outcome.output.matches(of: /\u{7}?\u{1B}\]9;([^\u{7}]*)\u{7}/).map {
      String($0.1)
    }
    #expect(notified == texts)
    #expect(outcome.output.matches(of: /\n\u{7}\u{1B}\]9;/).count == 2)
    #expect(outcome.output.count { $0 == "\u{7}" } == 2 * 3)
  }

  @Test func `a rehearsal does not notify`() async throws {
    let folder = try RehearsalTests.recording([1, 6])
    var world = TestWorld()
    world.terminal = Self.terminal
    let outcome = await world.run([
      "alerts", "--replay", folder.path, "--alert", "high: last > 5", "--color", "never",
    ])
    #expect(outcome.output.contains("high"))
    #expect(!outcome.output.unicodeScalars.contains { $0.isControl && $0 != "\n" })
    #expect(outcome.errors.hasPrefix("tickers: high: 1 firing, "))
  }

  @Test func `no alert fires for rows that options leave out`() async {
    for (options, fired) in [
      (["-f", "C1-*"], "C1-USD\n"), (["-w", "symbol ~ C2"], "C2-USD\n"), (["C3-USD"], "C3-USD\n"),
      (["-f", "C1-*", "-w", "symbol ~ C2"], ""),
    ] {
      let outcome = await Self.world(Self.exchange(3)).run(
        ["alerts", "--once", "--alert", "x: last == 0", "-t", "{symbol}"] + options)
      #expect(outcome.output == fired)
    }
  }
}
