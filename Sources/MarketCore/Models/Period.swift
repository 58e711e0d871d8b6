/// The length of a candle.
public enum Period: String, CaseIterable, Comparable, Sendable {
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
  /// One day, from midnight UTC.
  case oneDay = "1d"
  /// Seven days; which day they begin with differs from exchange to exchange.
  case oneWeek = "1w"
  /// A month of the calendar.
  case oneMonth = "1M"

  /// By length.
  public static func < (one: Period, other: Period) -> Bool {
    let places = (allCases.firstIndex(of: one), allCases.firstIndex(of: other))
    return places.0 ?? 0 < places.1 ?? 0
  }
}
