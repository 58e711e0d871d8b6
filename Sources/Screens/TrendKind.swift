import MarketCore

/// The kind of data that the trends on a screen show.
package enum TrendKind: String, CaseIterable, Sendable {
  /// The prices of the last polls.
  case polls
  /// Candles of the last hour, day or week.
  case hour = "1h"
  case day = "1d"
  case week = "7d"

  /// The periods of the candles, best first, each with the number of candles.
  private var candles: [(period: Period, count: Int)] {
    switch self {
    case .polls: []
    case .hour: [(.oneMinute, 60)]
    case .day: [(.thirtyMinutes, 48), (.oneHour, 24)]
    case .week: [(.fourHours, 42), (.sixHours, 28)]
    }
  }

  /// Returns the period and the number of candles on an exchange; `nil` if it offers no suitable period.
  func candles(on exchange: ExchangeInfo) -> (period: Period, count: Int)? {
    candles.first { exchange.periods.contains($0.period) }
  }
}
