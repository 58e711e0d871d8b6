package import Foundation

/// The length of a candle.
public enum Period: String, CaseIterable, Codable, CodingKeyRepresentable, Comparable, Sendable {
  /// One minute.
  case oneMinute = "1m"
  /// Five minutes.
  case fiveMinutes = "5m"
  /// A quarter of an hour.
  case fifteenMinutes = "15m"
  /// Half an hour.
  case thirtyMinutes = "30m"
  /// One hour.
  case oneHour = "1h"
  /// Four hours.
  case fourHours = "4h"
  /// Six hours.
  case sixHours = "6h"
  /// Half a day.
  case twelveHours = "12h"
  /// One day, from 00:00 UTC.
  case oneDay = "1d"
  /// Seven days; which day they begin with differs from exchange to exchange.
  case oneWeek = "1w"
  /// A month of the calendar.
  case oneMonth = "1M"

  /// The length in seconds; of a month, the shortest.
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

  /// The start of the period that is `count` periods later, below 0 earlier; months are those of the
  /// calendar, in UTC.
  package func start(_ count: Int, after date: Date) -> Date {
    guard self == .oneMonth else { return date + Double(count) * seconds }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(byAdding: .month, value: count, to: date) ?? date
  }

  /// By length.
  public static func < (lhs: Period, rhs: Period) -> Bool { lhs.seconds < rhs.seconds }
}
