import Arguments
import Foundation
import MarketCore
import StubExchange
import TestTools
import Testing

@testable import tickers

/// Words that people type by habit, and the errors that help them.
struct HabitTests {
  @Test(arguments: [
    ("list", ["ls", "LS", "watch", "wach", "top", "tickers", "ticker", "all"]),
    ("book", ["orderbook", "order-book", "depth", "ob"]),
    ("price", ["quote", "get", "last"]), ("convert", ["conversion", "converter", "rate"]),
    ("symbols", ["pairs", "markets", "info"]), ("coins", ["coin", "currencies"]),
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
    "BTC", "kraken:btc", "bitcoin", "USD", "BTC-USD ETH-USD", "-o json BTC-USD",
    "BTC-USD -e kraken -t {last}",
    "BTC-USD -e bitfinex", "/tmp/x", "CONFIG", "Config", "XYZZY", "5", "xyzzy:BTC", "BTCUSD",
    "kraken", "kraken coinbase", "btc kraken", "btc,eth", "BTC:USD", "$BTC",
    "btc.usd", "xbt", "xdg", "ust", "con-fig", "config/usd", "kraken:config", "'bitcoin cash'",
  ])
  func `a first argument that is not a command is a symbol of price`(line: String) async throws {
    let isQuoted = line.hasPrefix("'")
    let typed =
      isQuoted ? [line.filter { $0 != "'" }] : line.split(separator: " ").map(String.init)
    let words = typed + ["--replay", Repository.fixtures.path]
    let implied = await TestWorld().run(words)
    #expect(implied == (await TestWorld().run(["price"] + words)))
    #expect(!implied.errors.contains("command"))
  }

  @Test(arguments: [
    ("config", "for the coin: tickers price CONFIG"), ("ps", "for the coin: tickers price PS"),
    ("quit", "for the coin: tickers price QUIT"), ("xyz123", "for the coin: tickers price XYZ123"),
    ("say hello", "for the coin: tickers price 'SAY HELLO'"),
    ("config.json", "for the coin: tickers price CONFIG.JSON"), ("btcusd", "did you mean BTC-USD?"),
    ("lits", "did you mean list?"),
  ])
  func `a word in small letters that nothing is known of is an unknown command`(
    word: String, hint: String
  ) async throws {
    let exchange = try StubExchange(.json("[]"))
    for options in [[], ["-o", "json"], ["--interval", "1"], ["BTC-USD"]] {
      let outcome = await TestWorld().run(
        [word] + options + ["--url", exchange.url.absoluteString])
      #expect(outcome.status == 64)
      #expect(outcome.output == "")
      #expect(outcome.errors == "tickers: unknown command '\(word)'; \(hint)\n")
    }
    #expect(exchange.requests.isEmpty)
  }

  @Test(arguments: ["BONK", "comp"])
  func `a currency code is a symbol even if it is like a command`(code: String) throws {
    let invocation = try Tickers.invocation([code])
    #expect(invocation.command.name == "price")
    #expect(invocation.operands == [code])
  }

  @Test(arguments: [
    ("LST", "list"), ("bok", "book"), ("BOOK", "book"), ("prices", "price"),
    ("exchange", "exchanges"),
    ("hlep", "help"), ("version", "--version"), ("versoin", "--version"),
  ])
  func `a word like a command that is not a currency code is refused`(word: String, meant: String) {
    #expect(throws: UsageError("unknown command '\(word)'; did you mean \(meant)?")) {
      try Tickers.program.parse([word])
    }
  }

  @Test(arguments: [
    ("price BTC:USD", "invalid symbol 'BTC:USD'; did you mean BTC-USD?"),
    ("kraken", "'kraken' is not a SYMBOL; did you mean -e kraken?"),
    ("Kraken btc", "'Kraken' is not a SYMBOL; did you mean -e kraken?"),
    (
      "btc,ethusd,$LTC",
      "invalid symbol 'btc,ethusd,$LTC'; separate symbols by spaces: btc ETH-USD LTC"
    ),
    ("btc.usd", "invalid symbol 'btc.usd'; did you mean BTC-USD?"),
    (
      "xyzzy:BTC",
      "SYMBOL: unknown exchange 'xyzzy'; exchanges are blockchain, bitfinex, kraken, coinbase, bitstamp, "
        + "binance, okx, bybit, gate, kucoin, bitget, cryptocom, upbit, bitvavo, bitso"
    ),
    ("book btc,eth", "invalid symbol 'btc,eth'; separate symbols by spaces: btc eth"),
    ("price ETH-USD $BTC", "invalid symbol '$BTC'; did you mean BTC?"),
    ("price BTC-USD kraken", "'kraken' is not a SYMBOL; did you mean -e kraken?"),
    ("price -e coinbase kraken", "'kraken' is not a SYMBOL; did you mean -e coinbase,kraken?"),
    ("book BTC-USD kraken", "book takes one SYMBOL; did you mean -e kraken?"),
    ("history BTC-USD 1h", "'1h' is not a SYMBOL; did you mean -p 1h?"),
    ("history BTC-USD 1h 5", "'1h' is not a SYMBOL; did you mean -p 1h -n 5?"),
    ("history 1h", "'1h' is not a SYMBOL; did you mean -p 1h?"),
    ("book help", "'help' is not a SYMBOL; did you mean tickers help book?"),
    (
      "price -e BTC-USD",
      "--exchange: unknown exchange 'BTC-USD'; exchanges are blockchain, bitfinex, kraken, "
        + "coinbase, bitstamp, binance, okx, bybit, gate, kucoin, bitget, cryptocom, upbit, bitvavo, bitso"
    ),
    ("book --depth BTC-USD", "--depth: 'BTC-USD' is not a whole number above 0, or all"),
    (
      "list -e kraken,,coinbase",
      "--exchange: 'kraken,,coinbase' is not a list of exchanges, e.g. kraken,coinbase"
    ),
    ("list --json", "unknown option --json; did you mean -o json?"),
    ("price BTC-USD --ledger", "unknown option --ledger; did you mean -o ledger?"),
    ("list --output json", "unknown option --output; did you mean --format?"),
    ("history BTC-USD --tail 5", "unknown option --tail; did you mean --limit?"),
    (
      "list --watch",
      "unknown option --watch; list, coins, book and holdings poll by default, others with --interval"
    ),
  ])
  func `a word in the wrong place names the right one`(line: String, message: String) async {
    let outcome = await TestWorld().run(line.split(separator: " ").map(String.init))
    #expect(outcome.errors == "tickers: \(message)\n")
    #expect((outcome.output, outcome.status) == ("", 64))
  }

  @Test(
    arguments: ["symbols"],
    [
      ("BTC-USD", "-f BTC-USD"), ("btc/usd ETH", "-f btc/usd,ETH"), ("*-USD", "-f '*-USD'"),
      ("bitcoin", "-f bitcoin"), ("BTCUSD", "-f BTC-USD"), ("-f LTC BTC", "-f LTC,BTC"),
      ("kraken:BTC-USD", "-e kraken -f BTC-USD"), ("karken:BTC-USD", "-e kraken -f BTC-USD"),
      ("Kraken:btc/usd coinbase:ETH", "-e kraken,coinbase -f btc/usd,ETH"),
      ("kraken coinbase", "-e kraken,coinbase"), ("kraken all", "-e all"),
      ("-e kraken coinbase", "-e kraken,coinbase"),
      ("-e kraken,coinbase Kraken", "-e kraken,coinbase"),
      ("Kraken btc eth", "-e kraken -f btc,eth"), ("--sort symbol desc", "-s symbol:desc"),
      ("5", "-n 5"), ("help", nil), ("xyzzy", nil), ("desc", nil), ("-s symbol up", nil),
      ("xyzzy:BTC", nil),
    ])
  func `words for a list belong to its options`(
    command: String, words: (typed: String, options: String?)
  ) {
    let typed = words.typed.split(separator: " ").map(String.init)
    let rest = typed.first?.hasPrefix("-") == true ? typed[2] : typed[0]
    let hint = words.options ?? (words.typed == "help" ? "tickers help \(command)" : nil)
    let message =
      hint.map { "\(command) takes no arguments; did you mean \($0)?" }
      ?? "too many arguments (\(rest)); \(command) takes no arguments"
    #expect(throws: UsageError(message)) { try Tickers.program.parse([command] + typed) }
  }

  @Test(arguments: [
    ("kraken coinbase", "exchanges are separated by commas; did you mean -e kraken,coinbase?"),
    (
      "Kraken, coinbase bitstamp",
      "exchanges are separated by commas; did you mean -e kraken,coinbase,bitstamp?"
    ),
    (
      "Coinbase Pro",
      "unknown exchange 'Coinbase Pro'; exchanges are blockchain, bitfinex, kraken, coinbase, "
        + "bitstamp, binance, okx, "
        + "bybit, gate, kucoin, bitget, cryptocom, upbit, bitvavo, bitso"
    ),
  ])
  func `exchanges are separated by commas`(names: String, message: String) async {
    let option = await TestWorld().run(["list", "-e", names])
    #expect(option.errors == "tickers: --exchange: \(message)\n")
    var world = TestWorld()
    world.environment = ["TICKERS_EXCHANGE": names]
    let variable = await world.run(["list"])
    #expect(variable.errors == "tickers: TICKERS_EXCHANGE: \(message)\n")
  }

  @Test(arguments: [
    ("60m", "1h"), ("24h", "1d"), ("7d", "1w"), ("60", "1m"), ("1440m", "1d"), ("1H", "1h"),
    ("1mo", "1m"), ("2h", nil), ("45m", nil), ("5", nil), ("90d", nil as String?),
  ])
  func `a period that no exchange has names one of the same length`(text: String, near: String?)
    async
  {
    let outcome = await TestWorld().run(["history", "BTC-USD", "-p", text])
    let hint = near.map { "; did you mean \($0)?" } ?? ""
    #expect(
      outcome.errors == "tickers: --period: '\(text)' is not one of 1m, 5m, 15m, 30m, 1h, 4h, 6h, "
        + "12h, 1d, 1w, 1M\(hint)\n")
  }

  @Test(arguments: [
    ("BTC-USDD -e binance", "pair BTC-USDD on Binance; did you mean BTC-USDT, BTC-USDC?"),
    ("bitcoin-usd", "pair BITCOIN-USD on Blockchain.com; did you mean BTC-USD?"),
    ("BTCUSD -e coinbase", "coin BTCUSD on Coinbase; did you mean BTC-USD?"),
    ("ETHH", "coin ETHH on Blockchain.com; did you mean ETH?"),
    ("XYZZY", "coin XYZZY on Blockchain.com"),
  ])
  func `near names of a symbol`(words: String, message: String) async {
    let outcome = await TestWorld().run(
      ["price"] + words.split(separator: " ").map(String.init)
        + ["--replay", Repository.fixtures.path])
    #expect(outcome.errors == "tickers: unknown \(message)\n")
    #expect(outcome.status == 66)
  }

  @Test(arguments: [
    ("-e kraken -e coinbase", "kraken,coinbase"),
    ("-e kraken --exchange=bitstamp,coinbase", "kraken,bitstamp,coinbase"),
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

  @Test func `exchanges that are all have no hint`() async {
    let outcome = await TestWorld().run(
      ["symbols", "--replay", Repository.fixtures.path, "-c", "help", "-e", "kraken", "-e", "all"])
    #expect(outcome.errors == "")
  }

  @Test(arguments: [
    ("1", 1.0), ("90", 90), ("0.5", 0.5), ("1s", 1), ("1m", 60), ("1.5m", 90), ("0.5h", 1_800),
    ("1d", 86_400), ("0.001", 0.001),
  ])
  func `a time has a unit or is in seconds`(text: String, seconds: Double) throws {
    #expect(try ValueParsers.duration(text, upTo: 86_400) == .seconds(seconds))
  }

  @Test(arguments: ["", "m", "1 m", "1M", "1w", "1ms", "-1m", "0m", "0.0009", "1.1d", "25h", "1mm"])
  func `a time out of range or without a number is refused`(text: String) {
    #expect(
      throws: InvalidValue.expected("a time from 0.001 s to 24 h (10, 30s, 1m)")
    ) { try ValueParsers.duration(text, upTo: 86_400) }
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
