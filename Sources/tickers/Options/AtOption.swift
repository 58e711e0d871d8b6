import Arguments
import Foundation
import MarketCore

extension ValueOption<ValueParsers.Moment> {
  /// The option `--at`, a moment of the past.
  static func at(help: String) -> ValueOption<ValueParsers.Moment> {
    ValueOption(
      Option(
        "at", value: "T", help: help,
        details: [
          "T is a date (2026-11-20), which means its end in UTC, a date and time "
            + "(2026-11-20T14:00:00Z), yesterday, or an age in m, h, d, w or y (90d). The price is the "
            + "close of the newest candle that had ended by T, of the shortest period for which the "
            + "exchange still has that moment; none that ended more than 10 periods before."
        ]
      ).conflictingWithPolling, parse: ValueParsers.moment)
  }

  /// Returns the moment, and the time up to which trades count; `nil` without `--at`. Throws if the moment is
  /// in the future.
  func moment(
    _ invocation: Invocation, now: Date
  ) throws(UsageError) -> (time: Date, lastTrade: Date)? {
    guard let moment = try invocation.value(of: self)?(now) else { return nil }
    if moment.time > now {
      throw UsageError("--at: \(moment.time.formatted(.iso8601)) is in the future", of: "at")
    }
    return moment
  }
}

extension Option {
  /// The option, which cannot be combined with options for several polls or for alerts.
  var conflictingWithPolling: Option {
    let message =
      "\(longSpelling) cannot be combined with --interval, --until, --alert, or --count above 1"
    return conflicts(with: "interval", "until", "alert", "on-alert") { _, _ in message }
      .conflicts(with: "count") { _, count in Int(count) ?? 1 > 1 ? message : nil }
  }
}
