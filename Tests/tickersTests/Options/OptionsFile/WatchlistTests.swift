import Arguments
import Foundation
import MarketCore
import Testing

@testable import tickers

/// Watchlists in the options file: `@NAME = SYMBOLS`.
struct WatchlistTests {
  private static let symbols = ["-1", "-o", "tsv", "-c", "symbol", "--no-header", "--replay"]

  private static func run(_ arguments: [String], _ file: String) async -> TestWorld.Outcome {
    await TestWorld(options: Array(file.utf8)).run(arguments)
  }

  @Test(arguments: [
    ("@mine", "BTC-USD\nETH-USD\nETH-USDC\nETH-USDP\nETH-USDT\n"),
    ("@MINE,doge-usd", "BTC-USD\nDOGE-USD\nETH-USD\nETH-USDC\nETH-USDP\nETH-USDT\n"),
  ])
  func `a filter names it`(filter: String, output: String) async {
    let file = "@mine = btc/usd, ETH_USD*"
    for command in ["list", "symbols"] {
      let outcome = await Self.run(
        [command, "-s", "symbol", "-f", filter] + Self.symbols + [Repository.fixtures.path], file)
      #expect((outcome.output, outcome.errors) == (output, ""))
    }
  }

  @Test(arguments: [
    ("@mine = BTC-USD,,ETH-USD", "@mine: invalid symbol ''"),
    ("@a = BTC USD", "@a: invalid symbol 'BTC USD'; expected a list such as BTC-USD,ETH-*"),
    ("@a = @b", "@a: invalid symbol '@b'"),
    ("@a = kraken:BTC-USD", "@a: invalid symbol 'kraken:BTC-USD'"),
    ("@Help = A-B", "@help is reserved"), ("@a = A-B\n@A = A-B", "@A is already defined"),
  ])
  func `a wrong one is an error`(file: String, error: String) async {
    let outcome = await Self.run(["exchanges"], file)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("/options:\(file.split(separator: "\n").count): \(error)"))
  }

  @Test func `the program lists them, for completions`() async {
    let outcome = await Self.run(["list", "--filter", "@help"], "@b = A-B\n--filter @b\n@A=C-D")
    #expect(outcome == .init(output: "@b\n@A\n", errors: "", status: 0))
    let none = await Self.run(["symbols", "--filter", "@help"], "")
    #expect(none == .init(output: "", errors: "", status: 0))
    let wrong = await Self.run(["list", "--filter", "@help", "--limit", "0"], "")
    #expect(wrong.status == 64)
  }

  @Test func `lists have the order of the file`() throws {
    var invocation = try Tickers.invocation(["list"])
    let file = "@two = B-*\n@One=a-usd\n@three = C-*,D-*"
    try invocation.add(Tickers.optionsFile(Array(file.utf8), path: "options"))
    #expect(
      try RowOptions<Ticker>(invocation).query.watchlists == [
        Watchlist(name: "two", symbols: "B-*"), Watchlist(name: "One", symbols: "a-usd"),
        Watchlist(name: "three", symbols: "C-*,D-*"),
      ])
  }
}
