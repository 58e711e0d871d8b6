import Foundation
import Testing

@testable import MarketCore

/// Periods without a candle, and the warning about them.
struct CandleGapsTests {
  private static let now = date("2026-11-11T12:30:00Z")

  private static func date(_ text: String) -> Date {
    let whole = text.count == 10 ? text + "T00:00:00Z" : text
    return (try? Date(whole, strategy: .iso8601)) ?? .distantPast
  }

  private static func gaps(
    _ period: Period, in times: [String], count: Int? = nil, from: String? = nil, to: String? = nil,
    keeping kept: Int? = nil
  ) -> CandleGaps {
    let candles = times.map { time in
      Candle(time: date(time), open: 1, high: 1, low: 1, close: 1, volume: 1)
    }
    let range = HistoryRange(
      period, count: count, from: from.map(date), to: to.map(date), now: now)
    return CandleGaps(
      in: candles, of: range, on: Listing(exchange: "kraken", pair: Pair(symbol: "A-B")),
      keeping: kept, now: now)
  }

  /// The starts of days in November 2026.
  private static func days(_ days: [Int]) -> [String] {
    days.map { "2026-11-\($0 < 10 ? "0" : "")\($0)" }
  }

  private static func starts(_ gaps: CandleGaps) -> [String] {
    gaps.starts.map { String($0.formatted(.iso8601).dropLast(4)) }
  }

  @Test func `ended periods without a candle are counted and listed`() {
    let gaps = Self.gaps(.oneDay, in: Self.days([1, 2, 4, 6, 7, 8, 10, 11]), count: 11)
    #expect(gaps.starts == Self.days([3, 5, 9]).map(Self.date))
    #expect(
      gaps.description == "3 of 10 periods have no candle (2026-11-03 … 2026-11-09): "
        + "no trades, or not sent")
  }

  @Test func `a short period has a time in the sentence`() {
    let times = ["2026-11-11T09:00:00Z", "2026-11-11T11:00:00Z", "2026-11-11T12:00:00Z"]
    let gaps = Self.gaps(.oneHour, in: times, count: 4)
    #expect(
      gaps.description
        == "1 of 3 periods has no candle (2026-11-11T10:00:00Z): no trades, or not sent")
  }

  @Test func `the running period is never a gap`() {
    #expect(Self.gaps(.oneDay, in: Self.days([9, 10]), count: 3).starts.isEmpty)
    #expect(Self.gaps(.oneDay, in: Self.days([9]), count: 3).starts == [Self.date("2026-11-10")])
  }

  @Test func `periods before the first candle and after the last one count`() {
    let gaps = Self.gaps(.oneDay, in: Self.days([5, 6]), from: "2026-11-03", to: "2026-11-09")
    #expect(
      Self.starts(gaps) == [
        "2026-11-03T00:00", "2026-11-04T00:00", "2026-11-07T00:00", "2026-11-08T00:00",
      ])
    #expect(gaps.count == 6)
  }

  @Test func `what the exchange no longer keeps is not a gap`() {
    let gaps = Self.gaps(.oneDay, in: Self.days([9, 11]), from: "2026-10-01", keeping: 4)
    #expect(Self.starts(gaps) == ["2026-11-08T00:00", "2026-11-10T00:00"])
    #expect(gaps.count == 3)
  }

  @Test func `what lies before the last candles that were asked for is not a gap`() {
    let gaps = Self.gaps(.oneDay, in: Self.days([7, 9, 11]), count: 3, from: "2026-10-01")
    #expect(Self.starts(gaps) == ["2026-11-08T00:00", "2026-11-10T00:00"])
    #expect(gaps.count == 4)
  }

  @Test func `weeks begin on the day of the candles`() {
    // Thursdays.
    let gaps = Self.gaps(.oneWeek, in: ["2026-10-15", "2026-10-29", "2026-11-05"], count: 4)
    #expect(Self.starts(gaps) == ["2026-10-22T00:00"])
    #expect(gaps.count == 3)
  }

  @Test func `months are those of the calendar`() {
    let gaps = Self.gaps(
      .oneMonth, in: ["2026-01-01", "2026-03-01", "2026-11-01"], from: "2026-01-01")
    #expect(
      Self.starts(gaps)
        == ["02", "04", "05", "06", "07", "08", "09", "10"].map { "2026-\($0)-01T00:00" })
    #expect(gaps.count == 10)
  }

  @Test(arguments: [
    (Period.fourHours, "2026-11-11T01:00:00Z", ["2026-11-11T04:00", "2026-11-11T08:00"]),
    (.oneWeek, "2026-10-20", ["2026-10-26T00:00", "2026-11-02T00:00"]),
    (.oneMonth, "2026-08-15", ["2026-09-01T00:00", "2026-10-01T00:00"]),
  ])
  func `without any candle periods begin as they usually do`(
    period: Period, from: String, starts: [String]
  ) {
    let gaps = Self.gaps(period, in: [], from: from)
    #expect(Self.starts(gaps) == starts && gaps.count == 2)
  }

  @Test func `a range without end in the past is counted from its first candle on`() {
    let times = ["2026-11-11T12:26:00Z", "2026-11-11T12:28:00Z"]
    let gaps = Self.gaps(.oneMinute, in: times, from: "1970-01-01")
    #expect(Self.starts(gaps) == ["2026-11-11T12:27", "2026-11-11T12:29"])
    #expect(Self.gaps(.oneMinute, in: [], from: "1970-01-01").count == 0)
  }

  @Test func `a range in the future has no gaps`() {
    #expect(Self.gaps(.oneDay, in: [], from: "2027-01-01").count == 0)
  }

  @Test func `a short range long ago is counted whole`() {
    let times = ["2005-01-01T00:01:00Z"]
    let gaps = Self.gaps(.oneMinute, in: times, from: "2005-01-01", to: "2005-01-01T00:03:00Z")
    #expect(Self.starts(gaps) == ["2005-01-01T00:00", "2005-01-01T00:02"])
    #expect(Self.gaps(.oneWeek, in: [], from: "2005-01-03", to: "2005-01-31").count == 4)
  }
}
