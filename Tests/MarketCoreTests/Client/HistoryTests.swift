import Foundation
@testable import MarketCore
import Synchronization
import TestTools
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How the pages of a history are joined. The exchange has candles of hours, numbered since 1970.
struct HistoryTests {
  private static let pair = Pair(symbol: "A-B")

  /// Half past the hour of this number.
  private static let now = time(10_000) + 1800

  private static func time(_ hour: Int) -> Date { Date(timeIntervalSince1970: Double(hour) * 3600) }

  private static func range(
    _ count: Int?, from start: Int? = nil, to end: Int? = nil
  ) -> HistoryRange {
    HistoryRange(.oneHour, count: count, from: start.map(time), to: end.map(time), now: now)
  }

  @Test(
    arguments: [
      // The last periods, the running one among them.
      (range(25), Array(9976...10_000), ["", "9991", "9981"]),
      (range(10), Array(9991...10_000), [""]),
      (range(nil), Array(9971...10_000), ["", "9991", "9981"]),
      (range(1), [10_000], [""]),
      // From a moment on; the newest of them.
      (range(nil, from: 9985), Array(9985...10_000), ["", "9991"]),
      (range(12, from: 9000), Array(9989...10_000), ["", "9991"]),
      (range(10, from: 9000), Array(9991...10_000), [""]),
      // Before a moment; between two.
      (range(12, to: 9950), Array(9938...9949), ["9950", "9940"]),
      (range(nil, from: 9940, to: 9950), Array(9940...9949), ["9950"]),
      (range(3, from: 9000, to: 9950), Array(9947...9949), ["9950"]),
    ] as [(HistoryRange, [Int], [String])])
  func `pages go from the newest to the oldest, join exactly and end where the range does`(
    range: HistoryRange, hours: [Int], pages: [String]
  ) async throws {
    let market = Almanac.Market(hours: Set(1...10_000))
    let answer = try await market.history(range).get()
    #expect(answer.value.map(\.time) == hours.map(Self.time))
    #expect(answer.warnings == [])
    #expect(market.asked == pages)
  }

  @Test(
    arguments: [
      (range(3), 9978, ["", "9991", "9981"]), (range(3, from: 9995), 9975, ["", "9991", "9981"]),
      (range(nil, from: 9995), 9975, ["", "9991", "9981"]),
      (range(3, to: 9950), 9927, ["9950", "9940", "9930"]),
    ] as [(HistoryRange, Int, [String])])
  func `candles before the range are requested and marked for indicators`(
    range: HistoryRange, first: Int, pages: [String]
  ) async throws {
    let market = Almanac.Market(hours: Set(1...10_000))
    let plain = try await market.history(range).get().value
    var range = range
    (range.lookback, range.keepsLookback) = (20, true)
    let longer = Almanac.Market(hours: Set(1...10_000))
    let candles = try await longer.history(range).get().value
    #expect(candles.first?.time == Self.time(first))
    #expect(candles.filter { !$0.isAuxiliary } == plain)
    #expect(candles.filter(\.isAuxiliary).count >= 20)
    #expect(longer.asked == pages)
  }

  @Test func `paging ends at the oldest candle that there is`() async throws {
    let market = Almanac.Market(hours: Set(9990...10_000))
    let answer = try await market.history(Self.range(1000)).get()
    #expect(answer.value.map(\.time) == (9990...10_000).map(Self.time))
    #expect(Self.gaps(answer) == Array(9001...9989))
    #expect(market.asked == ["", "9991", "9990"])
  }

  private static func gaps(_ answer: Answer<[Candle]>) -> [Int] {
    answer.warnings.flatMap { warning in
      if case .gaps(let gaps) = warning { gaps.starts } else { [Date]() }
    }.map { Int($0.timeIntervalSince1970) / 3600 }
  }

  @Test func `periods without a candle are a warning`() async throws {
    let market = Almanac.Market(hours: Set(1...10_000).subtracting([9984, 9991, 9998]))
    let answer = try await market.history(Self.range(25)).get()
    #expect(answer.value.count == 22)
    #expect(Self.gaps(answer) == [9984, 9991, 9998])
    #expect(Warning.sentences(for: answer.warnings).count == 1)
    #expect(
      Warning.sentences(for: answer.warnings)[0].hasPrefix("3 of 24 periods have no candle (1971-"))
  }

  @Test func `a gap of nine empty pages is passed, and ten end the paging`() async throws {
    // The tenth page before the newest covers 9900 to 9909.
    let near = Almanac.Market(hours: [10_000, 9905], pagesAreWindows: true)
    let passed = try await near.history(Self.range(nil, from: 9000)).get()
    #expect(passed.value.map(\.time) == [9905, 10_000].map(Self.time))
    let far = Almanac.Market(hours: [10_000, 9895], pagesAreWindows: true)
    let ended = try await far.history(Self.range(nil, from: 9000)).get()
    #expect(ended.value.map(\.time) == [Self.time(10_000)])
    #expect(far.asked.count == 11)
    // What was not requested is not a gap.
    #expect(Self.gaps(ended) == Array(9900...9999))
    let time = Self.time(9900).formatted(.iso8601)
    #expect(
      ended.warnings.contains(.note("older candles than \(time) not requested: ten empty pages")))
  }

  @Test(
    arguments: [
      (range(1000), 720, true), (range(nil, from: 9000), 720, true), (range(720), 720, false),
      (range(700), 700, false), (range(500, from: 9000), 500, false),
      (range(700, to: 9900), 619, true), (range(600, to: 9900), 600, false),
      (range(nil, from: 9000, to: 9100), 0, true),
    ] as [(HistoryRange, Int, Bool)])
  func `a range that begins before what an exchange keeps is an answer with a notice`(
    range: HistoryRange, count: Int, hasNotice: Bool
  ) async throws {
    let market = Almanac.Market(hours: Set(9281...10_000), historyDepth: 720)
    let answer = try await market.history(range).get()
    #expect(answer.value.count == count)
    let notice = Warning.note("Almanac keeps the last 720 periods")
    #expect(answer.warnings == (hasNotice ? [notice] : []))
    #expect(market.asked.count == 1)
  }

  @Test func `a page that fails in between is tried again`() async throws {
    let market = Almanac.Market(
      hours: Set(1...10_000), failures: [2: .httpStatus(503, retryAfter: nil)])
    let answer = try await market.history(Self.range(25)).get()
    #expect(answer.value.map(\.time) == (9976...10_000).map(Self.time))
    #expect(market.asked == ["", "9991", "9991", "9981"])
  }

  @Test func `a page that fails three times, or for good, is a failure without rows`() async {
    let down = MarketError.httpStatus(503, retryAfter: nil)
    let market = Almanac.Market(hours: Set(1...10_000), failures: [2: down, 3: down, 4: down])
    await #expect(throws: down) { try await market.history(Self.range(25)).get() }
    #expect(market.asked == ["", "9991", "9991", "9991"])
    let gone = MarketError.httpStatus(410, retryAfter: nil)
    let other = Almanac.Market(hours: Set(1...10_000), failures: [3: gone])
    await #expect(throws: gone) { try await other.history(Self.range(25)).get() }
    #expect(other.asked == ["", "9991", "9981"])
  }

  @Test func `a page that a recording lacks ends the paging, except the first one`() async throws {
    let missing = MarketError.missing("no recording of candles")
    let market = Almanac.Market(hours: Set(1...10_000), failures: [3: missing])
    let answer = try await market.history(Self.range(25)).get()
    #expect(answer.value.map(\.time) == (9981...10_000).map(Self.time))
    let time = Self.time(9981).formatted(.iso8601)
    // What was not recorded is not a gap.
    #expect(answer.warnings == [.note("older candles than \(time) not recorded")])
    #expect(market.asked == ["", "9991", "9981"])
    let empty = Almanac.Market(hours: Set(1...10_000), failures: [1: missing])
    await #expect(throws: missing) { try await empty.history(Self.range(25)).get() }
  }

  @Test func `rows that are left out are counted over all pages, and a note is said once`()
    async throws
  {
    let market = Almanac.Market(hours: Set(1...10_000), note: "the almanac is old", badHour: 9985)
    let answer = try await market.history(Self.range(25)).get()
    #expect(answer.value.count == 24)
    #expect(
      Warning.sentences(for: answer.warnings) == [
        "skipped 1 invalid row: [4][1] is not a number", "the almanac is old",
        "1 of 24 periods has no candle (1971-02-21T01:00:00Z): no trades, or not sent",
      ])
  }

  @Test func `it is told after each page how many candles there are`() async throws {
    let counts = Mutex<[Int]>([])
    let market = Almanac.Market(hours: Set(1...10_000))
    _ = await market.history(Self.range(25)) { count in counts.withLock { $0.append(count) } }
    #expect(counts.withLock(\.self) == [10, 20, 25])
  }

  @Test(
    arguments: [
      (HistoryRange(.oneDay, count: nil, from: nil, to: nil, now: now), 30),
      (HistoryRange(.oneDay, count: 7, from: nil, to: nil, now: now), 7),
      (HistoryRange(.oneDay, count: .min, now: now), 0),
      (HistoryRange(.oneDay, count: .min, from: now - 86_400, now: now), 0),
      (HistoryRange(.oneHour, count: nil, from: time(9990), to: time(9995), now: now), 5),
      (HistoryRange(.oneHour, count: 3, from: time(9990), to: time(9995), now: now), 3),
      (HistoryRange(.oneHour, count: nil, from: time(9990), to: nil, now: now), 11),
      (HistoryRange(.oneHour, count: nil, from: time(9995), to: time(9990), now: now), 0),
    ])
  func `a range has so many candles at most`(range: HistoryRange, count: Int) {
    #expect(range.expectedCount(now: Self.now) == count)
  }

  @Test func `months are those of the calendar`() throws {
    let now = try #require(try? Date("2027-03-31T12:00:00Z", strategy: .iso8601))
    let range = HistoryRange(.oneMonth, count: 1, from: nil, to: nil, now: now)
    #expect(range.start > now - 31 * 86_400 - 1 && range.start < now - 27 * 86_400)
    let before = HistoryRange(.oneMonth, count: 2, from: nil, to: now - 12 * 3600, now: now)
    #expect(before.start == (try? Date("2027-01-31T00:00:00Z", strategy: .iso8601)))
  }
}

/// An exchange of candles alone, which come in pages of ten, or as many as it keeps.
private struct Almanac: ExchangeOfCandles {
  let info: ExchangeInfo
  /// Whether a page covers ten hours, however few of them have a candle.
  let pagesAreWindows: Bool
  let note: String?

  func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?,
    in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let hour = end.map { "\(Int($0.timeIntervalSince1970 / 3600))" } ?? ""
    let response = try await scope.get("candles", query: ["before": hour])
    let rows = try response.parsed { (list: JSONArray) in
      try list.arrays { row -> Candle? in
        // `[HOUR, CLOSE]`.
        guard let number: Int64 = try row.wholeNumber() else { return nil }
        let hour = Double(number)
        return Candle(
          time: Date(timeIntervalSince1970: hour * 3600), open: nil, high: nil, low: nil,
          close: try row.requiredNumber(), volume: nil)
      }
    }
    let warnings = rows.warnings + (note.map { [.note($0)] } ?? [])
    var answer = Answer(rows.elements, asOf: response.receivedAt, warnings: warnings)
    answer.warnings = warnings
    return answer
  }

  func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date? {
    if info.historyDepth != nil { return nil }
    guard pagesAreWindows, let end else { return oldestCandle }
    return end - 36_000
  }

  /// What the almanac is asked over, which keeps what it was asked.
  final class Market: Sendable {
    private let client: MarketClient
    private let log = Observed<[String]>([])

    /// - Parameters:
    ///   - hours: the hours that have a candle.
    ///   - failures: what becomes of a request, by its number from 1.
    ///   - badHour: an hour whose row cannot be understood.
    init(
      hours: Set<Int>, historyDepth: Int? = nil, pagesAreWindows: Bool = false, note: String? = nil,
      failures: [Int: MarketError] = [:], badHour: Int? = nil
    ) {
      let transport = Transport { [log] request in
        let before = request.url?.query()?.replacing("before=", with: "") ?? ""
        let number = log.change { asked in
          asked.append(before)
          return asked.count
        }
        if let failure = failures[number] { return .failure(failure) }
        let end = Int(before) ?? 10_001
        let window = pagesAreWindows ? end - 10..<end : 0..<end
        let page = hours.filter(window.contains).sorted().suffix(historyDepth ?? 10)
        let rows = page.map { $0 == badHour ? #"[\#($0),"x"]"# : "[\($0),1.5]" }
        let body = Data("[\(rows.joined(separator: ","))]".utf8)
        return .success(Transport.Response(body: body, receivedAt: HistoryTests.receivedAt))
      }
      client = MarketClient(
        transport,
        exchange: Almanac(
          info: ExchangeInfo(
            id: "almanac", title: "Almanac", url: "file:///almanac",
            minimumPollInterval: .seconds(1)
          ) {
            ($0.periods, $0.historyDepth) = ([.oneHour], historyDepth)
          },
          pagesAreWindows: pagesAreWindows, note: note),
        timeout: .patient)
    }

    /// The hours before which pages were asked for, in order; empty for the newest.
    var asked: [String] { log.value }

    func history(
      _ range: HistoryRange, progress: @Sendable (Int) -> Void = { _ in }
    ) async -> Result<Answer<[Candle]>, MarketError> {
      await client.history(
        of: Pair(symbol: "A-B"), range, clock: FakeClock().pollClock(), progress: progress)
    }
  }
}

extension HistoryTests {
  fileprivate static var receivedAt: Date { now }
}
