import Foundation
import MarketCore
import TestTools
import Testing

@testable import tickers

/// Trends of candles on a screen.
@Suite(.timeLimit(.minutes(20)))
struct TrendScreenTests {
  private static let all: [Period] = [
    .oneMinute, .thirtyMinutes, .oneHour, .fourHours, .sixHours, .oneDay,
  ]
  private static let few: [Period] = [.oneMinute, .oneHour, .sixHours, .oneDay]

  @Test(
    arguments: [
      ("1h", all, .oneMinute, 60), ("1d", all, .thirtyMinutes, 48), ("1d", few, .oneHour, 24),
      ("7d", all, .fourHours, 42), ("7d", few, .sixHours, 28),
    ] as [(String, [Period], Period, Int)])
  func `it has the closes of a time, and the live price last`(
    trend: String, periods: [Period], period: Period, count: Int
  ) async {
    // Live prices are 100 and 50; the first close is too old.
    let half = count / 2
    let exchange = TestExchange(
      periods: periods,
      closes: { _, _ in
        [900] + Array(repeating: 170, count: half) + Array(repeating: 135, count: half)
      })
    let screen = TrendList.list(exchange, ["--trend", trend], columns: 200)
    let closes = String(repeating: "█", count: half)
    #expect(
      await TrendList.ends(
        screen, "BTC-USD", with: "  " + closes + String(repeating: "▅", count: half) + "▁"))
    #expect(
      await TrendList.ends(
        screen, "ETH-USD", with: "  " + closes + String(repeating: "▆", count: half) + "▁"))
    #expect(
      exchange.questions == [
        .tickers, .candles(TrendList.bitcoin, period), .candles(TrendList.ether, period),
      ])
    #expect(await screen.quit() == 0)
    #expect(screen.printed?.dropFirst().first?.hasSuffix("▅▁") == true)
  }

  @Test func `in less room it has the whole time, and a period without a candle the close before`()
    async
  {
    let exchange = TestExchange(
      periods: [.oneMinute],
      closes: { _, _ in
        Array(repeating: nil, count: 30) + [100] + Array(repeating: nil, count: 9) + [170]
          + Array(repeating: nil, count: 19)
      })
    let screen = TrendList.list(
      exchange, TrendList.hour + ["--columns", "symbol,last,trend"], columns: 33)
    // 12 values of 61: about each fifth.
    #expect(await TrendList.ends(screen, "BTC-USD", with: "  ······▁▁███▁"))
    #expect(await screen.quit() == 0)
  }

  @Test func `an exchange without history has blanks, and no request`() async {
    for periods in [[], [Period.oneDay]] {
      let exchange = TestExchange(periods: periods)
      let screen = TrendList.list(exchange)
      #expect(await screen.shows("TREND"))
      #expect(await TrendList.ends(screen, "BTC-USD", with: "$5.47k"))
      await screen.clock.passes(to: 30)
      #expect(await screen.shows("$101.00"))
      #expect(exchange.questions == [.tickers, .tickers])
      #expect(await screen.quit() == 0)
    }
  }

  @Test func `holdings have trends of their pairs, and cash has none`() async {
    let exchange = TestExchange(
      periods: [.oneMinute],
      closes: { _, _ in
        Array(repeating: 170, count: 60)
      })
    let screen = ScreenRun(
      ["holdings", "mine.csv", "-c", "symbol,last,trend"] + TrendList.hour, exchange: exchange
    ) { world in
      world.files.read = { _ in Array("symbol,quantity\nBTC-USD,2\nUSD,10".utf8) }
    }
    #expect(await TrendList.ends(screen, "BTC-USD", with: "██▁"))
    #expect(await TrendList.ends(screen, "USD", with: "$1.00"))
    #expect(TrendList.requests(exchange) == [TrendList.bitcoin])
    #expect(await screen.quit() == 0)
  }

  @Test func `a coin has the candles of its largest pair with history, and that pair's price last`()
    async
  {
    func exchange(_ id: String, last: Decimal, volume: Decimal) -> TestExchange {
      TestExchange(
        id, periods: [.oneMinute],
        rows: { _ in [Ticker(pair: TrendList.bitcoin, open: 100, volume: volume, last: last)] },
        closes: { _, _ in Array(repeating: 100, count: 30) + Array(repeating: 200, count: 30) })
    }
    // Blockchain.com has the price of the coin, and no history.
    let exchanges = [
      exchange("blockchain", last: 100, volume: 90), exchange("kraken", last: 150, volume: 1),
      exchange("coinbase", last: 200, volume: 2),
    ]
    let screen = ScreenRun(
      ["coins", "-e", "all", "--columns", "coin,price,trend", "--interval", "30"] + TrendList.hour,
      columns: 120
    ) { $0.exchanges = exchanges }
    let closes = String(repeating: "▁", count: 30) + String(repeating: "█", count: 30)
    #expect(await TrendList.ends(screen, "BTC   $100.00", with: "  \(closes)█"))
    #expect(exchanges.map(TrendList.requests) == [[], [], [TrendList.bitcoin]])
    #expect(await screen.quit() == 0)
  }

  @Test func `in a pipe the option is ignored`() async {
    let exchange = TestExchange(periods: [.oneMinute])
    var world = TestWorld()
    world.exchanges = [exchange]
    let outcome = await world.run(["list", "--once"] + TrendList.hour)
    #expect(outcome.status == 0 && !outcome.output.contains("TREND"))
    #expect(exchange.questions == [.tickers])
  }
}
