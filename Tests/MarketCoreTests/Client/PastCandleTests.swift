import Foundation
import TestTools
import Testing

@testable import MarketCore

/// The candle whose close is the price at a time in the past.
struct PastCandleTests {
  private static let pair = Pair(symbol: "A-B")
  private static let now = Date("2028-06-15T10:20:30Z")
  private static let periods: [Period] = [
    .oneMinute, .fiveMinutes, .fifteenMinutes, .thirtyMinutes, .oneHour, .fourHours, .oneDay,
    .oneWeek, .oneMonth,
  ]

  /// An exchange with a candle of each period, as far as it keeps them.
  private static func exchange(_ periods: [Period], depth: Int? = nil) -> PastExchange {
    var exchange = PastExchange("deep", periods: periods, depth: depth)
    exchange.now = now
    exchange.candles = { period in
      let oldest = depth.map { period.start(-$0, after: now) } ?? Date("2026-01-01T00:00:00Z")
      return period.starts(
        from: oldest + 0.001, before: now,
        aligned: period == .oneMonth ? Date("2040-01-01T00:00:00Z") : period.defaultOrigin
      ).map { Candle($0, Decimal(Int($0.timeIntervalSince1970))) }
    }
    exchange.pageSize = .max
    return exchange
  }

  private static func answer(
    _ exchange: PastExchange, at time: Date, now: Date = now
  ) async throws -> Answer<[CandleRow]> {
    try await exchange.client.candleRow(
      of: pair, endedBy: time, now: now, clock: FakeClock().pollClock()
    ).get()
  }

  /// One candle that began at a time.
  private static func candle(_ start: Date, of period: Period, now: Date = now) -> PastExchange {
    var exchange = PastExchange("deep", periods: [period])
    exchange.now = now
    exchange.candles = { _ in [Candle(start, 5)] }
    return exchange
  }

  @Test(arguments: zip(periods, periods.dropFirst().map(Period?.some) + [nil]))
  func `it is of the shortest period for which the exchange keeps the moment`(
    period: Period, longer: Period?
  ) async throws {
    let exchange = Self.exchange(Self.periods, depth: 720)
    // The newest candle that had ended by then began less than two periods before.
    let border = period.start(2, after: period.start(-720, after: Self.now))
    let row = try #require(try await Self.answer(exchange, at: border).value.first)
    #expect(row.period == period)
    #expect(row.end <= border && period.start(1, after: row.end) > border)
    #expect(row.candle.close == Decimal(Int(row.candle.time.timeIntervalSince1970)))
    let earlier = try await Self.answer(exchange, at: border - 1)
    #expect(earlier.value.map(\.period) == [longer].compactMap(\.self))
    guard longer == nil else { return }
    let moment = (border - 1).formatted(.iso8601)
    #expect(
      earlier.warnings
        == [.note("no price for A-B at \(moment): Deep keeps the last 720 periods")])
    #expect(exchange.requested.value == ["1M"])
  }

  @Test(arguments: ["2028-06-15T10:20:30Z", "2027-01-01T00:00:00Z", "2026-02-01T00:00:00Z"])
  func `an exchange that keeps all has any moment in its shortest period`(
    time: String
  ) async throws {
    let exchange = Self.exchange([.fourHours, .oneDay, .oneMonth])
    let row = try #require(try await Self.answer(exchange, at: Date(time)).value.first)
    #expect(row.period == .fourHours)
    #expect(row.end <= Date(time) && row.end + 14_400 > Date(time))
    #expect(exchange.requested.value == ["4h"])
  }

  @Test(
    arguments: [
      // At its end a candle has ended.
      (.oneMinute, "2028-06-15T10:20:00Z", "2028-06-15T10:19:00Z"),
      (.oneMinute, "2028-06-15T10:19:59.999Z", "2028-06-15T10:18:00Z"),
      (.oneMinute, "2028-06-15T00:00:00Z", "2028-06-14T23:59:00Z"),
      (.oneMinute, "2028-06-15T00:00:59Z", "2028-06-14T23:59:00Z"),
      (.fifteenMinutes, "2028-06-15T00:14:59Z", "2028-06-14T23:45:00Z"),
      (.oneHour, "2028-06-15T10:00:00Z", "2028-06-15T09:00:00Z"),
      (.oneHour, "2028-06-15T09:59:59Z", "2028-06-15T08:00:00Z"),
      (.oneHour, "2028-06-15T00:59:59Z", "2028-06-14T23:00:00Z"),
      (.fourHours, "2028-06-15T03:59:59Z", "2028-06-14T20:00:00Z"),
      (.oneDay, "2028-03-01T00:00:00Z", "2028-02-29T00:00:00Z"),
      (.oneDay, "2028-02-29T23:59:59Z", "2028-02-28T00:00:00Z"),
      (.oneDay, "2027-03-01T00:00:00Z", "2027-02-28T00:00:00Z"),
      (.oneDay, "2028-01-01T00:00:00Z", "2027-12-31T00:00:00Z"),
      (.oneWeek, "2028-06-12T00:00:00Z", "2028-06-05T00:00:00Z"),
      (.oneWeek, "2028-06-11T23:59:59Z", "2028-05-29T00:00:00Z"),
      (.oneMonth, "2028-03-01T00:00:00Z", "2028-02-01T00:00:00Z"),
      (.oneMonth, "2028-02-29T23:59:59Z", "2028-01-01T00:00:00Z"),
      (.oneMonth, "2028-03-31T12:00:00Z", "2028-02-01T00:00:00Z"),
      (.oneMonth, "2028-01-31T12:00:00Z", "2027-12-01T00:00:00Z"),
    ] as [(Period, String, String)])
  func `it is the newest one that had ended`(
    period: Period, time: String, start: String
  ) async throws {
    let exchange = Self.exchange([period], depth: 720)
    let answer = try await Self.answer(exchange, at: Date(time))
    #expect(answer.value.map(\.candle.time) == [Date(start)])
    #expect(answer.value.map(\.isComplete) == [true])
    #expect(answer.warnings == [])
  }

  @Test(
    arguments: [
      (.oneMinute, "2028-06-15T10:20:00Z", "2028-06-15T10:09:00Z", "2028-06-15T10:08:00Z"),
      (.oneMinute, "2028-06-15T10:20:30Z", "2028-06-15T10:10:00Z", "2028-06-15T10:09:00Z"),
      (.oneHour, "2028-06-15T00:00:00Z", "2028-06-14T13:00:00Z", "2028-06-14T12:00:00Z"),
      (.oneDay, "2028-03-05T00:00:00Z", "2028-02-23T00:00:00Z", "2028-02-22T00:00:00Z"),
      (.oneMonth, "2028-03-01T00:00:00Z", "2027-04-01T00:00:00Z", "2027-03-01T00:00:00Z"),
      // Ten months before there is no 31st.
      (.oneMonth, "2027-12-31T00:00:00Z", "2027-02-01T00:00:00Z", "2027-01-01T00:00:00Z"),
    ] as [(Period, String, String, String)])
  func `it ended within the ten periods before`(
    period: Period, time: String, oldest: String, tooOld: String
  ) async throws {
    let found = try await Self.answer(Self.candle(Date(oldest), of: period), at: Date(time))
    #expect(found.value.map(\.candle.close) == [5] && found.warnings == [])
    let none = try await Self.answer(Self.candle(Date(tooOld), of: period), at: Date(time))
    #expect(none.value.isEmpty)
    let reason = "no candle of \(period.rawValue) ended within the 10 periods before"
    #expect(none.warnings == [.note("no price for A-B at \(time): \(reason)")])
  }

  @Test func `a candle that is running at the moment is not taken`() async throws {
    let start = Date("2028-06-15T10:00:00Z")
    let exchange = Self.candle(start, of: .oneHour)
    #expect(try await Self.answer(exchange, at: start + 3599).value.isEmpty)
    let now = start + 7200
    let ended = Self.candle(start, of: .oneHour, now: now)
    #expect(try await Self.answer(ended, at: start + 3600, now: now).value.count == 1)
  }

  @Test func `of the warnings, those of gaps and notes are dropped`() async throws {
    var exchange = Self.candle(Date("2028-06-15T07:00:00Z"), of: .oneHour)
    exchange.warnings = [.note("slow today"), .rowSkipped("[3] is odd")]
    let found = try await Self.answer(exchange, at: Self.now)
    #expect(found.value.count == 1 && found.warnings == [.rowSkipped("[3] is odd")])
    let none = try await Self.answer(exchange, at: Date("2028-06-15T07:59:59Z"))
    let reason = "no candle of 1h ended within the 10 periods before"
    #expect(
      none.warnings == [
        .rowSkipped("[3] is odd"), .note("no price for A-B at 2028-06-15T07:59:59Z: \(reason)"),
      ])
  }

  @Test func `a candle without a close is skipped`() async throws {
    var exchange = PastExchange("deep")
    exchange.now = Self.now
    let unknown = Candle(Date("2028-06-15T09:00:00Z"), nil)
    exchange.candles = { _ in [unknown, Candle(Date("2028-06-15T07:00:00Z"), 5)] }
    #expect(try await Self.answer(exchange, at: Self.now).value.map(\.candle.close) == [5])
    exchange.candles = { _ in [unknown] }
    let none = try await Self.answer(exchange, at: Self.now)
    #expect(none.value.isEmpty && none.warnings.count == 1)
  }

  @Test func `an exchange without history fails without a request`() async {
    let exchange = PastExchange("new", periods: [])
    let failure = MarketError.exchangeError(
      message: "New does not offer price history", isTransient: false)
    await #expect(throws: failure) { try await Self.answer(exchange, at: Self.now) }
    #expect(exchange.requested.value == [])
  }
}
