import Foundation
import Testing

/// Symbols in the own codes of an exchange, whose output is that of everyday codes.
struct OwnCodesTests {
  private static let replay = ["--replay", Repository.fixtures.path]

  @Test(arguments: [
    ["price"], ["price", "-o", "json"], ["price", "--count", "2"], ["book", "--once"],
    ["book", "--once", "-o", "json"], ["history", "-n", "3"], ["history", "-n", "3", "-o", "csv"],
  ])
  func `of a pair on Kraken`(command: [String]) async {
    let everyday = await TestWorld().run(command + ["kraken:BTC-USD"] + Self.replay)
    #expect(everyday.status == 0 && !everyday.output.isEmpty)
    #expect(await TestWorld().run(command + ["kraken:XBT-USD"] + Self.replay) == everyday)
    #expect(await TestWorld().run(command + ["xbt/usd", "-e", "kraken"] + Self.replay) == everyday)
  }

  @Test(arguments: [("BTC-UST", "BTC-USDT"), ("DSH-USD", "DASH-USD")])
  func `of a pair on Bitfinex`(typed: String, everyday: String) async {
    for command in [["price"], ["price", "-o", "json"], ["price", "bitfinex:BTC-USD"]] {
      let expected = await TestWorld().run(command + ["bitfinex:\(everyday)"] + Self.replay)
      #expect(expected.status == 0 && !expected.output.isEmpty)
      #expect(await TestWorld().run(command + ["bitfinex:\(typed)"] + Self.replay) == expected)
    }
  }

  @Test func `of several exchanges, only with the prefix of the one whose codes they are`() async {
    let outcome = await TestWorld().run(
      ["price", "kraken:XBT-USD", "BTC-USD", "-e", "coinbase,kraken"] + Self.replay)
    #expect(
      outcome.output
        == "kraken\tBTC-USD\t27424.4\ncoinbase\tBTC-USD\t27415.64\nkraken\tBTC-USD\t27424.4\n")
    #expect(outcome.status == 0)
    let other = await TestWorld().run(
      ["price", "XBT-USD", "-e", "coinbase,kraken"] + Self.replay)
    #expect(other.output.isEmpty && other.status == 66)
    #expect(
      other.errors.hasPrefix(
        "tickers: unknown pair XBT-USD on Coinbase, Kraken; did you mean BTC-USD"))
  }

  @Test(arguments: [[], ["--in", "USD"], ["-o", "json"], ["--total"]])
  func `of holdings`(options: [String]) async {
    func run(_ rows: String...) async -> TestWorld.Outcome {
      var world = TestWorld()
      world.holdings = Array("symbol,quantity,exchange\n\(rows.joined(separator: "\n"))".utf8)
      return await world.run(["holdings", "--once"] + options + Self.replay)
    }
    let everyday = await run("BTC-USD,3,kraken", "BTC-USDT,1,bitfinex", "ETH-USD,1,kraken")
    let typed = await run(
      "XBT-USD,1,kraken", "BTC-UST,1,bitfinex", "ETH-USD,1,kraken", "BTC-USD,2,kraken")
    #expect(everyday.status == 0 && everyday.output.contains("USD"))
    #expect(typed == everyday)
  }
}
