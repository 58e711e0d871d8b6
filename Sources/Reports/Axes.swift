import Foundation
import MarketCore

/// The vertical axis of a chart. Places numbers on lines, and labels round numbers.
struct Scale: Sendable {
  let bottom: Double
  let top: Double
  let height: Int
  private(set) var marks: [(line: Int, label: String)] = []

  /// Divides the range between two numbers into `height` lines. A round number at the lower edge has no mark.
  init(from bottom: Double = 0, to top: Double, height: Int) {
    (self.bottom, self.top, self.height) = (bottom, top, height)
    let span = top - bottom
    let least = span / Double(max(1, height / 4))
    guard least > 0, least.isFinite else { return }
    let exponent = Int(log10(least).rounded(.down))
    // The smallest step of about four lines or more; if no step within the range is that large, the largest.
    let steps = [1, 2, 5, 10].map { Decimal(sign: .plus, exponent: exponent, significand: $0) }
      .map { (exact: $0, size: $0.approximate) }.filter { $0.size <= span }
    let (step, size) = steps.first { $0.size >= least * 0.999 } ?? steps.last ?? (1, 1)
    let (first, last) = ((bottom / size).rounded(.down) + 1, (top / size).rounded(.down))
    guard first <= last, max(abs(first), abs(last)) < 0x1p53 else { return }
    marks = (Int(first)...Int(last)).map { number in
      (line(of: Double(number) * size), NumberFormat.money(step * Decimal(number), in: nil))
    }
  }

  /// Returns the position of a number from the bottom (0) to the top (1), clamped; 0.5 if the range is empty.
  func share(of number: Double) -> Double {
    top > bottom ? min(max((number - bottom) / (top - bottom), 0), 1) : 0.5
  }

  /// Returns the line of a number; the top line is 0.
  func line(of number: Double) -> Int {
    min(height - Int((share(of: number) * Double(height)).rounded(.up)), height - 1)
  }
}

/// Labels round times below a chart, in a time zone.
struct TimeAxis: Sendable {
  private static let day = 86_400
  /// The possible distances between labels. `seconds` is approximate unless `months` is 0.
  private static let steps: [(seconds: Int, months: Int)] =
    [60, 300, 900, 1_800, 3_600, 10_800, 21_600, 43_200, day, 2 * day, 7 * day, 14 * day]
    .map { ($0, 0) }
    + [1, 3, 6, 12, 24, 60, 120, 240].map { (Int(Period.oneMonth.seconds) * $0, $0) }

  private let calendar: Calendar
  private let step: (seconds: Int, months: Int)

  /// Chooses the smallest step whose labels have room, or else the largest. A period has `width` cells.
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

  /// Returns the label of the period that begins at `start`. `nil` if no round time has been reached since
  /// `previous`, the start of the period before.
  func label(at start: Date, after previous: Date) -> String? {
    let number = number(of: start)
    guard number != self.number(of: previous) else { return nil }
    guard step.months == 0 else {
      let (year, month) = (number * step.months).quotientAndRemainder(dividingBy: 12)
      let twoDigits = "\(month + 1 < 10 ? "0" : "")\(month + 1)"
      return step.months.isMultiple(of: 12) ? "\(year)" : "\(year)-\(twoDigits)"
    }
    let local = number * step.seconds + Self.monday
    // The text has the form 2026-11-22T18:00:00Z.
    let text = Date(timeIntervalSince1970: Double(local)).formatted(.iso8601)
    return String(text.dropFirst(local.isMultiple(of: Self.day) ? 5 : 11).prefix(5))
  }

  /// 1970-01-05 in seconds since 1970-01-01: a Monday, from which steps are counted.
  private static let monday = 4 * day

  /// Returns the number of the step that contains a time.
  private func number(of time: Date) -> Int {
    guard step.months == 0 else {
      let parts = calendar.dateComponents([.year, .month], from: time)
      return ((parts.year ?? 0) * 12 + (parts.month ?? 1) - 1) / step.months
    }
    let local = time.timeIntervalSince1970 + Double(calendar.timeZone.secondsFromGMT(for: time))
    return Int(((local - Double(Self.monday)) / Double(step.seconds)).rounded(.down))
  }
}
