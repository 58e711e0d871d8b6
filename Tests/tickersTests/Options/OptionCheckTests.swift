import Arguments
import Foundation
import Testing

@testable import tickers

/// The values of options, which are checked even if a command does not use them.
@Suite(.timeLimit(.minutes(20)))
struct OptionCheckTests {
  private static let common = [
    ["--url", "nonsense"], ["--timeout", "0"], ["--replay", ""], ["--record", ""],
    ["--start", "noon"], ["--append"],
    ["--color", "perhaps"],
  ]
  private static let polls = [["--interval", "x"], ["--count", "0"]]
  private static let rows = [
    ["--where", "("], ["--sort", "nonsense"], ["--limit", "0"],
  ]
  private static let formats = [["--format", "nonsense"], ["--columns", "nonsense"]]

  /// A command, and values that are wrong for it.
  private static let wrong: [(command: [String], options: [[String]])] = [
    (
      ["list"],
      common + polls + rows + formats + [
        ["--until", "("], ["-t", "{x}"], ["--trend", "2h"], ["--view", "wide"], ["--in", "?"],
        ["--in", "bitcoin"],
      ]
    ),
    (
      ["coins"],
      common + polls + rows + formats + [
        ["--until", "("], ["-t", "{bid}"], ["--trend", ""], ["--in", ""], ["-s", "bid"],
        ["kraken:"], [""],
      ]
    ),
    (
      ["book", "BTC-USD"],
      common + polls + formats + [
        ["--until", "("], ["--depth", "0"], ["--group", "-1"], ["--buy", "abc"],
        ["--sell", "0"], ["--buy", "abc", "--sell", "1"], ["--buy", "1", "--sell", "abc"],
        ["--compare"], ["--fee", "1"], ["--buy", "1", "--fee", "101"],
        ["--buy", "1", "--fee", "x=1"],
        ["--buy", "1", "--compare", "--until", "mid > 1"],
        ["--buy", "1", "--compare", "--columns", "side,price"],
        ["--buy", "1", "--compare", "--orders"],
      ]
    ),
    (
      ["price", "BTC-USD"],
      common + polls + formats + [["--until", "("], ["-t", "{x}"], ["--in", "$"]]
    ),
    (["symbols"], common + polls + rows + formats),
    (
      ["convert", "5", "BTC", "USD"],
      common + polls + formats + [
        ["kraken:EUR"], ["BTC-USD"], ["--at", "soon"], ["-t", "{result}"], ["--live"], ["--once"],
      ]
    ),
    (
      ["history", "BTC-USD", "-e", "kraken"],
      common + polls + formats + [
        ["--where", "("], ["--sort", "nonsense"], ["--limit", "0"], ["--until", "("],
        ["--period", "2d"], ["--from", "tomorrow"], ["--to", "2026-13-01"],
        ["--from", "2026-11-20", "--to", "2026-11-19"], ["--from", "1d", "--to", "yesterday"],
        ["--from", "today", "--to", "1y"], ["--exchange", "nowhere"],
      ]
    ),
    (
      ["holdings", "-"],
      common + polls + rows + formats + [
        ["--until", "("], ["-t", "{x}"], ["--in", ""], ["--in", "Bitcoin"],
        ["--exchange", "nowhere"], ["--exchange", "kraken,bitstamp"],
        ["--total", "-t", "{symbol}"], ["--total", "--columns", "symbol"], ["-s", "unpriced"],
        ["--trend", "1w"], ["--total", "--trend", ""],
      ]
    ),
    (
      ["alerts", "BTC-USD", "--alert", "high: last > 1"],
      common + polls + formats + [
        ["--alert", "last > 1"], ["--alert", ": last > 1"], ["--alert", "x: "],
        ["--alert", "x y: last > 1"], ["--alert", "x: gap_bp > 1"], ["--alert", "x: last"],
        ["--alert", "x: last > 1 every 0"], ["--alert", "x: last > 1 every 5x"],
        ["--alert", "x: coin == gain"], ["--where", "("], ["--limit", "0"], ["--in", "$"],
        ["--format", "json"], ["--history", "soon"], ["--history", "2026-11-20"],
        ["--period", "1h"], ["--history", "1d", "--period", "1w"],
        ["--history", "1d", "--interval", "1"], ["--history", "1d", "--once"],
        ["--history", "1d", "-e", "blockchain"], ["-t", "{x}"],
      ]
    ),
    (["exchanges"], formats + [["--color", "perhaps"]]),
    (["recording", "/"], formats + [["--color", "perhaps"]]),
    (
      ["mcp"],
      [
        ["--exchange", "nowhere"], ["--exchange", "kraken,"], ["--url", "x"], ["--timeout", "0"],
        ["--url", "http://localhost/", "-e", "kraken,bitstamp"], ["--append"],
        ["--color", "auto"], ["--once"], ["list"],
      ]
    ),
    (["manual"], common), (["completions", "bash"], common),
  ]

  static let cases = wrong.flatMap { command, options in options.map { (command, $0) } }

  /// Every option that a time is typed for.
  private static let times: [(command: [String], option: String)] = [
    (["history", "BTC-USD", "-e", "kraken"], "--from"),
    (["history", "BTC-USD", "-e", "kraken"], "--to"), (["price", "BTC-USD"], "--at"),
    (["holdings", "-"], "--at"), (["convert", "1", "BTC", "USD"], "--at"),
    (["holdings", "-"], "--from"),
    (["holdings", "-", "--from", "1d"], "--to"), (["list"], "--start"),
  ]

  @Test(arguments: times)
  func `a time that there is not is refused`(command: [String], option: String) async {
    for time in [
      "2026-11-20T99:99:99Z", "2026-11-20T99:00:00Z", "2026-11-20T24:00:00Z",
      "2026-11-20T13:00:00Zjunk", "2026-11-20T13:00:60Z", "2026-02-29", "2026-02-29T13:00:00Z",
      "2026-11-20T13:00:00", "2026-11-20junk", "2026-11-20T13:00:00+25:00", "20261120", "2026-11",
    ] {
      let replay = ["--replay", Repository.fixtures.path]
      let outcome = await TestWorld().run(command + [option, time] + replay)
      #expect((outcome.output, outcome.status) == ("", 64), "\(time)")
      #expect(outcome.errors.hasPrefix("tickers: \(option): '\(time)' is not a date"))
    }
  }

  @Test func `a time may have a fraction, an offset and small letters`() throws {
    let now = Date(timeIntervalSince1970: 0)
    for text in [
      "2026-11-20T13:00:00Z", "2026-11-20t13:00:00.000z", "2026-11-20T14:30:00+01:30",
      "2026-11-20T05:00:00-08:00",
    ] {
      #expect(try ValueParsers.time(text)(now).timeIntervalSince1970 == 1_795_179_600, "\(text)")
    }
  }

  @Test func `the table has every command`() {
    let commands = Set(Tickers.program.commands.map(\.name)).subtracting(["help"])
    #expect(Set(Self.wrong.map { $0.command[0] }) == commands)
  }

  private static func expectRefusal(
    _ arguments: [String], location: SourceLocation = #_sourceLocation
  ) async {
    let outcome = await TestWorld().run(arguments)
    #expect(outcome.status == 64, "\(arguments)", sourceLocation: location)
    #expect(outcome.output == "", "\(arguments)", sourceLocation: location)
    #expect(outcome.errors.hasPrefix("tickers: "), sourceLocation: location)
  }

  @Test(arguments: cases)
  func `a wrong value is refused`(command: [String], options: [String]) async {
    await Self.expectRefusal(command + options)
    if !options.contains("--replay") {
      await Self.expectRefusal(command + options + ["--replay", Repository.fixtures.path])
    }
    // Nothing but the names of the fields would be printed.
    guard !["manual", "completions", "exchanges"].contains(command[0]),
      !options.contains("--columns"),
      !options.contains("-t")
    else { return }
    await Self.expectRefusal(command + options + ["--columns", "help"])
  }

  /// Else a test of a wrong option that is accepted would poll an exchange until its time limit.
  @Test(arguments: ["list", "list -e kraken -i 60", "price BTC-USD", "book BTC-USD --until mid>0"])
  func `a command line that requests something from the internet fails its test at once`(
    line: String
  ) async {
    var status: Int32?
    await withKnownIssue {
      status = await TestWorld().run(line.split(separator: " ").map(String.init)).status
    }
    #expect(status == 66)
  }

  @Test(arguments: [
    (
      "book BTC-USD -e binance --orders",
      "Binance does not offer single orders; these do: blockchain, bitfinex, coinbase, bitstamp, bitso"
    ),
    (
      "history BTC-USD -e coinbase -p 1M",
      "Coinbase does not offer candles of 1M; these do: bitfinex, binance, okx, bybit, gate, "
        + "kucoin, bitget, cryptocom, upbit, bitvavo"
    ),
    (
      "history BTC-USD -e blockchain -p 1M",
      "Blockchain.com does not offer price history; these do: bitfinex, binance, okx, bybit, "
        + "gate, kucoin, bitget, cryptocom, upbit, bitvavo"
    ),
  ])
  func `what an exchange does not offer is refused, and those that do are named`(
    line: String, error: String
  ) async {
    let outcome = await TestWorld().run(line.split(separator: " ").map(String.init))
    #expect(outcome == .init(output: "", errors: "tickers: \(error)\n", status: 64))
  }
}
