import Arguments
import MarketCore

/// The source of the trends on a screen.
enum TrendSource: String, CaseIterable, Sendable {
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

  static let option = ValueParsers.choice(
    "trend", value: "SOURCE", among: allCases,
    help: "Source of TREND on a screen: the last polls, or candles of an hour, a day or a week",
    details: [
      "Candles are requested for the rows that are shown, one row after the other, and again after "
        + "each of their periods. TREND is blank where the exchange has no price history."
    ], defaultText: polls.rawValue)
}
