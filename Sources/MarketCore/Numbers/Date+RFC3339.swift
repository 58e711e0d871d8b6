import Foundation

// Foundation's parser is not used: it accepts 30 February and 99 o'clock as later days, and ignores
// text after the time.

extension Date {
  /// Parses a time in UTC, as in `2026-11-20T14:00:00Z` or `2026-11-20T14:00:00.5Z`. If `inAnyZone` is
  /// true, an offset such as `+01:00` is accepted in place of `Z`. `nil` if the text has another form,
  /// the day or the time of day does not exist, or the second is a leap second.
  package init?(rfc3339 text: some StringProtocol, inAnyZone: Bool = false) {
    var reader = TimeReader(text)
    guard let day = reader.day(), reader.skip("T"), let time = reader.timeOfDay(),
      let offset = reader.offset(inAnyZone: inAnyZone), reader.isAtEnd
    else { return nil }
    self = day + (time - offset)
  }

  /// Parses a day, a space and a time of day, with or without seconds and zone, as in `2026-11-20 14:05`. A
  /// time without a zone is in UTC. `nil` if the text has another form, or the time does not exist.
  init?(time text: some StringProtocol) {
    var reader = TimeReader(text)
    guard let day = reader.day(), reader.skip(" "),
      let time = reader.timeOfDay(needsSeconds: false),
      let offset = reader.isAtEnd ? 0 : reader.offset(inAnyZone: true), reader.isAtEnd
    else { return nil }
    self = day + (time - offset)
  }

  /// Creates the date at 00:00 UTC of a day such as `2026-11-20`; `nil` if the text has another form, or
  /// the day does not exist.
  package init?(day text: some StringProtocol) {
    var reader = TimeReader(text)
    guard let day = reader.day(), reader.isAtEnd else { return nil }
    self = day
  }
}

/// Reads the parts of a time, one after another. A part is `nil` if it is missing or invalid.
private struct TimeReader {
  private var rest: ArraySlice<UInt8>

  init(_ text: some StringProtocol) { rest = Array(text.utf8)[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func day() -> Date? {
    guard let year = number(4, in: 1...9999), skip("-"), let month = number(2, in: 1...12),
      skip("-"), let day = number(2, in: 1...31)
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    let past = year - 1
    let days = past * 365 + past / 4 - past / 100 + past / 400
    // There are 719,162 days from 0001-01-01 to 1970-01-01.
    let daysOfYear = lengths.prefix(month - 1).reduce(day - 1, +)
    return Date(timeIntervalSince1970: Double(days - 719_162 + daysOfYear) * 86_400)
  }

  /// Reads a time of day, in seconds since 00:00. Fractions of a second require the seconds.
  mutating func timeOfDay(needsSeconds: Bool = true) -> TimeInterval? {
    guard let hour = number(2, in: 0...23), skip(":"), let minute = number(2, in: 0...59) else {
      return nil
    }
    let hasSeconds = skip(":")
    guard hasSeconds || !needsSeconds, let second = hasSeconds ? number(2, in: 0...59) : 0 else {
      return nil
    }
    let whole = Double((hour * 60 + minute) * 60 + second)
    guard hasSeconds, skip(".") else { return whole }
    let digits = rest.prefix(while: \.isDigit)
    rest = rest[digits.endIndex...]
    return digits.isEmpty ? nil : Double("0.\(digits.text)").map { whole + $0 }
  }

  /// Reads the offset of a time zone: the seconds by which its clock is ahead of UTC.
  mutating func offset(inAnyZone: Bool) -> TimeInterval? {
    if skip("Z") { return 0 }
    guard inAnyZone, let sign = skip("+") ? 1 : skip("-") ? -1 : nil,
      let hour = number(2, in: 0...23), skip(":"), let minute = number(2, in: 0...59)
    else { return nil }
    return Double(sign * (hour * 60 + minute) * 60)
  }

  private mutating func number(_ count: Int, in range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
    rest = rest.dropFirst(count)
    let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return range.contains(number) ? number : nil
  }
}
