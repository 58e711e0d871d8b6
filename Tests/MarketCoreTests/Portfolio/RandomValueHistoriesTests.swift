import Foundation
import RandomInputs
import Testing

@testable import MarketCore

/// The value of random trades over time, compared with a slow reference in whole numbers and days.
struct RandomValueHistoriesTests {
  private static let day = 86_400.0

  private static let seeds = Array(1...UInt64(rounds(8)))

  /// The known prices of one day.
  private static func market(using random: inout Seeded) -> ExactMarket {
    var market = ExactMarket()
    for exchange in ["one", "two"] {
      for pair in ExactTrade.pairs {
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<3: break
        case 3: market.last["\(exchange) \(pair)"] = Exact(0, 0)
        default:
          let price = Int.random(in: 1...3_000_000, using: &random)
          market.last["\(exchange) \(pair)"] = Exact(Int128(price), 3)
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
          market.untraded.insert("\(exchange) \(pair)")
        }
      }
    }
    return market
  }

  private static func tickers(_ market: ExactMarket) -> [Ticker] {
    market.last.map { name, price in
      let parts = name.split(separator: " ").map(String.init)
      let volume: Decimal? = market.untraded.contains(name) ? nil : 1
      return Ticker(pair: Pair(symbol: parts[1]), open: nil, volume: volume, last: price.decimal)
        .on(ExchangeID(rawValue: parts[0]))
    }
  }

  @Test(arguments: seeds, [nil, "EUR", "USD", "BTC"] as [String?])
  func `the value over time is that of the reference`(seed: UInt64, currency: String?) throws {
    var random = Seeded(state: seed)
    let days = Int.random(in: 1...8, using: &random)
    let trades = ExactTrade.trades(
      in: currency, hasOneQuote: true, at: ["one", "two"], moments: ExactTrade.moments(days),
      using: &random)
    let markets = (0..<days).map { _ in Self.market(using: &random) }
    // The last day has just begun, is running, or has ended.
    let now = Double(days - 1) * Self.day + [0, 40_000.5, 100_000].randomElement(using: &random)!
    func start(_ index: Int) -> Date { Date(timeIntervalSince1970: Double(index) * Self.day) }
    let history = ValueHistory(
      of: Portfolio(trades.map(\.trade), in: currency, defaultExchange: "two"),
      starts: (0..<days).map(start), end: { $0 + Self.day },
      now: Date(timeIntervalSince1970: now)
    ) { start in
      Self.tickers(markets[Int(start.timeIntervalSince1970 / Self.day)])
    }

    #expect(history.rows.map(\.time) == (0..<days).map(start))
    var (rates, unconverted) = ([String](), [String]())
    for (index, row) in history.rows.enumerated() {
      let rows = ExactRow.rows(
        of: trades, counted: { $0.counts(on: index, by: now) }, markets[index], currency
      ).map(\.row)
      #expect(row.total.quote == currency ?? "USD")
      #expect(ExactTotal(rows).isSame(as: row.total))
      rates += rows.flatMap(\.rates)
      unconverted += rows.flatMap(\.unconverted)
    }
    let valuation = history.valuation
    #expect(valuation.rates.map { "\($0.exchange?.rawValue ?? "") \($0.pair)" } == rates.once)
    #expect(valuation.rates.allSatisfy { $0.rate == nil })
    #expect(
      valuation.missingRates.map { "\($0.holding.exchange?.rawValue ?? "") \($0.holding.pair)" }
        == unconverted.once)
    // Parts of amounts that were divided are not told, however many digits they have.
    #expect(!valuation.isRounded)
  }
}
