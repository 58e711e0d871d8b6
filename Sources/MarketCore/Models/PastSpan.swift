import Foundation

/// The time over which a change of the price up to now is measured. The raw value is the name of the column.
public enum PastSpan: String, CaseIterable, Sendable {
  case hour = "percent_1h"
  case week = "percent_7d"
  case month = "percent_30d"

  /// The closes of a price that is always 1.
  static let closesOfOne = Dictionary(uniqueKeysWithValues: allCases.map { ($0, Decimal(1)) })

  /// The length in seconds.
  var seconds: Double {
    switch self {
    case .hour: 3_600
    case .week: 7 * Period.oneDay.seconds
    case .month: 30 * Period.oneDay.seconds
    }
  }

  /// How long received candles are used before they are requested again, in seconds.
  var lifetime: Double { self == .hour ? 3_600 : Period.oneDay.seconds }

  /// The period of the candles that are requested, among those of an exchange, shortest first; `nil` if all
  /// are too short.
  func period(among periods: [Period]) -> Period? {
    switch self {
    case .hour: periods.first
    case .week: periods.first { $0 >= .oneHour }
    case .month: periods.first { $0 >= .fourHours }
    }
  }

  fileprivate var words: String {
    switch self {
    case .hour: "an hour"
    case .week: "7 days"
    case .month: "30 days"
    }
  }
}

extension ListRow {
  /// (Price − close that long ago) ÷ close × 100, of ``historyMarket``; `nil` if a price is unknown or 0.
  func percent(since span: PastSpan) -> Decimal? {
    guard let close = pastCloses?[span] else { return nil }
    return historyPrice?.change(since: close)?.percentage(of: close)
  }

  /// The column of the change over a span.
  static func column(since span: PastSpan) -> Column<Self> {
    Column(
      span.rawValue, .percent, "Change since the close \(span.words) ago, in percent; only if named"
    ) { $0.percent(since: span) }
  }
}
