import MarketCore

/// What the trends on a screen show: values of the last polls, or candles of an hour, a day or a week.
package enum TrendKind: String, CaseIterable, Sendable {
  case polls
  case hour = "1h"
  case day = "1d"
  case week = "7d"

  private var candles: [(period: Period, count: Int)] {
    switch self {
    case .polls: []
    case .hour: [(.oneMinute, 60)]
    case .day: [(.thirtyMinutes, 48), (.oneHour, 24)]
    case .week: [(.fourHours, 42), (.sixHours, 28)]
    }
  }

  /// Returns the first suitable period that the exchange offers, and its number of candles; `nil` for none.
  func candles(on exchange: ExchangeInfo) -> (period: Period, count: Int)? {
    candles.first { exchange.periods.contains($0.period) }
  }
}
