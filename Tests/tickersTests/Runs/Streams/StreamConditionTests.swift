import Foundation
import MarketCore
import TestTools
import Testing
@testable import tickers

/// Conditions, alerts and windows on the updates of streams.
@Suite(.timeLimit(.minutes(20)))
struct StreamConditionTests {
  @Test func `a condition is tested with each update, also between two outputs`() async {
    let run = StreamRun("price", "BTC-USD", "-e", "kraken", "--until", "last > 150")
    let stream = await run.connection()
    stream.pushKraken(last: 101)
    #expect(await run.writes("101\n"))
    stream.push(
      [120, 160, 110].map { price in
        """
        {"channel":"ticker","data":[{"symbol":"BTC/USD","last":\(price),"change":1}]}
        """
      })
    #expect(await run.ends() == 0)
    #expect(run.texts.value.output == "101\n160\n")
  }

  @Test(arguments: [["BTC-USD", "ETH-USD"], []])
  func `an alert fires with each update that meets it`(symbols: [String]) async {
    let run = StreamRun(
      symbols + [
        "-e", "kraken", "--alert", "high: last > 150", "-o", "tsv", "-c", "alert,symbol,last",
        "--no-header", "-n", "2",
      ], of: "alerts")
    let stream = await run.connection()
    stream.pushKraken(last: 101)
    stream.pushKraken("ETH/USD", last: 11)
    stream.push(
      [160, 110, 170].map { price in
        """
        {"channel":"ticker","data":[{"symbol":"BTC/USD","last":\(price),"change":1}]}
        """
      })
    #expect(await run.ends() == 0)
    #expect(run.texts.value.output == "high\tBTC-USD\t160\nhigh\tBTC-USD\t170\n")
  }

  @Test func `an alert also tests an update without a change`() async {
    let run = StreamRun(
      [
        "BTC-USD", "-e", "kraken", "--alert", "high: last > 100 every 5s", "-t", "{last:raw}",
        "-n", "2",
      ], of: "alerts", asOf: ScreenRun.date)
    let stream = await run.connection()
    for last in [101, 98, 102] as [Decimal] { stream.pushKraken(last: last) }
    #expect(await run.writes("101\n"))
    run.clock.pass(.seconds(5))
    stream.pushKraken(last: 102)
    #expect(await run.ends() == 0)
    #expect(run.texts.value.output == "101\n102\n")
  }

  @Test func `a firing just after a loss does not tell the loss again`() async {
    let run = StreamRun(
      ["BTC-USD", "-e", "kraken", "--alert", "high: last > 150", "-t", "{last:raw}", "-n", "2"],
      of: "alerts")
    let first = await run.connection()
    for last in [160, 110] as [Decimal] { first.pushKraken(last: last) }
    #expect(await run.writes("160\n"))
    first.close(.unreachable("connection to the exchange lost"))
    #expect(await run.tells("connection to the exchange lost; next try in 0 s"))
    await run.connection(1).pushKraken(last: 170)
    #expect(await run.ends() == 0)
    #expect(run.texts.value.output == "160\n170\n")
    #expect(run.errors.contains("reconnected after "))
    #expect(run.errors.split(separator: "connection to the exchange lost").count == 2)
  }

  @Test(arguments: [(301, "101\n301\n"), (999, "101\n999\n")])
  func `updates just before a loss are tested, and then the loss is told`(
    price: Int, output: String
  ) async {
    let run = StreamRun("price", "BTC-USD", "-e", "kraken", "--until", "last == \(price)")
    let first = await run.connection()
    first.pushKraken(last: 101)
    #expect(await run.writes("101\n"))
    for price in 102...301 { first.pushKraken(last: Decimal(price)) }
    first.close(.unreachable("connection to the exchange lost"))
    if price > 301 {
      #expect(await run.tells("connection to the exchange lost; next try in 0 s"))
      await run.connection(1).pushKraken(last: Decimal(price))
    }
    #expect(await run.ends() == 0)
    #expect(run.texts.value.output == output)
  }

  @Test(arguments: [(102, 0), (101, 1)] as [(Decimal, Int32)])
  func `windows are over the updates of the run`(last: Decimal, status: Int32) async {
    let run = StreamRun(
      ["BTC-USD", "-e", "kraken", "--until", "last > ago(last, 5s)", "--count", "3"], of: "price",
      asOf: ScreenRun.date)
    let stream = await run.connection()
    stream.pushKraken(last: 101)
    #expect(await run.writes("101\n"))
    run.clock.pass(.seconds(5))
    stream.pushKraken(last: 100)
    #expect(await run.writes("101\n100\n"))
    run.clock.pass(.seconds(1))
    // 5 s before, the last price was 101.
    stream.pushKraken(last: last)
    #expect(await run.ends() == status)
    #expect(run.texts.value.output == "101\n100\n\(last)\n")
  }
}
