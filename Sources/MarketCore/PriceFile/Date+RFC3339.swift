import Foundation

extension Date {
  /// The time of a text as the machine formats have it: `2026-11-20T14:00:00Z`, also with a fraction.
  ///
  /// Foundation's parser takes too long for files of a million lines.
  init?(rfc3339 text: ArraySlice<UInt8>) {
    let form = "0000-00-00T00:00:00".utf8
    let fraction = text.dropFirst(form.count).dropLast()
    guard text.count > form.count, text.last == UInt8(ascii: "Z"),
      zip(text, form).allSatisfy({ $1.isDigit ? $0.isDigit : $0 == $1 }),
      fraction.isEmpty
        || fraction.first == UInt8(ascii: ".") && fraction.count > 1
          && fraction.dropFirst().allSatisfy(\.isDigit)
    else { return nil }
    func number(at place: Int, _ count: Int = 2) -> Int {
      text.dropFirst(place).prefix(count).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    let (year, month, day) = (number(at: 0, 4), number(at: 5), number(at: 8))
    let (hour, minute, second) = (number(at: 11), number(at: 14), number(at: 17))
    guard year > 0, 1...12 ~= month, hour < 24, minute < 60, second < 60 else { return nil }
    let start = Self.days(toMonth: month, of: year)
    guard 1...(Self.days(toMonth: month + 1, of: year) - start) ~= day else { return nil }
    let seconds = ((start + day - 1) * 24 + hour) * 3600 + minute * 60 + second
    let part = fraction.isEmpty ? 0 : Double("0" + fraction.text) ?? 0
    self.init(timeIntervalSince1970: Double(seconds) + part)
  }

  /// The days from 1970 to the first day of a month; the 13th one is the January of the next year.
  private static func days(toMonth month: Int, of year: Int) -> Int {
    // Years that begin in March have the leap day at their end.
    let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 - 719_468
  }
}
