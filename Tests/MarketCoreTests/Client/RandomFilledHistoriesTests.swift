import Foundation
import RandomInputs
import TestTools
import Testing

@testable import MarketCore

/// Histories of random candles with gaps, compared with a slow reference that looks at each period.
struct RandomFilledHistoriesTests {
  /// The periods of an exchange by numbers, of which months are counted by hand.
  private struct Periods {
    let period: Period
    /// The start of number 0 of periods of equal length.
    let origin: Double

    var beginOnThursday: Bool { period == .oneWeek && origin / 86_400 == 2000 * 7 }

    init(using random: inout Seeded) {
      period =
        [.oneMinute, .oneHour, .oneDay, .oneWeek, .oneMonth].randomElement(using: &random)
        ?? .oneDay
      // Weeks begin on Thursday, or on Monday.
      let day = period == .oneWeek && Bool.random(using: &random) ? 4.0 : 0
      origin = day * 86_400 + (period == .oneMonth ? 0 : 2000 * 7 * 86_400)
    }

    /// The start of a period.
    func start(_ number: Int) -> Date {
      guard period == .oneMonth else {
        return .seconds(origin + Double(number) * period.seconds)
      }
      var days = 0
      for month in 0..<number {
        let year = 1970 + month / 12
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        days += [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month % 12]
      }
      return .seconds(Double(days) * 86_400)
    }
  }

  private static let seeds = Array(1...UInt64(rounds(40)))

  @Test(arguments: seeds)
  func `rows, gaps and their count are those of the reference`(seed: UInt64) async throws {
    var random = Seeded(state: seed)
    let periods = Periods(using: &random)
    let period = periods.period
    // The last one is running.
    let last = Int.random(in: 60...90, using: &random)
    let isEnded = Int.random(in: 0..<4, using: &random) == 0
    let length = periods.start(last + 1).timeIntervalSince(periods.start(last))
    let now =
      periods.start(last) + (isEnded ? 0 : length * .random(in: 0.01...0.98, using: &random))
    let share = [0, 2, 5, 9, 10].randomElement(using: &random) ?? 5
    let depth =
      Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 1...30, using: &random) : nil
    var closes: [Int: Decimal?] = [:]
    for number in 20...last where number > last - (depth ?? last) {
      guard Int.random(in: 0..<10, using: &random) < share else { continue }
      let isKnown = Int.random(in: 0..<8, using: &random) > 0
      closes[number] = .some(isKnown ? Decimal(Int.random(in: 1...999, using: &random)) : nil)
    }

    /// A moment near the start of a period, often that itself.
    func moment(_ numbers: ClosedRange<Int>) -> Date {
      periods.start(.random(in: numbers, using: &random))
        + (Bool.random(using: &random)
          ? 0 : period.seconds * .random(in: -0.4...0.4, using: &random))
    }
    let count = Bool.random(using: &random) ? nil : Int.random(in: 1...25, using: &random)
    let start = Bool.random(using: &random) ? nil : moment(15...last - 8)
    let end = Bool.random(using: &random) ? nil : moment(last - 6...last + 3)
    var range = HistoryRange(period, count: count, from: start, to: end, now: now)
    range.fillsGaps = Int.random(in: 0..<4, using: &random) > 0
    range.lookback = Bool.random(using: &random) ? 0 : Int.random(in: 1...12, using: &random)
    range.hasOpenStart = Int.random(in: 0..<5, using: &random) == 0

    var exchange = PastExchange("one", periods: [period], depth: depth)
    exchange.now = now
    exchange.pageSize = depth ?? Int.random(in: 1...40, using: &random)
    let candles = closes.map { Candle(periods.start($0), $1) }
    exchange.candles = { _ in candles }
    let answer = try await exchange.client.history(
      of: Pair(symbol: "A-B"), range, clock: FakeClock().pollClock()
    ).get()

    // Where the weeks of an exchange begin is only known from a candle.
    let lookback = period.start(-range.lookback, after: range.start)
    let isKnown = candles.contains {
      $0.time >= lookback && $0.time < range.end ?? .distantFuture
    }
    guard isKnown || !periods.beginOnThursday else { return }
    let expected = Self.expected(closes, periods, range, depth: depth, now: now, last: last)
    #expect(answer.value == expected.rows)
    let gaps = answer.warnings.compactMap { if case .gaps(let gaps) = $0 { gaps } else { nil } }
    #expect(gaps.map(\.starts) == (expected.gaps.isEmpty ? [] : [expected.gaps]))
    if !gaps.isEmpty { #expect(gaps.map(\.count) == [expected.count]) }
  }

  /// The rows, the starts of gaps and the number of ended periods, each period by itself.
  private static func expected(
    _ closes: [Int: Decimal?], _ periods: Periods, _ range: HistoryRange, depth: Int?, now: Date,
    last: Int
  ) -> (rows: [Candle], gaps: [Date], count: Int) {
    let inRange = (0...last + 5).filter {
      periods.start($0) >= range.start && periods.start($0) < range.end ?? .distantFuture
    }
    let lookback = range.period.start(-range.lookback, after: range.start)
    let sent = inRange.filter { closes[$0] != nil }
    let isCut = range.limit.map { sent.count >= $0 } ?? false
    let oldest = isCut ? sent.suffix(range.limit ?? 0).first : nil
    let kept = depth.map { last - $0 + 1 } ?? 0
    var ended = inRange.filter { number in
      number >= kept && periods.start(number + 1) <= now
        && number >= oldest ?? (range.hasOpenStart ? sent.first ?? .max : 0)
    }
    var rows: [(number: Int, candle: Candle)] = []
    for number in inRange {
      if let close = closes[number] {
        rows.append((number, Candle(periods.start(number), close)))
      } else if range.fillsGaps, ended.contains(number) {
        let before = (0..<number).last {
          closes[$0] != nil && periods.start($0) >= lookback
        }
        guard let before, let close = closes[before] else { continue }
        let candle = Candle(
          time: periods.start(number), open: close, high: close, low: close, close: close,
          volume: 0, isFilled: true)
        rows.append((number, candle))
      }
    }
    let limit = range.limit ?? .max
    if rows.count > limit || isCut, let first = rows.suffix(limit).first?.number {
      ended = ended.filter { $0 >= first }
    }
    let gaps = ended.filter { closes[$0] == nil }
    return (rows.suffix(limit).map(\.candle), gaps.map(periods.start), ended.count)
  }

  @Test func `without a candle in the range, weeks begin where the one before it does`()
    async throws
  {
    // A Thursday.
    let week = Period.oneWeek.seconds
    var exchange = PastExchange("one", periods: [.oneWeek])
    exchange.now = .seconds(10.5 * week)
    exchange.candles = { _ in [Candle(.seconds(5 * week), 3)] }
    var range = HistoryRange(
      .oneWeek, count: nil, from: .seconds(7.5 * week), to: nil, now: exchange.now)
    (range.fillsGaps, range.lookback) = (true, 10)
    let answer = try await exchange.client.history(
      of: Pair(symbol: "A-B"), range, clock: FakeClock().pollClock()
    ).get()
    #expect(answer.value.map(\.time) == [8, 9].map { .seconds($0 * week) })
    #expect(answer.value.map(\.close) == [3, 3])
  }

  /// Candles of hours with their closes, from a range of hours that is filled.
  private static func filled(
    _ closes: [Int: Decimal?], from start: Int, to end: Int, limit: Int? = nil, lookback: Int = 0
  ) async throws -> [String] {
    @Sendable func time(_ hour: Int) -> Date { .seconds(Double(hour) * 3600) }
    var exchange = PastExchange("one")
    exchange.now = time(100)
    exchange.candles = { _ in closes.map { Candle(time($0), $1) } }
    var range = HistoryRange(
      .oneHour, count: limit, from: time(start), to: time(end), now: time(100))
    (range.fillsGaps, range.lookback) = (true, lookback)
    let answer = try await exchange.client.history(
      of: Pair(symbol: "A-B"), range, clock: FakeClock().pollClock()
    ).get()
    return answer.value.map { candle in
      let hour = Int(candle.time.timeIntervalSince1970) / 3600
      return "\(hour) \(candle.close?.plain ?? "-")\(candle.isFilled ? "*" : "")"
    }
  }

  @Test func `a gap has the close before it, at the start that before the range`() async throws {
    let closes: [Int: Decimal?] = [2: 7, 5: 8, 7: nil]
    #expect(
      try await Self.filled(closes, from: 4, to: 9) == ["5 8", "6 8*", "7 -", "8 -*"])
    #expect(
      try await Self.filled(closes, from: 4, to: 7, lookback: 2) == ["4 7*", "5 8", "6 8*"])
    #expect(try await Self.filled(closes, from: 4, to: 7, lookback: 1) == ["5 8", "6 8*"])
    #expect(try await Self.filled(closes, from: 3, to: 5, lookback: 2) == ["3 7*", "4 7*"])
    #expect(try await Self.filled(closes, from: 3, to: 5) == [])
    #expect(
      try await Self.filled(closes, from: 2, to: 8, limit: 3, lookback: 2)
        == ["5 8", "6 8*", "7 -"])
    #expect(
      try await Self.filled(closes, from: 4, to: 7, limit: 3, lookback: 2)
        == ["4 7*", "5 8", "6 8*"])
  }
}
