import Foundation
import MarketCore
import Reports
import Synchronization
import Terminal
import Testing

@testable import Screens

/// The status line of a screen.
struct StatusLineTests {
  /// A list with these notices.
  private struct NoticesFeed: Feed {
    var market = Market.sample
    var watch = Watch<Ticker>()
    let notices: [String]
    let model = ListViewModel<Ticker>()

    func fetch(_ client: MarketClient) async -> Fetched { .failure(.cancelled) }
    func notices(_ model: ListViewModel<Ticker>) -> [String] { notices }
    func meets(_ condition: Condition<Ticker>, _ model: ListViewModel<Ticker>) -> Bool { false }
  }

  private static let start = ContinuousClock.now
  private static let date = Date(timeIntervalSince1970: 1_795_258_928)

  /// The lines after these polls, seen so many seconds after the start.
  private static func lines(
    after answers: [Result<Answer<[Ticker]>, MarketError>], at seconds: Int,
    sentences: [String] = [],
    isPaused: Bool = false, jump: Double = 0, lastFiring: AlertEvent? = nil, isSeen: Bool = false
  ) async -> (now: String, final: String, details: [String]) {
    var feed = NoticesFeed(notices: sentences)
    feed.market.clock = PollClock(now: { start }, sleep: { _ in }, random: { 0.5 })
    var state = PollState(feed, at: .sample)
    let results = Mutex(answers[...])
    let poller = Poller(
      interval: .seconds(10), count: answers.count + 1,
      clock: PollClock(now: { start }, sleep: { _ in }, random: { 0.5 }))
    let polls = poller.polls { results.withLock { $0.popFirst() } ?? .failure(.cancelled) }
    for await poll in polls {
      if case .failure(.cancelled) = poll.result { break }
      state.apply([poll])
    }
    let status = StatusLine(
      polls: state, stage: .sample(), exchangeNames: "http://x", isPaused: isPaused,
      now: start + .seconds(seconds), date: date + Double(seconds) + jump)
    return (
      status.line(lastFiring: lastFiring.map { ($0, isSeen) }).rendered(),
      status.line(isFinal: true).rendered(),
      status.details
    )
  }

  private static let answer = Answer<[Ticker]>([], asOf: date)
  private static let fault = MarketError.unreachable("connection refused")

  @Test func `before the first answer it counts the seconds of the request`() async {
    #expect(await Self.lines(after: [], at: 3).now == "loading from http://x … 3 s")
  }

  @Test func `it has the time of the data and of the next poll`() async {
    let lines = await Self.lines(after: [.success(Self.answer)], at: 2)
    #expect(lines.now == "11:02:08 · next 11:02:18")
    #expect(lines.final == "11:02:08")
  }

  @Test func `of stale data it has the age, the reason and the time to the next try`() async {
    let lines = await Self.lines(
      after: [.success(Self.answer), .failure(Self.fault)], at: 0)
    #expect(lines.now == "stale 0 s: connection refused; next try in 1 s")
    let later = await Self.lines(after: [.success(Self.answer), .failure(Self.fault)], at: 300)
    #expect(later.now == "stale 5 min: connection refused; retrying …")
    #expect(later.final == "stale 5 min: connection refused")
  }

  @Test func `without data it has the reason`() async {
    let lines = await Self.lines(after: [.failure(Self.fault)], at: 0)
    #expect(lines.now == "no data yet: connection refused; next try in 1 s")
  }

  @Test func `it ends with the sentences about the data`() async {
    let lines = await Self.lines(
      after: [.success(Self.answer)], at: 0, sentences: ["skipped 1 invalid row", "a\u{1B}b"])
    #expect(lines.now == "11:02:08 · next 11:02:18 · skipped 1 invalid row · a\u{FFFD}b")
    #expect(lines.final == "11:02:08 · skipped 1 invalid row · a\u{FFFD}b")
  }

  @Test func `help has the reason of a failure, and the sentences about what is still shown`()
    async
  {
    let lines = await Self.lines(
      after: [.success(Self.answer), .failure(Self.fault)], at: 0, sentences: ["one", "two"])
    #expect(lines.now == "stale 0 s: connection refused; next try in 1 s")
    #expect(lines.details == [lines.now, "one", "two"])
  }

  @Test func `in a pause it has no next poll`() async {
    let loaded = await Self.lines(after: [.success(Self.answer)], at: 2, isPaused: true)
    #expect(loaded.now == "11:02:08 · paused")
    #expect(loaded.final == "11:02:08")
    let stale = await Self.lines(
      after: [.success(Self.answer), .failure(Self.fault)], at: 40, isPaused: true)
    #expect(stale.now == "stale 40 s: connection refused; paused")
    let unanswered = await Self.lines(after: [.failure(Self.fault)], at: 0, isPaused: true)
    #expect(unanswered.now == "no data yet: connection refused; paused")
  }

  @Test func `data of another day has its date`() async {
    let old = Answer<[Ticker]>([], asOf: Self.date - 86_400)
    #expect(
      await Self.lines(after: [.success(old)], at: 0).final == "2026-11-20 11:02:08")
  }

  @Test func `after the machine slept the data is stale until a poll is answered`() async {
    let lines = await Self.lines(after: [.success(Self.answer)], at: 3600)
    #expect(lines.now == "stale 60 min: polling was suspended; refreshing")
    #expect(lines.final == "11:02:08")
    let slow = await Self.lines(after: [.success(Self.answer)], at: 70)
    #expect(slow.now == "11:02:08 · next 11:02:18")
    let paused = await Self.lines(after: [.success(Self.answer)], at: 3600, isPaused: true)
    #expect(paused.now == "11:02:08 · paused")
    let failed = await Self.lines(
      after: [.success(Self.answer), .failure(Self.fault)], at: 3600)
    #expect(failed.now == "stale 60 min: connection refused; retrying …")
  }

  @Test(arguments: [-3600, 3600, 86_400, -31_536_000, 630_720_000] as [Double])
  func `a calendar that jumps changes no age and no wait`(jump: Double) async {
    let loading = await Self.lines(after: [], at: 3, jump: jump)
    #expect(loading.now == "loading from http://x … 3 s")
    let stale = await Self.lines(
      after: [.success(Self.answer), .failure(Self.fault)], at: 40, jump: jump)
    #expect(stale.now == "stale 40 s: connection refused; retrying …")
    let loaded = await Self.lines(after: [.success(Self.answer)], at: 2, jump: jump)
    let isFar = abs(jump) > 43_200
    #expect(loaded.final == (isFar ? "2026-11-21 " : "") + "11:02:08")
    let hours = jump == -3600 ? 10 : jump == 3600 ? 12 : 11
    #expect(loaded.now == loaded.final + " · next \(hours):02:18")
  }

  @Test func `a firing stands before the age, and behind the reason of stale data`() async {
    let ticker = Ticker(pair: Pair(symbol: "A\u{1B}B-USD"), open: 1, volume: 1, last: 7)
    func event(at time: Date) -> AlertEvent {
      AlertEvent(Firing(alert: "dip", time: time, row: ticker), isMultiExchange: false)
    }
    let firing = event(at: Self.date - 5)
    let text = "11:02:03 dip: A\u{FFFD}B-USD $7.00"
    let loaded = await Self.lines(after: [.success(Self.answer)], at: 2, lastFiring: firing)
    #expect(loaded.now == "\(text) · 11:02:08 · next 11:02:18")
    #expect(loaded.final == "11:02:08")
    let stale = await Self.lines(
      after: [.success(Self.answer), .failure(Self.fault)], at: 0, lastFiring: firing)
    #expect(stale.now == "stale 0 s: connection refused; next try in 1 s · \(text)")
    #expect(stale.details == ["stale 0 s: connection refused; next try in 1 s"])
    let paused = await Self.lines(
      after: [.success(Self.answer)], at: 2, isPaused: true, lastFiring: firing)
    #expect(paused.now == "11:02:08 · paused · \(text)")
    let seen = await Self.lines(
      after: [.success(Self.answer)], at: 2, lastFiring: firing, isSeen: true)
    #expect(seen.now == "11:02:08 · next 11:02:18 · \(text)")
    let loading = await Self.lines(after: [], at: 3, lastFiring: firing)
    #expect(loading.now == "loading from http://x … 3 s · \(text)")
    let old = await Self.lines(
      after: [.success(Self.answer)], at: 2, lastFiring: event(at: Self.date - 86_405))
    #expect(old.now.hasPrefix("2026-11-20 11:02:03 dip: "))
  }
}
