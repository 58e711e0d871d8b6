import Arguments
import Foundation
import MarketCore
import TestTools
import Testing

@testable import tickers

/// What people type by habit, and what is said to it.
struct HabitTests {
  @Test(arguments: [
    ("list", ["ls", "LS", "watch", "top", "tickers", "ticker", "all"]),
    ("book", ["orderbook", "order-book", "depth", "ob"]),
    ("price", ["quote", "get", "last"]),
    ("symbols", ["pairs", "markets", "coins", "info"]),
    ("holdings", ["portfolio", "positions", "balance", "assets", "worth"]),
    ("exchanges", ["venues", "sources"]),
    ("manual", ["man"]), ("completions", ["completion"]),
  ])
  func `a word of habit names what is meant`(meant: String, words: [String]) {
    for word in words {
      #expect(throws: UsageError("unknown command '\(word)'; did you mean \(meant)?")) {
        try Tickers.program.parse([word])
      }
    }
  }

  @Test(arguments: [
    "BTC-USD", "btc/usd", "ETH_EUR", "kraken:BTC-USD", "kraken:btc/usd", "BTC-USDD", "boo-k", "btc",
    "BTC", "kraken:btc", "XYZZY", "BTC-USD ETH-USD", "-o json BTC-USD",
    "BTC-USD -e kraken -t {last}",
    "BTC-USD -e bitfinex", "/tmp/x",
  ])
  func `a first argument that is not a command is a symbol of price`(line: String) async throws {
    let words =
      line.split(separator: " ").map(String.init) + ["--replay", Repository.fixtures.path]
    let implied = await TestWorld().run(words)
    #expect(implied == (await TestWorld().run(["price"] + words)))
    #expect(!implied.errors.contains("command"))
  }

  @Test(arguments: ["BONK", "comp"])
  func `a currency code is a symbol even if it is like a command`(code: String) throws {
    guard case .run(let invocation) = try Tickers.program.parse([code]) else {
      Issue.record("not an invocation")
      return
    }
    #expect(invocation.command.name == "price")
    #expect(invocation.operands == [code])
  }

  @Test(arguments: ["LIT", "bok"])
  func `a word like a command that is not a currency code is refused`(word: String) {
    #expect(throws: UsageError.self) { try Tickers.program.parse([word]) }
  }

  @Test(arguments: ["list", "symbols"])
  func `symbols for a list belong to its filter`(command: String) {
    let message = "\(command) takes no arguments; did you mean --filter BTC-USD?"
    #expect(throws: UsageError(message)) {
      try Tickers.program.parse([command, "BTC-USD"])
    }
  }

  @Test(
    arguments: ["list", "symbols"],
    [
      ("kraken:BTC-USD", "; did you mean --exchange kraken --filter BTC-USD?"),
      ("Kraken:btc/usd", "; did you mean --exchange kraken --filter btc/usd?"),
      ("karken:BTC-USD", "; did you mean --exchange kraken --filter BTC-USD?"),
      ("kraken coinbase", "; did you mean --exchange kraken,coinbase?"),
      ("Kraken btc eth", "; did you mean --exchange kraken --filter btc,eth?"),
    ])
  func `exchanges and symbols for a list belong to its options`(
    command: String, words: (typed: String, hint: String)
  ) {
    #expect(throws: UsageError("\(command) takes no arguments\(words.hint)")) {
      try Tickers.program.parse([command] + words.typed.split(separator: " ").map(String.init))
    }
  }

  @Test(arguments: [
    ("-e kraken -e coinbase", "kraken,coinbase"),
    ("-e kraken --exchange=bitstamp,all", "kraken,bitstamp,all"),
  ])
  func `exchanges that are given one by one have a hint`(options: String, list: String) async {
    let words = options.split(separator: " ").map(String.init)
    let outcome = await TestWorld().run(
      ["symbols", "--replay", Repository.fixtures.path, "-c", "help"] + words)
    #expect(
      outcome.errors
        == "tickers: -e is repeated and the last one wins; for several, use -e \(list)\n")
    #expect(outcome.status == 0)
    let quiet = await TestWorld().run(
      ["symbols", "--replay", Repository.fixtures.path, "-c", "help", "-q"] + words)
    #expect(quiet.errors == "")
  }

  @Test(arguments: [
    ("1", 1.0), ("90", 90), ("0.5", 0.5), ("1s", 1), ("1m", 60), ("1.5m", 90), ("0.5h", 1_800),
    ("1d", 86_400), ("0.001", 0.001),
  ])
  func `a time has a unit or is in seconds`(text: String, seconds: Double) throws {
    #expect(try Values.duration(text, upTo: 86_400) == .seconds(seconds))
  }

  @Test(arguments: ["", "m", "1 m", "1M", "1w", "1ms", "-1m", "0m", "0.0009", "1.1d", "25h", "1mm"])
  func `a time out of range or without a number is refused`(text: String) {
    #expect(
      throws: InvalidValue.expected("a time from 0.001 s to 24 h (10, 30s, 1m)")
    ) { try Values.duration(text, upTo: 86_400) }
  }

  @Test func `an interval in minutes is waited for`() async {
    let clock = FakeClock()
    var world = TestWorld()
    world.clock = clock.pollClock()
    let outcome = await world.run([
      "price", "BTC-USD", "-i", "1.5m", "--count", "3", "--replay", Repository.fixtures.path,
    ])
    #expect(outcome.status == 0)
    #expect(clock.now == .seconds(180))
  }

  @Test func `what is suggested for a symbol with its exchange keeps it`() async {
    let line = "list --exchange kraken --filter btc/usd -o tsv --no-header -c symbol --once"
    let outcome = await TestWorld().run(
      line.split(separator: " ").map(String.init) + ["--replay", Repository.fixtures.path])
    #expect(outcome.output.contains("BTC-USD\n"), "\(outcome)")
  }

  @Test(arguments: [
    ("book -c help", "side"), ("price --columns help", "last"),
    ("book --buy 1000USD -o csv -c help", "slippage_bp"), ("book -c price -c help", "side"),
  ])
  func `help on columns needs no symbol`(line: String, field: String) async {
    let outcome = await TestWorld().run(line.split(separator: " ").map(String.init))
    #expect(outcome.output.split(separator: "\n").contains(Substring(field)))
    #expect((outcome.errors, outcome.status) == ("", 0))
  }

  @Test(arguments: [
    ("book -c help -c price", "book requires a SYMBOL"),
    ("book -c help --chart -o tsv", "--chart cannot be combined with --format or --columns"),
    ("book -c help -d none", "--depth: 'none' is not"),
  ])
  func `help on columns doesn't hide what is wrong`(line: String, error: String) async {
    let outcome = await TestWorld().run(line.split(separator: " ").map(String.init))
    #expect(outcome.errors.hasPrefix("tickers: \(error)"))
    #expect((outcome.output, outcome.status) == ("", 64))
  }

  @Test(arguments: [("last < 1841", "1840.49\n", Int32(0)), ("last < 1", "", 1)])
  func `price waits in silence`(condition: String, output: String, status: Int32) async {
    let outcome = await TestWorld().run([
      "price", "ETH-USD", "--quiet", "--until", condition, "--replay", Repository.fixtures.path,
    ])
    #expect((outcome.output, outcome.status) == (output, status))
  }

  @Test func `the man page has the keys of each screen`() async throws {
    let page = await TestWorld().run(["manual"]).output
    let keys = try #require(page.split(separator: ".Sh ").first { $0.hasPrefix("KEYS\n") })
    let parts = keys.split(separator: ".Ss ").map(String.init)
    let hints = [
      KeyHint.common, ListScreen<Ticker>.hints, BookScreen.hints + [.back],
      HistoryScreen.hints + [.back],
    ]
    #expect(parts.count == hints.count)
    for (part, hints) in zip(parts, hints) {
      for hint in hints {
        #expect(part.contains(hint.meaning.prefix(while: { $0.isLetter || $0 == " " })))
      }
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: [["price"], ["list", "--where"], ["list", "-c"]])
  func `a long word is cut in errors`(arguments: [String]) async {
    let outcome = await TestWorld().run(
      arguments + [String(repeating: "A", count: 100_000), "--replay", Repository.fixtures.path])
    #expect(outcome.status != 0)
    #expect(outcome.errors.utf8.count < 3_000)
  }

  @Test func `what asks no exchange has no options for one`() {
    for command in Tickers.program.commands
    where ["exchanges", "completions", "manual", "help"].contains(command.name) {
      let names = Set(command.options.map(\.name))
      #expect(names.isDisjoint(with: ["exchange", "url", "timeout", "replay", "record"]))
    }
  }
}
