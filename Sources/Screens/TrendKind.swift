import MarketCore

/// The source of the trends on a screen.
package enum TrendKind: String, CaseIterable, Sendable {
  /// The prices of the last polls.
  case polls
  /// Candles of an hour, a day, or a week.
  case hour = "1h"
  case day = "1d"
  case week = "7d"

  /// The periods of the candles, best first, and their number.
  private var candles: [(period: Period, count: Int)] {
    switch self {
    case .polls: []
    case .hour: [(.oneMinute, 60)]
    case .day: [(.thirtyMinutes, 48), (.oneHour, 24)]
    case .week: [(.fourHours, 42), (.sixHours, 28)]
    }
  }

  /// The period of the candles on an exchange, and their number; `nil` if it has no such candles.
  func candles(on exchange: ExchangeInfo) -> (period: Period, count: Int)? {
    candles.first { exchange.periods.contains($0.period) }
  }
}
