import Arguments
import Foundation
import MarketCore
import Testing

@testable import tickers

/// The path of the holdings file, and the errors if there is no file.
struct HoldingsOptionsTests {
  /// Reads the file that the command line or the environment names.
  private static func input(
    _ operand: String?, _ environment: [String: String],
    reading read: @escaping Files.Read = { _ in Array("symbol,quantity".utf8) }
  ) throws -> HoldingsInput {
    let words = ["holdings"] + (operand.map { [$0] } ?? [])
    let invocation = try Tickers.invocation(words)
    var world = World.terminal
    world.environment = environment
    world.files.read = read
    let valuing = try HoldingsOptions.valuing(invocation)
    return try HoldingsOptions(invocation, valuing, isPast: false, in: world)
      .input(defaultExchange: "kraken", in: world)
  }

  @Test(
    arguments: [
      (nil, ["HOME": "/h"], "~/.config/tickers/holdings.csv"),
      (nil, ["HOME": "/h", "XDG_CONFIG_HOME": "/x"], "/x/tickers/holdings.csv"),
      (nil, ["XDG_CONFIG_HOME": "/x"], "/x/tickers/holdings.csv"),
      (nil, ["HOME": "/h", "XDG_CONFIG_HOME": "x"], "~/.config/tickers/holdings.csv"),
      (nil, ["HOME": "/h", "XDG_CONFIG_HOME": "/x", "TICKERS_HOLDINGS": "e.csv"], "e.csv"),
      (nil, ["HOME": "/h", "TICKERS_HOLDINGS": ""], "~/.config/tickers/holdings.csv"),
      ("a.csv", ["XDG_CONFIG_HOME": "/x", "TICKERS_HOLDINGS": "e.csv"], "a.csv"),
      ("-", [:], "stdin"),
    ] as [(String?, [String: String], String)])
  func `the first place that is named counts`(
    operand: String?, environment: [String: String], title: String
  ) throws {
    #expect(try Self.input(operand, environment).title == title)
  }

  @Test(arguments: [
    ("/x", "/x/tickers/holdings.csv"), ("", "/home/me/.config/tickers/holdings.csv"),
  ])
  func `the file of the usual place is read`(directory: String, path: String) throws {
    let input = try Self.input(nil, ["HOME": "/home/me", "XDG_CONFIG_HOME": directory]) {
      $0 == path ? Array("symbol,quantity\nEUR,5".utf8) : nil
    }
    #expect(input.trades.map(\.quantity) == [5])
  }

  @Test func `without a file there are four lines to start from`() async {
    var world = TestWorld()
    world.environment = ["HOME": "/h", "XDG_CONFIG_HOME": "/x"]
    let outcome = await world.run(["holdings"])
    #expect(
      outcome.errors == """
        tickers: holdings file not found: /x/tickers/holdings.csv
        tickers: create it with one line per trade or amount of cash, for example:
        tickers:   symbol,quantity,unit_cost,exchange,date
        tickers:   BTC-USD,0.5,18000,kraken,2020-11-20
        tickers:   EUR,1500

        """)
    #expect((outcome.output, outcome.status) == ("", 66))
    let example = outcome.errors.split(separator: "\n").suffix(3)
      .map { $0.replacing("tickers:   ", with: "") }.joined(separator: "\n")
    let file = HoldingsFile(
      Array(example.utf8), defaultExchange: "blockchain", exchanges: Exchanges.all)
    #expect(file.errors.isEmpty)
  }

  @Test func `a missing file that was named is only reported`() async {
    let outcome = await TestWorld().run(["holdings", "/nowhere/mine.csv"])
    #expect(outcome.errors == "tickers: holdings file not found: /nowhere/mine.csv\n")
    #expect(outcome.status == 66)
    var world = TestWorld()
    world.environment = ["TICKERS_HOLDINGS": "/nowhere/mine.csv"]
    #expect(
      await world.run(["holdings"]).errors
        == "tickers: holdings file not found: /nowhere/mine.csv (TICKERS_HOLDINGS)\n")
  }
}
