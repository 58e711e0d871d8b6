import Arguments
import Foundation
import MarketCore
import Terminal
import Testing

@testable import tickers

/// The precedence of options: command line, environment, options file, default.
struct PrecedenceTests {
  private static let replay = ["--replay", Repository.fixtures.path]

  private static func run(
    _ arguments: [String], _ file: String, _ environment: [String: String] = [:],
    terminal: TerminalSize? = nil
  ) async -> TestWorld.Outcome {
    await TestWorld(environment: environment, terminal: terminal, options: Array(file.utf8))
      .run(arguments)
  }

  @Test(
    arguments: [
      (nil, nil, "", "blockchain"), (nil, nil, "kraken", "kraken"),
      (nil, "bitstamp", "", "bitstamp"), (nil, "bitstamp", "kraken", "bitstamp"),
      ("coinbase", nil, "kraken", "coinbase"), ("coinbase", "bitstamp", "", "coinbase"),
      ("coinbase", "bitstamp", "kraken", "coinbase"),
    ] as [(String?, String?, String, String)])
  func `of the exchange`(typed: String?, variable: String?, file: String, asked: String) async {
    let outcome = await Self.run(
      ["list", "-1", "-o", "tsv", "-c", "exchange", "--no-header", "-n", "1"] + Self.replay
        + (typed.map { ["-e", $0] } ?? []),
      file.isEmpty ? "" : "--exchange \(file)", variable.map { ["TICKERS_EXCHANGE": $0] } ?? [:])
    #expect(outcome.output == "\(asked)\n")
  }

  @Test(arguments: [
    ([], "", "", "api.blockchain.com"), ([], "", "http://file", "file"),
    ([], "http://env", "", "env"), ([], "http://env", "http://file", "env"),
    (["http://typed"], "", "http://file", "typed"), (["http://typed"], "http://env", "", "typed"),
    (["kraken=http://typed"], "http://env", "http://file", "env"),
    (["kraken=http://typed"], "bitfinex=http://env", "http://file", "file"),
    ([], "http://a blockchain=http://b kraken=http://c", "http://file", "b"),
  ])
  func `of the URL, of each exchange`(
    typed: [String], variable: String, file: String, host: String
  ) throws {
    var invocation = try Tickers.invocation(["list"] + typed.map { "--url=\($0)" })
    invocation.add(environment: ["TICKERS_URL": variable])
    let text = file.isEmpty ? "" : "--url \(file)"
    try invocation.add(OptionsFile(Array(text.utf8), path: "o", of: Tickers.program))
    let url = try ConnectionOptions(invocation).url(of: Exchanges.standard)
    #expect(url.host() == host)
  }

  @Test(
    arguments: [
      (nil, [:], "", true), (nil, [:], "never", false), (nil, ["NO_COLOR": "1"], "", false),
      (nil, ["NO_COLOR": "0"], "always", false), (nil, ["NO_COLOR": ""], "never", false),
      (nil, ["CLICOLOR_FORCE": "1"], "never", true), (nil, ["CLICOLOR_FORCE": "0"], "never", false),
      (nil, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], "always", false),
      ("never", [:], "always", false), ("always", [:], "never", true),
      ("auto", [:], "never", true), ("auto", ["NO_COLOR": "1"], "always", false),
      ("always", ["NO_COLOR": "1"], "never", true), ("never", ["CLICOLOR_FORCE": "1"], "", false),
    ] as [(String?, [String: String], String, Bool)])
  func `of the colours`(
    typed: String?, environment: [String: String], file: String, isColored: Bool
  ) async {
    let outcome = await Self.run(
      ["list", "-1"] + Self.replay + (typed.map { ["--color", $0] } ?? []),
      file.isEmpty ? "" : "--color \(file)", environment,
      terminal: TerminalSize(columns: 80, rows: 24))
    #expect(outcome.output.contains("\u{1B}[") == isColored)
  }

  @Test(arguments: [
    ([], "--filter btc-usd*\n[list]\n--filter usdt", "BTC-USDT\n"),
    (["-f", "doge"], "--filter btc-usd", "DOGE-USD\n"),
    (["-f", ""], "--filter doge\n--limit 1", "BTC-USD\n"),
    (["-w", "symbol == BTC-USD"], "--where symbol == ETH-USD", "BTC-USD\n"),
    (["-w", "symbol == BTC-USD"], "--filter ETH", ""),
    (["-n", "1"], "--limit 3", "BTC-USD\n"), ([], "--limit 3\n--limit 1", "BTC-USD\n"),
    ([], "--limit 3\n[list]\n--limit 1", "BTC-USD\n"),
    ([], "[symbols]\n--filter x\n[list]\n--limit 1", "BTC-USD\n"),
  ])
  func `of what is kept`(typed: [String], file: String, output: String) async {
    let outcome = await Self.run(
      ["list", "-1", "-o", "tsv", "-c", "symbol", "--no-header"] + typed + Self.replay, file)
    #expect((outcome.output, outcome.status) == (output, 0))
  }

  @Test(arguments: [
    ("list -1 -o tsv", "--template {symbol}", [1]), ("list -1 -t {symbol}", "--format csv", [1]),
    ("list -1 -t {symbol}", "--columns last\n--limit 1\n--format csv", [1, 3]),
    ("list -o openmetrics", "--columns last\n--interval 5", [1, 2]),
    ("list -i 5 --count 1", "--format openmetrics", [1]),
    ("price BTC-USD", "--sort last\n--format openmetrics", [2]),
    (
      "symbols", "--sort percent\n--columns last\n--format openmetrics\n--where last > 1",
      [1, 2, 3, 4]
    ),
    ("symbols", "--sort id\n--columns id", []), ("exchanges", "--columns last", [1]),
    ("book BTC-USD -1 --chart", "--columns price\n--format tsv", [1, 2]),
    ("book BTC-USD -1 --group 5", "[book]\n--columns order_id\n--orders", [2, 3]),
    ("book kraken:BTC-USD -1", "[book]\n--columns order_id\n--orders", [2, 3]),
    ("book BTC-USD -1", "[book]\n--columns order_id\n--orders", []),
    ("book BTC-USD -1 --orders", "[book]\n--columns order_id", []),
    ("book BTC-USD -1 --sell 1", "[book]\n--buy 2", [2]),
    ("book BTC-USD -1 --buy 1 -o csv", "[book]\n--columns price", [2]),
    ("book BTC-USD -1 --buy 1 -o csv", "[book]\n--columns average", []),
    ("history BTC-USD -e kraken", "--limit 3\n--period 12h", [2]),
    ("history BTC-USD --from 1d", "--limit 3\n--to 2d", [2]),
    ("list -1 -e kraken,coinbase", "--format csv\n--url http://127.0.0.1:1", [2]),
    ("price kraken:BTC-USD coinbase:BTC-USD", "--url http://127.0.0.1:1\n--no-header", [1]),
    ("price kraken:BTC-USD coinbase:BTC-USD", "--format beancount", [1]),
    ("book BTC-USD -1", "[book]\n--buy 2ETH", [2]),
    // What is overridden is not used, and its watchlist need not be there.
    ("list -1 -f BTC", "--filter @none", []),
  ])
  func `what cannot be combined with it is ignored`(
    line: String, file: String, ignored: [Int]
  ) async {
    let outcome = await Self.run(
      line.split(separator: " ").map(String.init)
        + (line == "exchanges" ? ["-v"] : Self.replay + ["-v"]), file)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.errors.matches(of: /:(\d+) ignored/).map { Int($0.1) }
    #expect(lines == ignored)
  }

  @Test(arguments: [
    ("list -1", "--exchange nowhere", 1), ("list -1 -e kraken", "\n--exchange nowhere", 2),
    ("list -1", "--limit 1\n--filter @none", 2), ("list -1 -f BTC", "--where last > x > 1", 1),
    ("book BTC-USD -1", "[book]\n--chart\n--format csv", 3),
    ("book BTC-USD -1 --depth 1", "[book]\n--orders\n--group 5", 3),
    ("price BTC-USD", "[book]\n--buy abc", 2), ("price BTC-USD", "--sort nothing", 1),
    ("list -1", "[price]\n--format openmetrics", 2), ("list -1", "--filter @none\n--filter B", 1),
    ("history BTC-USD", "--from 1d\n--to 2d", 2),
    ("book BTC-USD -1", "--exchange binance\n[book]\n--orders", 3),
    ("list -1", "--template {symbol}\n[list]\n--format csv", 3),
  ])
  func `what is wrong in itself is an error`(line: String, file: String, number: Int) async {
    let outcome = await Self.run(
      line.split(separator: " ").map(String.init) + Self.replay, file)
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("tickers: ~/.config/tickers/options:\(number): "))
  }

  @Test func `what is typed is wrong first`() async {
    let outcome = await Self.run(["list", "--limit", "0"], "--columns last")
    #expect(outcome.errors == "tickers: --limit: '0' is not a whole number above 0\n")
  }
}
