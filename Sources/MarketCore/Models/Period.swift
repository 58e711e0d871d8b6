package import Foundation

/// The length of a candle.
public enum Period: String, CaseIterable, Codable, CodingKeyRepresentable, Comparable, Sendable {
  case oneMinute = "1m"
  case fiveMinutes = "5m"
  case fifteenMinutes = "15m"
  case thirtyMinutes = "30m"
  case oneHour = "1h"
  case fourHours = "4h"
  case sixHours = "6h"
  case twelveHours = "12h"
  /// A day from 00:00 UTC.
  case oneDay = "1d"
  /// Seven days. Exchanges begin weeks on different days.
  case oneWeek = "1w"
  case oneMonth = "1M"

  /// The length in seconds; for a month, the shortest possible length.
  public var seconds: Double {
    switch self {
    case .oneMinute: 60
    case .fiveMinutes: 300
    case .fifteenMinutes: 900
    case .thirtyMinutes: 1_800
    case .oneHour: 3_600
    case .fourHours: 14_400
    case .sixHours: 21_600
    case .twelveHours: 43_200
    case .oneDay: 86_400
    case .oneWeek: 604_800
    case .oneMonth: 28 * 86_400
    }
  }

  /// Returns the date that is `count` periods later, or earlier if `count` is below 0. Months are calendar
  /// months in UTC.
  package func start(_ count: Int, after date: Date) -> Date {
    guard self == .oneMonth else { return date + Double(count) * seconds }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(byAdding: .month, value: count, to: date) ?? date
  }

  /// A candle gives the price of a moment if it ended at most this number of periods before.
  static let recentCount = 10
  /// Returns when a candle must have ended to give the price of a moment.
  func recentEnds(at moment: Date) -> ClosedRange<Date> {
    start(-Self.recentCount, after: moment)...moment
  }

  public static func < (lhs: Period, rhs: Period) -> Bool { lhs.seconds < rhs.seconds }
}
