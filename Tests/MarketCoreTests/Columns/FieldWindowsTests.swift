import Foundation
import Testing

@testable import MarketCore

/// What is recorded of rows for windows, and for how long.
struct FieldWindowsTests {
  private static let start = Date(timeIntervalSince1970: 1_000)

  private static func condition(_ text: String) throws -> Condition<Ticker> {
    try Condition("\(text) == 0")
  }

  /// The value of a window after rows have arrived, each with the second and the price; `nil` is unknown.
  private static func value(
    of window: String, after arrivals: [(second: Double, last: Decimal?)], canGoBack: Bool = false
  ) throws -> Decimal? {
    let condition = try condition(window)
    let windows = FieldWindows(canGoBack: canGoBack)
    windows.record(condition.windows, since: start)
    for (second, last) in arrivals { record(last, at: second, in: windows) }
    return value(of: condition, in: windows)
  }

  private static func row(_ last: Decimal?) -> Ticker {
    Ticker(pair: Pair(symbol: "A-USD"), open: nil, volume: nil, last: last)
  }

  private static func record(_ last: Decimal?, at second: Double, in windows: FieldWindows) {
    windows.record(row(last), at: start + second)
  }

  private static func value(of condition: Condition<Ticker>, in windows: FieldWindows) -> Decimal? {
    let values = windows.values(of: condition.windows, in: row(nil).key)
    return condition.windows.first.flatMap { values[$0]?.decimal }
  }

  @Test(arguments: [
    ("ago(last, 10s)", 4), ("min(last, 10s)", 2), ("max(last, 10s)", 9),
    // 4 for 2 s, 2 for 3 s and 9 for 5 s.
    ("avg(last, 10s)", Decimal(string: "5.9")),
    ("ago(price, 20s)", 3), ("ago(last, 0.35m)", nil), ("ago(last, 25s)", nil),
  ])
  func `a window ends with the row, and includes the value that held when it began`(
    window: String, value: Decimal?
  ) throws {
    let found = try Self.value(
      of: window, after: [(0, 3), (2, 4), (12, 2), (15, 9), (20, 9)])
    #expect(found == value)
  }

  @Test func `an unknown value does not end the one before it, which holds as long as the window`()
    throws
  {
    let arrivals: [(second: Double, last: Decimal?)] = [(0, 5), (10, nil), (19, nil)]
    #expect(try Self.value(of: "ago(last, 10s)", after: arrivals) == 5)
    #expect(try Self.value(of: "max(last, 10s)", after: arrivals + [(20, nil)]) == 5)
    #expect(try Self.value(of: "max(last, 10s)", after: arrivals + [(21, nil)]) == nil)
    // The value held for 8 of the 10 s; the rest does not count.
    #expect(try Self.value(of: "avg(last, 10s)", after: [(0, 5), (12, nil)]) == 5)
    #expect(try Self.value(of: "avg(last, 10s)", after: [(0, 5), (16, 9), (20, nil)]) == 9)
  }

  @Test func `a long window begins with a whole second, and keeps the last value of each`() throws {
    let arrivals: [(second: Double, last: Decimal?)] = [
      (0, 1), (10.1, 8), (10.9, 3), (20, 5), (70.5, 5),
    ]
    #expect(try Self.value(of: "ago(last, 60.5s)", after: arrivals) == 3)
    #expect(try Self.value(of: "max(last, 60.5s)", after: arrivals) == 8)
    #expect(try Self.value(of: "min(last, 60.5s)", after: arrivals) == 1)
  }

  @Test func `windows begin when they are first needed, and end when they are not`() throws {
    let (short, other) = (
      try Self.condition("min(last, 5s)"), try Self.condition("max(last, 10s)")
    )
    let windows = FieldWindows(canGoBack: false)
    windows.record(short.windows, since: Self.start)
    Self.record(7, at: 0, in: windows)
    windows.record(short.windows.union(other.windows), since: Self.start + 4)
    Self.record(3, at: 4, in: windows)
    Self.record(2, at: 13, in: windows)
    #expect(Self.value(of: short, in: windows) == 2)
    #expect(Self.value(of: other, in: windows) == nil)
    windows.record(other.windows, since: Self.start + 14)
    Self.record(1, at: 14, in: windows)
    #expect(Self.value(of: short, in: windows) == nil)
    #expect(Self.value(of: other, in: windows) == 3)
  }

  @Test func `a replay can go back, any other older row is ignored`() throws {
    let arrivals: [(second: Double, last: Decimal?)] = [(0, 1), (5, 4), (9, 9), (6, 2)]
    #expect(try Self.value(of: "max(last, 5s)", after: arrivals, canGoBack: true) == 4)
    #expect(try Self.value(of: "min(last, 5s)", after: arrivals, canGoBack: true) == 1)
    #expect(try Self.value(of: "max(last, 5s)", after: arrivals) == 9)
    let again = arrivals + [(0, 7), (5, 8)]
    #expect(try Self.value(of: "ago(last, 5s)", after: again, canGoBack: true) == 7)
  }
}
