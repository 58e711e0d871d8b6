import Foundation
import MarketCore

/// Round times below the columns of a picture, in a time zone.
struct TimeAxis: Sendable {
  /// A distance between round times.
  private enum Step {
    case seconds(Int)
    case months(Int)

    /// The shortest time that it takes.
    var seconds: Double {
      switch self {
      case .seconds(let seconds): Double(seconds)
      case .months(let months): Double(months) * Period.oneMonth.seconds
      }
    }
  }

  private static let day = 86_400
  private static let steps: [Step] =
    [60, 300, 900, 1_800, 3_600, 10_800, 21_600, 43_200, day, 2 * day, 7 * day, 14 * day]
    .map(Step.seconds) + [1, 3, 6, 12, 24, 60, 120, 240].map(Step.months)

  private let timeZone: TimeZone
  private let calendar: Calendar
  private let step: Step

  /// - Parameter width: the columns that a period takes.
  init(_ period: Period, width: Int, in timeZone: TimeZone) {
    self.timeZone = timeZone
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
    step =
      Self.steps.first { step in
        guard step.seconds >= period.seconds else { return false }
        let length = if case .months = step { 7 } else { 5 }
        return step.seconds / period.seconds * Double(width) >= Double(length + 2)
      } ?? .months(240)
  }

  /// The label of a period, if it is the first that begins at a round time or later.
  ///
  /// - Parameters:
  ///   - start: the start of the period.
  ///   - previous: the start of the period before.
  func label(at start: Date, after previous: Date) -> String? {
    let number = number(of: start)
    guard number != self.number(of: previous) else { return nil }
    switch step {
    case .months(let months):
      let (year, month) = (number * months).quotientAndRemainder(dividingBy: 12)
      return months.isMultiple(of: 12) ? "\(year)" : "\(year)-\(Self.twoDigits(month + 1))"
    case .seconds(let seconds):
      let local = number * seconds + Self.monday
      let time = ((local % Self.day) + Self.day) % Self.day
      guard time == 0 else {
        return "\(Self.twoDigits(time / 3_600)):\(Self.twoDigits(time / 60 % 60))"
      }
      let date = Date(timeIntervalSince1970: Double(local))
      return String(date.formatted(Date.ISO8601FormatStyle().year().month().day()).dropFirst(5))
    }
  }

  /// A Monday, which weeks are counted from.
  private static let monday = 4 * day

  /// Which of the steps a time is in.
  private func number(of time: Date) -> Int {
    switch step {
    case .seconds(let seconds):
      let local = time.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: time))
      return Int(((local - Double(Self.monday)) / Double(seconds)).rounded(.down))
    case .months(let months):
      let parts = calendar.dateComponents([.year, .month], from: time)
      return ((parts.year ?? 0) * 12 + (parts.month ?? 1) - 1) / months
    }
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
