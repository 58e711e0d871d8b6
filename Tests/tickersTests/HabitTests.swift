import Arguments
import Foundation
import MarketCore
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
    ("tickers price BTC-USD", ["BTC-USD"]), ("tickers price btc/usd", ["btc/usd"]),
    ("tickers price BTC_USD", ["BTC_USD"]),
    ("tickers price kraken:BTC-USD", ["kraken:BTC-USD"]),
  ])
  func `a word of habit names what is meant`(meant: String, words: [String]) {
    for word in words {
      #expect(throws: UsageError("unknown command '\(word)'; did you mean \(meant)?")) {
        try Tickers.program.parse([word])
      }
    }
  }

  @Test(arguments: ["BTC", "-", "a-", "/tmp/x y", "kraken:", "list:", "xyzzy"])
  func `a word that looks like no pair is none`(word: String) {
    #expect(!TypedPair.isLike(word))
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
      ("nasdaq:BTC-USD", ", but there is 1: nasdaq:BTC-USD"),
    ])
  func `a symbol with its exchange belongs to both options`(
    command: String, word: (symbol: String, hint: String)
  ) {
    #expect(throws: UsageError("\(command) takes no arguments\(word.hint)")) {
      try Tickers.program.parse([command, word.symbol])
    }
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
    ("book -c help -c price", "book needs a SYMBOL"),
    ("book -c help --chart -o tsv", "--chart draws a picture"),
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

  @Test func `the man page has the fields of each command and the keys of each screen`()
    async throws
  {
    let page = await TestWorld().run(["manual"]).output
    for command in Tickers.program.commands
    where command.options.contains(where: { $0.name == "columns" }) {
      #expect(!command.fields.isEmpty, "\(command.name)")
    }
    for fields in [BookSummaryField.names, FillField.names, ExchangeField.names] {
      #expect(page.replacing("\n", with: " ").contains(": \(fields)."))
    }
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

  @Test func `what asks no exchange has no options for one`() {
    for command in Tickers.program.commands
    where ["exchanges", "completions", "manual", "help"].contains(command.name) {
      let names = Set(command.options.map(\.name))
      #expect(names.isDisjoint(with: ["exchange", "url", "timeout", "replay", "record"]))
    }
  }
}
