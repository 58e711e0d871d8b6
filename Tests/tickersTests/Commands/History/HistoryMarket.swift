import Foundation
import MarketCore
import RandomInputs
import TestTools

@testable import tickers

/// Exchanges with the candles of pairs, some periods of which have none.
struct HistoryMarket {
  var exchanges: [TestExchange]

  /// Exchanges with these closes, by name and symbol; pairs without closes are not listed.
  init(_ closes: KeyValuePairs<String, [String: [Decimal?]]>, periods: [Period] = [.oneDay]) {
    exchanges = closes.map { id, closes in
      Self.exchange(id, Array(closes.keys), periods: periods) {
        pair throws(MarketError) in closes[pair.symbol] ?? []
      }
    }
  }

  init(_ exchanges: TestExchange...) { self.exchanges = exchanges }

  /// Exchanges of these names with random closes of the last 40 days, and complete rates EUR-USD.
  static func random(
    _ names: [String], pairs: [String], seed: UInt64
  ) -> HistoryMarket {
    var random = Seeded(state: seed)
    var market = HistoryMarket()
    for name in names {
      var closes = ["EUR-USD": (1...40).map { Decimal($0) / 32 as Decimal? }]
      for pair in pairs {
        var values = (0..<40).map { _ in
          // A third of the periods have no candle.
          Int.random(in: 0..<3, using: &random) == 0
            ? nil : Decimal(Int.random(in: 1...100_000, using: &random)) / 100
        }
        values[39] = 7
        closes[pair] = values
      }
      market.exchanges.append(
        // Price directives of Beancount have dates alone: days begin at midnight.
        exchange(name, Array(closes.keys), date: { ScreenRun.date - 11 * 3_600 }) {
          [closes] pair in closes[pair.symbol] ?? []
        })
    }
    return market
  }

  /// An exchange that lists these pairs, with these closes up to that of the running candle.
  static func exchange(
    _ id: String, _ pairs: [String], periods: [Period] = [.oneDay],
    date: @escaping @Sendable () -> Date = { ScreenRun.date },
    closes: @escaping @Sendable (Pair) throws(MarketError) -> [Decimal?]
  ) -> TestExchange {
    TestExchange(
      id, periods: periods,
      rows: { _ in
        pairs.map { Ticker(pair: Pair(symbol: $0), open: 1, volume: 1, last: 1) }
      },
      closes: { pair, _ throws(MarketError) in
        guard pairs.contains(pair.symbol) else { throw .unknownSymbol(pair.symbol, near: []) }
        return try closes(pair)
      }, date: date)
  }

  /// Runs `history` on these exchanges; no time is waited for.
  ///
  /// - Parameters:
  ///   - earlier: the content of any file that `--after` names; `nil` for none.
  ///   - options: the options file.
  func run(
    _ arguments: [String], earlier: String? = nil, options: String? = nil,
    errorsAreTerminal: Bool = false
  ) async -> TestWorld.Outcome {
    var world = TestWorld(exchanges: exchanges)
    world.options = options.map { Array($0.utf8) }
    world.change = { [earlier] world in
      world.date = { ScreenRun.date }
      world.files.readLarge = { _ in earlier.map { Array($0.utf8) } }
      world.errors.isTerminal = errorsAreTerminal
    }
    return await world.run(["history"] + arguments)
  }
}
