import Foundation
import MarketCore

/// Labels of round times below the columns of a chart, in a time zone.
struct TimeAxis: Sendable {
  private static let day = 86_400
  /// The distances between round times, in seconds; months are 0 for those of a fixed length.
  private static let steps: [(seconds: Int, months: Int)] =
    [60, 300, 900, 1_800, 3_600, 10_800, 21_600, 43_200, day, 2 * day, 7 * day, 14 * day]
    .map { ($0, 0) }
    + [1, 3, 6, 12, 24, 60, 120, 240].map { (Int(Period.oneMonth.seconds) * $0, $0) }

  private let calendar: Calendar
  private let step: (seconds: Int, months: Int)

  /// - Parameter width: the columns per period.
  init(_ period: Period, width: Int, in timeZone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
    let fitting = Self.steps.first { step in
      let periods = Double(step.seconds) / period.seconds
      return periods >= 1 && periods * Double(width) >= (step.months == 0 ? 7 : 9)
    }
    step = fitting ?? Self.steps[Self.steps.count - 1]
  }

  /// The label of a period by its start; nil unless it is the first at or after a round time.
  func label(at start: Date, after previous: Date) -> String? {
    let number = number(of: start)
    guard number != self.number(of: previous) else { return nil }
    guard step.months == 0 else {
      let (year, month) = (number * step.months).quotientAndRemainder(dividingBy: 12)
      let twoDigits = "\(month + 1 < 10 ? "0" : "")\(month + 1)"
      return step.months.isMultiple(of: 12) ? "\(year)" : "\(year)-\(twoDigits)"
    }
    let local = number * step.seconds + Self.monday
    // As in 2026-11-22T18:00:00Z.
    let text = Date(timeIntervalSince1970: Double(local)).formatted(.iso8601)
    return String(text.dropFirst(local.isMultiple(of: Self.day) ? 5 : 11).prefix(5))
  }

  /// A Monday, which weeks are counted from.
  private static let monday = 4 * day

  /// The number of the step that a time is in.
  private func number(of time: Date) -> Int {
    guard step.months == 0 else {
      let parts = calendar.dateComponents([.year, .month], from: time)
      return ((parts.year ?? 0) * 12 + (parts.month ?? 1) - 1) / step.months
    }
    let local = time.timeIntervalSince1970 + Double(calendar.timeZone.secondsFromGMT(for: time))
    return Int(((local - Double(Self.monday)) / Double(step.seconds)).rounded(.down))
  }
}
