import Synchronization
import TestTools
import Testing

@testable import MarketCore

/// Pollers with an interval of 0, as for a recording that is replayed without pauses.
@Suite(.timeLimit(.minutes(20)))
struct PauselessPollerTests {
  /// A poller without pauses, for which each sleep is an issue.
  private static func poller(count: Int? = nil) -> Poller {
    let start = ContinuousClock.now
    let clock = PollClock(
      now: { start }, sleep: { _ in Issue.record("the poller sleeps") }, random: { 0.5 })
    return Poller(interval: .zero, count: count, clock: clock)
  }

  /// What each fetch of an exchange results in; `nil` for an answer.
  typealias Failures = @Sendable (_ fetch: Int) -> MarketError?

  /// The reports of a poller of several exchanges, as in `a b!`, and the number of fetches of each exchange.
  private static func run(
    _ exchanges: [(String, Failures)], count: Int? = nil, gathers: Bool = true
  ) async -> (reports: [String], fetches: [String: Int]) {
    let fetches = Mutex<[String: Int]>([:])
    let sources = exchanges.map { name, failure in
      let fetch: Polls<Int>.Fetch = {
        let number = fetches.withLock { fetches in
          fetches[name, default: 0] += 1
          return fetches[name, default: 0]
        }
        return failure(number).map { .failure($0) } ?? .success(number)
      }
      return (ExchangeID(rawValue: name) as ExchangeID?, fetch)
    }
    var reports: [String] = []
    for await polls in Polls(poller: poller(count: count), fetches: sources, gathers: gathers) {
      #expect(polls.allSatisfy { $0.next == nil })
      reports.append(
        polls.map { "\($0.exchange?.rawValue ?? "")\($0.failure == nil ? "" : "!")" }
          .joined(separator: " "))
      if reports.count > 1_000 { break }
    }
    return (reports, fetches.withLock(\.self))
  }

  private static let answers: Failures = { _ in nil }

  @Test func `polls of one exchange follow without a sleep, whatever fails`() async {
    let errors: [MarketError] = [
      .rateLimited(retryAfter: 3_600), .unreachable("no route"), .httpStatus(503, retryAfter: 60),
      .timedOut(seconds: 10), .notAnswered,
    ]
    let number = Mutex(0)
    var polls: [Poll<Int>] = []
    for await poll in Self.poller(count: 200).polls(fetch: {
      let number = number.withLock { number in
        number += 1
        return number
      }
      return number % 3 == 0 ? .success(number) : .failure(errors[number % errors.count])
    }) { polls.append(poll) }
    // One that has not answered is late, but for the last of all.
    #expect(number.withLock(\.self) == 200)
    let answered = polls.compactMap { try? $0.result.get() }
    #expect(answered == Array(stride(from: 3, through: 200, by: 3)))
    #expect(polls.filter { $0.failure != nil && $0.failure != .notAnswered }.count == 200 - 66 - 27)
    #expect(polls.allSatisfy { $0.next == nil })
  }

  @Test(arguments: [1, 2, 7]) func `the count is of beats, answered or not`(count: Int) async {
    let run = await Self.run(
      [("a", Self.answers), ("b", { _ in .unreachable("no route") })], count: count)
    #expect(run.reports == Array(repeating: "a b!", count: count))
    #expect(run.fetches == ["a": count, "b": count])
  }

  @Test func `a failure delays neither its exchange nor others`() async {
    let run = await Self.run(
      [
        ("a", Self.answers), ("b", { $0 < 5 ? .rateLimited(retryAfter: 3_600) : nil }),
        ("c", { $0 % 2 == 0 ? .unreachable("no route") : nil }),
      ], count: 6)
    #expect(run.reports == ["a b! c", "a b! c!", "a b! c", "a b! c!", "a b c", "a b c!"])
  }

  @Test
  func `an exchange that has not answered is missing in the report, and polled in the next beat`()
    async
  {
    let run = await Self.run(
      [("a", Self.answers), ("b", { $0 % 3 == 0 ? nil : .notAnswered })], count: 6)
    #expect(run.reports == ["a", "a", "a b", "a", "a", "a b"])
    #expect(run.fetches == ["a": 6, "b": 6])
  }

  @Test func `a beat in which no exchange has answered counts, and the next one follows`() async {
    let run = await Self.run(
      [("a", { $0 == 2 ? .notAnswered : nil }), ("b", { $0 < 3 ? .notAnswered : nil })], count: 4)
    #expect(run.reports == ["a", "a b", "a b"])
    #expect(run.fetches == ["a": 4, "b": 4])
  }

  @Test func `an exchange that has ended is polled no more, and polling ends with the last`() async
  {
    let run = await Self.run([
      ("a", { $0 == 4 ? .ended("no more") : nil }), ("b", { $0 == 2 ? .missing("tickers") : nil }),
    ])
    #expect(run.reports == ["a b", "a b!", "a", "a!"])
    #expect(run.fetches == ["a": 4, "b": 2])
  }

  @Test func `without gathering each answer is reported, beat by beat`() async {
    let run = await Self.run([("a", Self.answers), ("b", Self.answers)], count: 20, gathers: false)
    let beats = stride(from: 0, to: run.reports.count, by: 2).map {
      run.reports[$0...].prefix(2).sorted()
    }
    #expect(beats == Array(repeating: ["a", "b"], count: 20))
  }

  @Test func `no beat begins before each exchange has answered, and no sleep ends one`() async {
    let run = SeveralPollerRun(interval: .zero, count: 2)
    #expect(await run.fetches("a0 b0 c0"))
    await run.answer("a b")
    #expect(run.state.value.reports.isEmpty && run.clock.sleepers.isEmpty)
    await run.answer("c!")
    #expect(await run.fetches("a0 a0 b0 b0 c0 c0"))
    #expect(run.state.value.nexts == [[nil, nil, nil]])
    await run.answer("c b! a")
    #expect(await run.reports("0: a b c!", "0: a b! c"))
    #expect(await run.state.waits(until: \.hasEnded))
  }

  @Test func `a beat does not begin before the loop is done with the one before`() async {
    let fetches = Mutex(0)
    let polls = Self.poller(count: 50).polls(fetch: {
      .success(
        fetches.withLock { count in
          count += 1
          return count
        })
    })
    var reports = 0
    for await poll in polls {
      reports += 1
      for _ in 0..<10 { await Task.yield() }
      #expect(fetches.withLock(\.self) == reports && poll.failure == nil)
    }
    #expect(reports == 50)
  }

  @Test func `polling without a count ends when its task is cancelled`() async {
    let fetches = Mutex(0)
    let polling = Task {
      for await _ in Self.poller().polls(fetch: { .success(fetches.withLock { $0 += 1 }) }) {
        if fetches.withLock(\.self) == 100 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await polling.value
    #expect(fetches.withLock(\.self) == 100)
  }
}
