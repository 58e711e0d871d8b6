public import Foundation

extension Period {
  /// The start of the period that is so many periods later, below 0 earlier; months are those of the
  /// calendar, in UTC.
  public func start(_ count: Int, after date: Date) -> Date {
    guard self != .oneMonth else {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      return calendar.date(byAdding: .month, value: count, to: date) ?? date
    }
    return date + Double(count) * seconds
  }

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
}
