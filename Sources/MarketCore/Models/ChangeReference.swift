import Foundation

/// The moment from which a change is measured.
public enum ChangeReference: String, Codable, Sendable {
  /// 24 hours before the answer.
  case dayAgo = "24h"
  /// 00:00 UTC on the day of the answer.
  case utcDay = "utc-day"

  func moment(asOf time: Date) -> Date {
    let day = Period.oneDay.seconds
    switch self {
    case .dayAgo: return time - day
    case .utcDay:
      return Date(timeIntervalSince1970: (time.timeIntervalSince1970 / day).rounded(.down) * day)
    }
  }
}
