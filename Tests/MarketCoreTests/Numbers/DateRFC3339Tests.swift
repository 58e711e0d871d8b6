import Foundation
import RandomInputs
import Testing

@testable import MarketCore

/// Times and dates that are read from text.
struct DateRFC3339Tests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:30:00Z", 951_827_400),
    ("2026-11-20T14:00:00.5Z", 1_795_183_200.5), ("1969-12-31T23:59:59Z", -1),
    ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59.25Z", 253_402_300_799.25),
  ])
  func `a time is seconds since 1970`(text: String, seconds: Double) {
    #expect(Date(rfc3339: text)?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [
    ("2026-11-20T14:00:00+01:00", "2026-11-20T13:00:00Z"),
    ("2026-11-20T23:30:00.25-05:30", "2026-11-21T05:00:00.25Z"),
    ("2026-11-20T14:00:00-00:00", "2026-11-20T14:00:00Z"),
    ("2026-11-20T14:00:00+23:59", "2026-11-19T14:01:00Z"),
    ("2026-11-20T14:00:00Z", "2026-11-20T14:00:00Z"),
  ])
  func `an offset is read where it may be`(text: String, time: String) {
    #expect(Date(rfc3339: text, inAnyZone: true) == Date(rfc3339: time))
    #expect((Date(rfc3339: text) == nil) == !text.hasSuffix("Z"))
  }

  static let wrongDays = [
    "", "2026", "2026-11", "2026-11-2", "2026-1-20", "26-11-20", "20261120", "2026/11/20",
    "2026-11-20 ", " 2026-11-20", "2026-11-200", "12026-11-20", "0000-01-01", "2026-00-10",
    "2026-13-10", "2026-11-00", "2026-11-31", "2026-02-29", "2026-02-30", "1900-02-29",
    "2100-02-29", "+026-11-20", "2026-11-2a", "２０２６-11-20",
  ]

  static let wrongTimes = [
    "2026-11-20T99:99:99Z", "2026-11-20T99:00:00Z", "2026-11-20T24:00:00Z", "2026-11-20T14:60:00Z",
    "2026-11-20T14:00:60Z", "2026-11-20T14:00:00Zjunk", "2026-11-20T14:00:00.Z",
    "2026-11-20T14:00:00.1e3Z", "2026-11-20T14:00:00.5.5Z", "2026-11-20T14:00:00",
    "2026-11-20T14:00Z", "2026-11-20T14Z", "2026-11-20 14:00:00Z", "2026-11-20TZ",
    "2026-11-20T14:00:00ZZ", "2026-02-30T14:00:00Z", "2026-11-20T-1:00:00Z",
    "2026-11-20T14:00:00+1:00", "2026-11-20T14:00:00+0100", "2026-11-20T14:00:00+24:00",
    "2026-11-20T14:00:00+01:60", "2026-11-20T14:00:00+", "2026-11-20T14:00:00Z+01:00",
  ]

  @Test(arguments: wrongDays) func `other days are none`(text: String) {
    #expect(Date(day: text) == nil)
    #expect(Date(rfc3339: "\(text)T00:00:00Z") == nil)
  }

  @Test(arguments: wrongTimes) func `other times are none`(text: String) {
    #expect(Date(rfc3339: text, inAnyZone: true) == nil && Date(rfc3339: text) == nil)
    #expect(Date(day: text) == nil)
  }

  /// Foundation writes the days and times that there are.
  @Test func `random times are those that Foundation writes`() throws {
    var random = Seeded(state: 3)
    func digits(_ range: ClosedRange<Int>, _ count: Int) -> String {
      let number = String(Int.random(in: range, using: &random))
      return String(repeating: "0", count: max(0, count - number.count)) + number
    }
    for _ in 0..<rounds(2_000) {
      let day = "\(digits(1800...2300, 4))-\(digits(0...13, 2))-\(digits(0...32, 2))"
      let text = "\(day)T\(digits(0...25, 2)):\(digits(0...61, 2)):\(digits(0...61, 2))Z"
      let lenient = try? Date(text, strategy: .iso8601)
      let known = lenient.flatMap { $0.formatted(.iso8601) == text ? $0 : nil }
      #expect(Date(rfc3339: text) == known, "\(text)")
      let midnight = try? Date("\(day)T00:00:00Z", strategy: .iso8601)
      let isDay = midnight?.formatted(.iso8601).hasPrefix(day) ?? false
      #expect(Date(day: day) == (isDay ? midnight : nil), "\(day)")
    }
  }
}
