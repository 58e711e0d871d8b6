import MarketCore
import Synchronization
import TestTools
import Testing

/// The poller of one exchange.
@Suite(.timeLimit(.minutes(20)))
struct PollerTests {
  @Test(arguments: [.seconds(10), .milliseconds(100), .seconds(1) / 3, .seconds(3600)])
  func `the beat is counted from the first poll and does not drift`(interval: Duration) async {
    let run = await PollRun(
      interval: interval, count: 3_000, fetching: { interval * ($0 * 7 % 10) / 10 })
    let beats = (0..<3_000).map { interval * $0 }
    #expect(run.starts == beats)
    #expect(run.announced == run.followers)
  }

  @Test func `a poll that takes no time is not made twice in its beat`() async {
    let run = await PollRun(interval: .milliseconds(100), count: 1000)
    #expect(run.starts == (0..<1000).map { .milliseconds(100) * $0 })
  }

  @Test(arguments: [
    (9, 0, [0, 10, 20, 30], 10), (25, 0, [0, 30, 40, 50], 30), (0, 25, [0, 30, 40, 50], 10),
    (12, 25, [0, 40, 50, 60], 20), (0, 10, [0, 10, 20, 30], 10),
    (3599, 3, [0, 3610, 3620, 3630], 3600),
  ])
  func `beats that pass during a slow fetch or a slow report are skipped, not queued`(
    fetching: Int, reporting: Int, starts: [Int], announced: Int
  ) async {
    let run = await PollRun(
      count: 4, fetching: { .seconds($0 == 0 ? fetching : 0) },
      reporting: { .seconds($0 == 0 ? reporting : 0) })
    #expect(run.starts == starts.map { .seconds($0) })
    #expect(run.announced.first == .seconds(announced))
  }

  @Test func `after an hour of sleep there is one poll, and the beat goes on`() async {
    let clock = FakeClock()
    let starts = Mutex<[Duration]>([])
    let poller = Poller(
      interval: .seconds(10), count: 5,
      clock: clock.pollClock(whileAsleep: {
        if clock.now == .seconds(10) { clock.pass(.seconds(3593)) }
      }))
    for await _ in poller.polls(fetch: { .success(starts.withLock { $0.append(clock.now) }) }) {}
    #expect(starts.withLock(\.self) == [0, 10, 3603, 3610, 3620].map { .seconds($0) })
  }

  @Test func `a poll says what came and when`() async {
    let clock = FakeClock()
    var polls: [Poll<String>] = []
    let poller = Poller(interval: .seconds(10), count: 2, clock: clock.pollClock())
    let results = poller.polls {
      clock.pass(.seconds(3))
      return clock.now < .seconds(10) ? .success("answer") : .failure(.malformed("nonsense"))
    }
    for await poll in results where polls.count < 5 { polls.append(poll) }
    #expect(polls.map(\.result) == [.success("answer"), .failure(.malformed("nonsense"))])
    #expect(polls.map { clock.time(of: $0.at) } == [.seconds(3), .seconds(13)])
    #expect(polls.map { $0.next.map(clock.time) } == [.seconds(10), nil])
  }

  @Test(arguments: [1, 2, 7]) func `the count is of polls, answered or not`(count: Int) async {
    for failure in [nil, MarketError.timedOut(seconds: 10)] {
      let run = await PollRun(count: count, failure: { $0.isMultiple(of: 2) ? failure : nil })
      #expect(run.polls.count == count)
      #expect(run.announced.map { $0 == nil } == (1...count).map { $0 == count })
    }
  }

  @Test func `polling ends when nobody wants more`() async {
    let run = await PollRun(wantsMore: { $0 < 4 })
    #expect(run.polls.count == 5)
    #expect(run.starts.last == .seconds(40))
  }

  @Test(
    arguments: [
      .unknownSymbol("BTC-USDD", near: []), .missing("tickers"), .cancelled,
    ] as [MarketError])
  func `polling ends when nothing can come any more`(error: MarketError) async {
    let run = await PollRun(failure: { $0 == 2 ? error : nil })
    #expect(run.polls.count == 3)
    #expect(run.announced == [.seconds(10), .seconds(20), nil])
  }

  @Test(
    arguments: [
      .unreachable("no route"), .untrusted("bad certificate"), .timedOut(seconds: 10),
      .rateLimited(retryAfter: nil), .httpStatus(404, retryAfter: nil),
      .httpStatus(500, retryAfter: nil),
      .dataUnavailable(Pair(symbol: "BTC-USD"), status: 500),
      .malformed("nonsense"), .tooLarge(limit: 1),
    ] as [MarketError])
  func `polling goes on after any other failure`(error: MarketError) async {
    let run = await PollRun(count: 3, failure: { $0 == 0 ? error : nil })
    #expect(run.starts == [.zero, .seconds(1), .seconds(10)])
  }

  @Test func `no fetch begins before the last one is answered and reported`() async {
    let clock = FakeClock()
    let count = Mutex((underway: 0, most: 0, fetches: 0))
    let poller = Poller(interval: .milliseconds(100), count: 100, clock: clock.pollClock())
    let polls = poller.polls {
      let fetches = count.withLock { count in
        count.fetches += 1
        count.underway += 1
        count.most = max(count.most, count.underway)
        return count.fetches
      }
      for _ in 0..<5 { await Task.yield() }
      clock.pass(.seconds(1))
      return .success(fetches)
    }
    for await _ in polls {
      for _ in 0..<5 { await Task.yield() }
      count.withLock { $0.underway -= 1 }
    }
    #expect(count.withLock(\.fetches) == 100)
    #expect(count.withLock(\.most) == 1)
  }

  @Test func `a slow report does not put off the try after a failure by an interval`() async {
    let run = await PollRun(
      interval: .seconds(3600), count: 2, failure: { $0 == 0 ? .timedOut(seconds: 10) : nil },
      reporting: { _ in .seconds(3) })
    #expect(run.starts == [.zero, .seconds(3)])
  }
}

extension PollerTests {
  /// Where a task is when it is cancelled.
  enum Moment { case before, fetching, reporting, asleep }

  @Test(arguments: [(Moment.before, 0), (.fetching, 1), (.reporting, 1), (.asleep, 1)])
  func `polling ends when the task is cancelled`(moment: Moment, polls: Int) async {
    let task = Observed<Task<Void, Never>?>(nil)
    @Sendable func cancel(at now: Moment) {
      if now == moment { task.value?.cancel() }
    }
    let fetches = Mutex(0)
    let polling = Task {
      _ = await task.waits { $0 != nil }
      let clock = FakeClock().pollClock(whileAsleep: { cancel(at: .asleep) })
      cancel(at: .before)
      let polls = Poller(interval: .seconds(10), count: 5, clock: clock).polls {
        cancel(at: .fetching)
        return .success(fetches.withLock { $0 += 1 })
      }
      for await _ in polls { cancel(at: .reporting) }
    }
    task.change { $0 = polling }
    await polling.value
    #expect(fetches.withLock { $0 } == polls)
  }

  @Test func `a cancelled task leaves no sleep behind`() async {
    let clock = HandClock()
    let polling = Task {
      let polls = Poller(interval: .seconds(10), clock: clock.pollClock).polls { .success(1) }
      for await _ in polls {}
    }
    #expect(await clock.waits { $0 == [.seconds(10)] })
    polling.cancel()
    await polling.value
    #expect(await clock.waits(untilSleepers: \.isEmpty))
  }
}
