import Foundation
import StubExchange
import TestTools
import Testing

/// The exit status of a run, and its messages on stderr.
@Suite(.fewAtATime)
struct StatusTests {
  /// A source of answers that fails.
  enum Source: CaseIterable {
    case notJSON, webPage, empty, otherJSON, down, unauthorized, closed, silent, slowDown, patience

    var reply: Reply {
      switch self {
      case .notJSON: .json("{")
      case .webPage: .json("<html>")
      case .empty: .json("")
      case .otherJSON: .json("17")
      case .down: .answer(status: 503)
      case .unauthorized: .answer(status: 401)
      case .closed: .close
      case .silent: .hang
      case .slowDown: .answer(status: 429)
      case .patience: .answer(status: 429, headers: [("Retry-After", "3600")])
      }
    }

    var status: Int32 {
      switch self {
      case .notJSON, .webPage, .empty, .otherJSON: 65
      case .down, .unauthorized, .closed, .silent: 69
      case .slowDown, .patience: 75
      }
    }
  }

  private static let commands = [
    ["list", "--once"], ["book", "BTC-USD", "--once"], ["price", "BTC-USD"],
    ["price", "BTC-USD", "ETH-USD", "XLM-BTC", "USDT-USD"], ["symbols"],
  ]
  private static let ticker = #"{"symbol":"BTC-USD","last_trade_price":7}"#

  private func expectError(
    _ outcome: TestWorld.Outcome, _ status: Int32, location: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.output == "", sourceLocation: location)
    #expect(outcome.status == status, sourceLocation: location)
    #expect(outcome.errors.wholeMatch(of: /tickers: [^\n]+\n/) != nil, sourceLocation: location)
  }

  @Test(arguments: commands, Source.allCases)
  func `a failing source has its status, one line on stderr and nothing on stdout`(
    arguments: [String], source: Source
  ) async throws {
    let exchange = try StubExchange(source.reply)
    let timeout = source == .silent ? "0.2" : "60"
    for format in [[], ["--format", "json"], ["--format", "tsv"]]
    where format.isEmpty || arguments[0] != "price" {
      let outcome = await TestWorld().run(
        arguments + format + ["--timeout", timeout, "--url", exchange.url.absoluteString])
      expectError(outcome, source.status)
    }
  }

  @Test(arguments: commands)
  func `without a recording there is nothing to show`(arguments: [String]) async {
    expectError(await TestWorld().run(arguments + ["--replay", "/nowhere"]), 66)
  }

  @Test(arguments: [
    ["book", "BTC-USDD", "--once"], ["price", "BTC-USDD"],
    ["book", "BTC-USDD"], ["price", "BTC-USDD", "--interval", "1"], ["price", "nonsense"],
  ])
  func `a pair that is not there ends in 66`(arguments: [String]) async {
    let replay = ["--replay", Repository.fixtures.path]
    expectError(await TestWorld().run(arguments + replay), 66)
  }

  @Test func `nobody listens`() async throws {
    let exchange = try StubExchange(.close)
    exchange.stop()
    for arguments in Self.commands {
      expectError(
        await TestWorld().run(arguments + ["--url", exchange.url.absoluteString]), 69)
    }
  }

  @Test func `of several prices the missing one is told, the others are printed`() async throws {
    let exchange = try StubExchange.market(
      tickers: #"[{"symbol":"A-USD","last_trade_price":0.0},{"symbol":"B-USD"}]"#)
    let url = ["--url", exchange.url.absoluteString]
    let outcome = await TestWorld().run(["price", "A-USD", "B-USD", "a/usd", "C-USD"] + url)
    #expect(outcome.output == "A-USD\t0\nA-USD\t0\n")
    #expect(
      outcome.errors == """
        tickers: no price for B-USD
        tickers: unknown pair C-USD on Blockchain.com; did you mean A-USD, B-USD?

        """)
    #expect(outcome.status == 66)

    let pairs = ["A-USD", "B-USD", "A_USD", "B-USD", "A-USD"]
    let some = await TestWorld().run(["price"] + pairs + url)
    #expect(some.output == "A-USD\t0\nA-USD\t0\nA-USD\t0\n")
    #expect(some.errors == "tickers: no price for B-USD, B-USD\n")
    #expect(some.status == 65)
  }

  @Test(arguments: [
    ("list", ["--until", "last > 0"], 0), ("list", ["--until", "last < 0"], 1),
    ("list", ["--filter", "ETH-USD", "--until", "symbol == BTC-USD"], 1),
    ("book", ["BTC-USD", "--until", "spread_bp > 0"], 0),
    ("book", ["BTC-USD", "--until", "spread_bp < 0"], 1),
    ("price", ["BTC-USD", "--until", "last > 0"], 0),
    ("price", ["BTC-USD", "--until", "last < 0"], 1),
  ])
  func `polls end at once when what is waited for is met, else in 1`(
    command: String, arguments: [String], status: Int32
  ) async throws {
    let polls = ["--count", "3", "--replay", Repository.fixtures.path]
    let outcome = await TestWorld().run([command] + arguments + polls)
    #expect(outcome.status == status)
    #expect(outcome.errors == "")
    let one = await TestWorld().run([command] + arguments + ["--once"] + polls.suffix(2))
    #expect(!one.output.isEmpty)
    #expect((outcome.output == one.output) == (status == 0))
  }

  @Test(arguments: [
    ("last < 0", [Reply.json("[\(ticker)]"), .answer(status: 503)], 69),
    ("last < 0", [.json("[\(ticker)]"), .answer(status: 429)], 75),
    ("last < 0", [.json("[\(ticker)]"), .json("{")], 65),
    ("last < 0", [.answer(status: 503), .json("[\(ticker)]")], 1),
    ("last > 0", [.answer(status: 503), .json("[\(ticker)]")], 0),
  ])
  func `a last poll that failed beats what was not met`(
    until: String, replies: [Reply], status: Int32
  ) async throws {
    let exchange = try StubExchange(replies[0], replies[1])
    let outcome = await TestWorld().run([
      "list", "--count", "2", "--until", until, "--interval", "0.01", "-o", "tsv", "-c", "last",
      "--url", exchange.url.absoluteString,
    ])
    #expect(outcome.status == status)
    #expect(outcome.output == "last\n7\n")
    let lines = outcome.errors.split(separator: "\n")
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("tickers: ") })
  }
}
