import TestTools
import Testing

@testable import MarketCore

/// The poller of several exchanges.
@Suite(.timeLimit(.minutes(20)))
struct SeveralPollerTests {
  @Test func `a beat is reported in the order asked, when each exchange has answered or failed`()
    async
  {
    let run = SeveralPollerRun()
    #expect(await run.fetches("a0 b0 c0"))
    await run.answer("b a")
    #expect(run.state.value.reports.isEmpty)
    await run.answer("c!")
    #expect(await run.reports("0: a b c!"))
    #expect(run.state.value.nexts == [[10, 10, 10]])
  }

  @Test func `without gathering each answer is reported at once`() async {
    let run = SeveralPollerRun(gathers: false)
    #expect(await run.fetches("a0 b0 c0"))
    await run.answer("b")
    #expect(await run.reports("0: b"))
    await run.answer("a!")
    #expect(await run.reports("0: b", "0: a!"))
  }

  @Test func `at the next beat it is reported without the late one, which the next report has`()
    async
  {
    let run = SeveralPollerRun()
    #expect(await run.fetches("a0 b0 c0"))
    await run.answer("a b")
    await run.passes(to: 10)
    #expect(await run.reports("10: a b"))
    #expect(await run.fetches("a0 b0 c0 a10 b10"))
    await run.answer("a b")
    await run.answer("c")
    #expect(await run.reports("10: a b", "10: a b c"))
    await run.passes(to: 20)
    #expect(await run.fetches("a0 b0 c0 a10 b10 a20 b20 c20"))
  }

  @Test func `an exchange whose answer is read before a late beat begins is polled in it`()
    async
  {
    let (clock, beats, answered) = (HandClock(), Observed([String]()), Observed(0))
    let pollClock = PollClock(
      now: clock.pollClock.now, sleep: clock.pollClock.sleep, random: clock.pollClock.random,
      beginBeat: { exchanges in
        beats.change { $0.append(exchanges.map(\.rawValue).joined(separator: " ")) }
      })
    let poller = Poller(interval: .seconds(10), count: 2, clock: pollClock)
    let fetches = ["a", "b"].map { exchange in
      (
        ExchangeID(rawValue: exchange),
        { @Sendable () -> Result<Int, MarketError> in
          if exchange == "b" { _ = await answered.waits { $0 > 0 } }
          return .success(1)
        }
      )
    }
    for await polls in Polls(poller: poller, fetches: fetches, gathers: false) {
      guard polls[0].exchange == "a", answered.value == 0 else { continue }
      // The loop is busy while the other one answers, and then until the next beat.
      _ = await clock.waits { !$0.isEmpty }
      answered.change { $0 = 1 }
      for _ in 0..<100 { await Task.yield() }
      clock.pass(.seconds(10))
    }
    #expect(beats.value == ["a b", "a b"])
  }

  @Test func `a beat without any answer goes on`() async {
    let run = SeveralPollerRun()
    #expect(await run.fetches("a0 b0 c0"))
    await run.passes(to: 12)
    #expect(await run.clock.waits { $0 == [.seconds(20)] })
    await run.answer("c b a")
    #expect(await run.reports("12: a b c"))
    await run.passes(to: 20)
    #expect(await run.fetches("a0 b0 c0 a20 b20 c20"))
  }

  @Test func `the count is of beats, also of those on which nothing is asked`() async {
    let run = SeveralPollerRun(count: 3)
    #expect(await run.fetches("a0 b0 c0"))
    await run.answer("a! b! c!", .rateLimited(retryAfter: 25))
    #expect(await run.reports("0: a! b! c!"))
    await run.passes(to: 10)
    await run.passes(to: 20)
    #expect(await run.state.waits(until: \.hasEnded))
    #expect(run.state.value.fetches.count == 3)
  }

  @Test func `the last beat waits for all`() async {
    let run = SeveralPollerRun(count: 1)
    #expect(await run.fetches("a0 b0 c0"))
    await run.answer("a b")
    run.clock.pass(.seconds(30))
    await run.answer("c!")
    #expect(await run.reports("30: a b c!"))
    #expect(run.state.value.nexts == [[nil, nil, nil]])
    #expect(await run.state.waits(until: \.hasEnded))
  }

  @Test func `the clock is called at each beat in which a fetch begins, before the fetch`() async {
    let run = SeveralPollerRun(count: 3)
    #expect(await run.fetches("a0 b0 c0"))
    await run.answer("a! b! c!", .rateLimited(retryAfter: 15))
    await run.passes(to: 10)
    await run.passes(to: 20)
    #expect(await run.fetches("a0 b0 c0 a20 b20 c20"))
    #expect(run.state.value.beats == ["0 after 0 fetches", "20 after 3 fetches"])
  }

  @Test func `a beat without any answer counts, and those that are due are asked`() async {
    let run = SeveralPollerRun(count: 3)
    await run.answer("a b! c!")
    #expect(await run.reports("0: a b! c!"))
    await run.passes(to: 10)
    #expect(await run.fetches("a0 b0 c0 a10 b10 c10"))
    await run.answer("a!", .rateLimited(retryAfter: 5))
    await run.passes(to: 20)
    #expect(await run.fetches("a0 b0 c0 a10 b10 c10 a20"))
    await run.answer("a b c")
    #expect(await run.state.waits(until: \.hasEnded))
  }

  @Test func `polling at once asks the others while one hangs`() async {
    let run = SeveralPollerRun(gathers: false)
    await run.answer("a b")
    #expect(await run.reports("0: a", "0: b"))
    run.clock.pass(.seconds(3))
    run.control.pollNow()
    #expect(await run.fetches("a0 b0 c0 a3 b3"))
  }

  @Test func `leaving the loop cancels what is in flight, and nothing begins any more`() async {
    let (clock, ends) = (HandClock(), Observed([String]()))
    let poller = Poller(interval: .seconds(10), clock: clock.pollClock)
    let fetches = ["a", "b", "c"].map { exchange in
      (
        ExchangeID(rawValue: exchange),
        { @Sendable () -> Result<Int, MarketError> in
          if exchange != "a" { await clock.sleep(until: .seconds(1000)) }
          ends.change { $0.append("\(exchange)\(Task.isCancelled ? " cancelled" : "")") }
          return .success(1)
        }
      )
    }
    for await _ in Polls(poller: poller, fetches: fetches, gathers: false) { break }
    #expect(await ends.waits { $0.sorted() == ["a", "b cancelled", "c cancelled"] })
    clock.pass(.seconds(100))
    #expect(clock.sleepers.isEmpty)
    #expect(ends.value.count == 3)
  }

  @MainActor @Test func `the loop stays on its actor`() async {
    let poller = Poller(interval: .seconds(10), count: 2, clock: FakeClock().pollClock())
    var numbers: [Int] = []
    for await poll in poller.polls(fetch: { .success(1) }) {
      MainActor.assertIsolated()
      if case .success(let number) = poll.result { numbers.append(number) }
    }
    #expect(numbers == [1, 1])
  }

  @Test func `no beat begins in a pause, but what was asked is reported`() async {
    let run = SeveralPollerRun(gathers: false)
    await run.answer("a b")
    run.control.isPaused = true
    #expect(await run.clock.waits { $0.count == 1 && $0[0] > .seconds(1e6) })
    run.clock.pass(.seconds(10))
    await run.answer("c")
    #expect(await run.reports("0: a", "0: b", "10: c"))
    #expect(run.state.value.fetches.count == 3)
    run.control.isPaused = false
    #expect(await run.state.waits { $0.fetches.count >= 5 })
    #expect(run.state.value.fetches.filter { $0.hasSuffix("10") }.count >= 2)
  }
}
