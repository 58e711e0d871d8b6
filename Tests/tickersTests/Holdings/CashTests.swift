import Foundation
import Testing

/// Cash in the holdings, and coins with the same codes as currencies.
struct CashTests {
  private static func run(_ rows: String, _ options: String...) async -> TestWorld.Outcome {
    var world = TestWorld()
    world.holdings = Array("symbol,quantity,unit_cost,exchange\n\(rows)\n".utf8)
    return await world.run(
      ["holdings", "--once", "-e", "kraken", "--replay", Repository.fixtures.path] + options)
  }

  @Test(arguments: ["MNT", "RON", "SCR", "BOB"])
  func `the money is written with the exchange cash, the coin without`(code: String) async {
    let outcome = await Self.run(
      "\(code),100,,cash\n\(code),5\ncash:\(code),1", "-o", "csv", "-c", "symbol,quantity,last",
      "--no-header")
    #expect(outcome.output == "\(code),5,1\n\(code).cash,101,1\n")
    #expect(outcome.status == 0)
  }

  @Test func `other money may have it, too`() async {
    let outcome = await Self.run(
      "EUR,5,,cash\nEUR,1", "-o", "csv", "-c", "symbol,quantity", "--no-header")
    #expect(outcome.output == "EUR,6\n")
  }

  @Test(arguments: ["BTC-USD", "BTC", "DOGE"])
  func `nothing else is cash`(symbol: String) async {
    let outcome = await Self.run("\(symbol),5,,cash")
    #expect(outcome.status == 65 && outcome.output.isEmpty)
    #expect(
      outcome.errors.contains("invalid symbol '\(symbol)'; exchange cash is for money (EUR)"))
  }

  @Test func `a coin may be written in own codes of its exchange`() async {
    let outcome = await Self.run(
      "XBT,1\nUST,5,,bitfinex", "--in", "USD", "-o", "csv", "-c", "symbol,last", "--no-header")
    #expect(outcome.output.hasPrefix("BTC,27424.4\nUSDT,"))
    #expect(outcome.status == 0)
  }

  @Test func `money without a rate is unpriced, and is no coin`() async {
    let outcome = await Self.run("RON,100,,cash", "--in", "USD")
    #expect(outcome.errors.contains("no exchange rate RON.cash→USD on Kraken"))
  }
}
