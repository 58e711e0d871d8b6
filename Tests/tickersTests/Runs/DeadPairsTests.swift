import Foundation
import TestTools
import Testing

/// Pairs without trades, in every command.
struct DeadPairsTests {
  /// Binance, 8 years after the last trade of VEN-BTC, and with a closed pair and a halted one.
  private static func folder() throws -> TemporaryFolder {
    let rows = [
      #"{"symbol":"VENBTC","lastPrice":"3","openPrice":"2","volume":"900","closeTime":1532373428321}"#,
      #"{"symbol":"BTCUSDT","lastPrice":"100","openPrice":"80","volume":"5","closeTime":1795183200000}"#,
      #"{"symbol":"OLDUSDT","lastPrice":"7","openPrice":"7","volume":"900","closeTime":1795183200000}"#,
      #"{"symbol":"ETHUSDT","lastPrice":"10","openPrice":"10","volume":"4","closeTime":1795183200000}"#,
    ]
    let symbols = [
      ("VEN", "BTC", "TRADING"), ("BTC", "USDT", "TRADING"), ("OLD", "USDT", "BREAK"),
      ("ETH", "USDT", "HALT"),
    ].map { base, quote, status in
      #"{"symbol":"\#(base)\#(quote)","baseAsset":"\#(base)","quoteAsset":"\#(quote)","status":"\#(status)"}"#
    }
    let folder = try TemporaryFolder()
    let meta = #"{"received_at":"2026-11-20T14:00:00.000Z"}"#
    for (path, body) in [
      ("ticker/24hr/type=MINI", "[\(rows.joined(separator: ","))]"),
      (
        "exchangeInfo/showPermissionSets=false",
        #"{"symbols":[\#(symbols.joined(separator: ","))]}"#
      ),
    ] {
      try folder.write(body, to: "binance/\(path)/1.json")
      try folder.write(meta, to: "binance/\(path)/1.meta")
    }
    return folder
  }

  private static func run(
    _ arguments: String..., holdings: String? = nil
  ) async throws -> (output: String, errors: String) {
    let folder = try folder()
    var world = TestWorld()
    world.holdings = holdings.map { Array("symbol,quantity\n\($0)".utf8) }
    let outcome = await world.run(arguments + ["-e", "binance", "--replay", folder.path])
    #expect(outcome.status == 0)
    return (outcome.output, outcome.errors)
  }

  @Test func `a list has volume, notional and turnover 0, and is in order of turnover`()
    async throws
  {
    let list = try await Self.run(
      "list", "--once", "-o", "csv", "-c", "symbol,last,volume,notional,turnover,traded_at")
    #expect(
      list.output == """
        symbol,last,volume,notional,turnover,traded_at
        BTC-USDT,100,5,500,500,2026-11-20T14:00:00Z
        ETH-USDT,10,4,40,40,2026-11-20T14:00:00Z
        OLD-USDT,7,0,0,0,2026-11-20T14:00:00Z
        VEN-BTC,3,0,0,0,2018-07-23T19:17:08Z

        """)
    #expect(list.errors == "")
  }

  @Test func `coins have no dead pairs`() async throws {
    let coins = try await Self.run("coins", "--once", "-o", "csv", "-c", "coin,share")
    #expect(coins.output == "coin,share\nBTC,92.592593\nETH,7.407407\n")
  }

  @Test func `a price is told to be of a dead pair`() async throws {
    let price = try await Self.run("price", "VEN-BTC", "OLD-USDT", "ETH-USDT")
    #expect(price.output == "VEN-BTC\t3\nOLD-USDT\t7\nETH-USDT\t10\n")
    #expect(
      price.errors
        == "tickers: VEN-BTC: last trade 2018-07-23\ntickers: OLD-USDT: trading closed\n")
  }

  @Test func `values tell dead pairs, which convert nothing, and stablecoins as dollars`()
    async throws
  {
    let columns = "symbol,value,day_change"
    let pair = try await Self.run(
      "holdings", "holdings.csv", "--once", "-o", "csv", "-c", columns, holdings: "VEN-BTC,2\n")
    #expect(pair.output == "symbol,value,day_change\nVEN-BTC,6,2\n")
    #expect(pair.errors == "tickers: VEN-BTC: last trade 2018-07-23\n")
    let coins = try await Self.run(
      "holdings", "holdings.csv", "--once", "--in", "USD", "-o", "csv", "-c", columns,
      holdings: "BTC-USDT,1\nUSDT,5\nBTC,2\nOLD,1\n")
    #expect(
      coins.output
        == "symbol,value,day_change\nBTC,200,40\nBTC-USDT,100,20\nOLD,,\nUSDT,5,0\n")
    #expect(
      coins.errors == """
        tickers: USDT counted as 1 USD
        tickers: * without OLD: no exchange rate OLD→USD on Binance

        """)
  }

  @Test func `alerts test a turnover of 0`() async throws {
    let alerts = try await Self.run(
      "alerts", "--alert", "big: turnover > 100", "--alert", "dead: turnover == 0", "--once",
      "-c", "alert,symbol,traded_at")
    #expect(
      alerts.output == """
        ALERT  SYMBOL    TRADED_AT
        dead   VEN-BTC   2018-07-23T19:17:08Z
        big    BTC-USDT  2026-11-20T14:00:00Z
        dead   OLD-USDT  2026-11-20T14:00:00Z

        """)
  }
}
