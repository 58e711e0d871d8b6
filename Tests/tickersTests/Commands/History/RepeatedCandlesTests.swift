import Foundation
@testable import MarketCore
import Testing

@testable import tickers

/// Candles that an exchange sends twice or before their end, in every command and format.
struct RepeatedCandlesTests {
  /// Every command and format that has candles.
  static let commands: [[String]] =
    ["table", "csv", "tsv", "json", "ndjson", "markdown", "ledger", "beancount", "influx"].map {
      ["history", "BTC-USD", "-o", $0]
    }
    + ["csv", "tsv", "ndjson", "ledger"].map {
      ["history", "BTC-USD", "ETH-USD", "-o", $0, "--after", "f"]
    } + [
      ["history", "BTC-USD", "--chart"], ["history", "BTC-USD", "-t", "{time} {close}"],
      ["history", "BTC-USD", "--fill", "-o", "csv"],
      ["history", "BTC-USD", "--in", "EUR", "-o", "csv"],
      ["history", "BTC-USD", "--count", "2", "-o", "csv"],
      ["price", "BTC-USD", "--at", "2d"], ["price", "BTC", "--in", "EUR", "--at", "2d"],
      ["holdings", "-", "--at", "2d", "-o", "csv"], ["holdings", "-", "--from", "5d", "-o", "csv"],
      ["holdings", "-", "--from", "5d", "--in", "EUR", "-o", "csv"],
      ["holdings", "-", "--from", "5d", "--chart"],
      [
        "alerts", "BTC-USD", "--history", "6d", "-p", "1d", "--alert", "high: last > 2", "-o",
        "csv",
      ],
    ]

  /// Days that begin at midnight: Beancount has dates alone.
  @Sendable private static func midnight() -> Date { ScreenRun.date - 11 * 3_600 }

  /// - Parameter sent: what is sent of these candles.
  private static func world(
    _ sent: @escaping @Sendable ([Candle]) -> [Candle]
  ) -> TestWorld {
    let closes: [String: [Decimal?]] = [
      "BTC-USD": [1, 2, 3, 4, nil, 6, 7], "ETH-USD": [9, 8, 7, 6, 5, 4, 3],
      "EUR-USD": [2, 2, 4, 4, 4, 5, 5],
    ]
    var world = TestWorld(
      exchanges: [
        TestExchange(
          "one", periods: [.oneDay],
          rows: { _ in
            closes.keys.sorted().map {
              Ticker(pair: Pair(symbol: $0), open: 1, volume: 1, last: 1)
            }
          }, closes: { pair, _ in closes[pair.symbol] ?? [] }, date: midnight, sent: sent)
      ])
    world.holdings = Array("symbol,quantity\nBTC-USD,2\n".utf8)
    world.change = { world in
      world.date = { ScreenRun.date }
      world.files.readLarge = { _ in nil }
    }
    return world
  }

  @Test(arguments: commands)
  func `a period that is sent twice is there once`(arguments: [String]) async {
    let arguments = arguments + ["-e", "one"]
    let once = await Self.world { $0 }.run(arguments)
    #expect(once.status == 0 && !once.output.isEmpty, "\(once.errors)")
    let alike = await Self.world { $0.flatMap { [$0, $0] } + $0 }.run(arguments)
    #expect(alike == once)
    // The later one counts.
    let differing = await Self.world { candles in
      candles.map { $0.converted { $0 + 50 } } + candles
    }.run(arguments)
    #expect((differing.output, differing.status) == (once.output, 0))
    #expect(differing.errors.contains("sent twice, with different values"))
  }

  /// The last period that has ended is marked as unconfirmed; without the mark it is part of the output.
  @Test(arguments: [
    (["history", "BTC-USD", "-o", "ledger"], "BTC 6 USD"),
    (["history", "BTC-USD", "-o", "beancount"], "BTC 6 USD"),
    (["history", "BTC-USD", "-o", "csv", "-c", "close,complete"], "6,true"),
    (["history", "BTC-USD", "-o", "tsv", "-c", "close", "--after", "f"], "6\n"),
    (["history", "BTC-USD", "-o", "csv", "-c", "close", "--count", "2"], "6\n"),
    (["history", "BTC-USD", "-w", "complete == true", "-c", "close"], "$6.00"),
    (["price", "BTC-USD", "--at", "1h"], "6\n"),
    (["holdings", "-", "--at", "1h", "-o", "csv", "-c", "value"], "12\n"),
    (
      [
        "alerts", "BTC-USD", "--history", "6d", "-p", "1d", "--alert", "high: last > 5", "-t",
        "{last}",
      ], "$6.00"
    ),
  ])
  func `a candle that is marked as unconfirmed is not complete`(
    arguments: [String], part: String
  ) async {
    let arguments = arguments + ["-e", "one"]
    let confirmed = await Self.world { $0 }.run(arguments)
    #expect(confirmed.output.contains(part) && confirmed.status == 0, "\(confirmed)")
    let unconfirmed = await Self.world { candles in
      candles.map { candle in
        var candle = candle
        candle.isUnconfirmed = candle.time == Self.midnight() - 86_400
        return candle
      }
    }.run(arguments)
    #expect(!unconfirmed.output.contains(part), "\(unconfirmed)")
  }
}
