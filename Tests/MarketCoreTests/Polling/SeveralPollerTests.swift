import Synchronization
import TestTools
import Testing

@testable import MarketCore

/// The poller of several exchanges.
@Suite(.timeLimit(.minutes(20)))
struct SeveralPollerTests {
  /// A poller of the exchanges a, b and c, every ten seconds by default; each of their fetches is held until a
  /// test answers it.
  final class Run: Sendable {
    struct State {
      /// The exchange and the time of each fetch.
      var fetches: [String] = []
      /// The fetches that are under way, by exchange.
      var held: [String: CheckedContinuation<Result<Int, MarketError>, Never>] = [:]
      /// The polls of each report, as in `a b!`, and its time.
      var reports: [String] = []
      var nexts: [[Int?]] = []
      /// The time of each beat, and how many fetches had begun before it.
      var beats: [String] = []
      var hasEnded = false
    }

    let clock = HandClock()
    let control = PollControl()
    let state = Observed(State())

    init(interval: Duration = .seconds(10), count: Int? = nil, gathers: Bool = true) {
      let pollClock = PollClock(
        now: clock.pollClock.now, sleep: clock.pollClock.sleep, random: clock.pollClock.random,
        beginBeat: { [state, clock] _ in
          state.change { $0.beats.append("\(clock.seconds) after \($0.fetches.count) fetches") }
        })
      let poller = Poller(interval: interval, count: count, clock: pollClock, control: control)
      let start = clock.pollClock.now()
      Task {
        let fetches = ["a", "b", "c"].map { exchange in
          (ExchangeID(rawValue: exchange), { @Sendable in await self.fetch(exchange) })
        }
        for await polls in Polls(poller: poller, fetches: fetches, gathers: gathers) {
          self.state.change { state in
            let names = polls.map {
              "\($0.exchange?.rawValue ?? "")\($0.failure == nil ? "" : "!")"
            }
            state.reports.append("\(self.clock.seconds): \(names.joined(separator: " "))")
            state.nexts.append(polls.map { $0.next.map { Int(($0 - start) / .seconds(1)) } })
          }
        }
        self.state.change { $0.hasEnded = true }
      }
    }

    private func fetch(_ exchange: String) async -> Result<Int, MarketError> {
      await withCheckedContinuation { continuation in
        state.change { state in
          state.fetches.append("\(exchange)\(clock.seconds)")
          state.held[exchange] = continuation
        }
      }
    }

    /// Waits until these fetches have begun, all there were so far.
    func fetches(_ fetches: String) async -> Bool {
      let fetches = fetches.split(separator: " ").map(String.init).sorted()
      return await state.waits { $0.fetches.sorted() == fetches && $0.held.count <= 3 }
    }

    /// Answers the fetches of these exchanges, one after the other; `!` behind one fails it.
    func answer(_ exchanges: String, _ error: MarketError = .unreachable("no route")) async {
      for exchange in exchanges.split(separator: " ") {
        let name = String(exchange.prefix(1))
        _ = await state.waits { $0.held[name] != nil }
        let held = state.change { $0.held.removeValue(forKey: name) }
        held?.resume(returning: exchange.hasSuffix("!") ? .failure(error) : .success(1))
        // The next one is not to overtake it.
        for _ in 0..<20 { await Task.yield() }
      }
    }

    func reports(_ reports: String...) async -> Bool {
      await state.waits { $0.reports.count >= reports.count } && state.value.reports == reports
    }

    /// Waits until the poller sleeps, and moves the clock on to a time.
    func passes(to seconds: Int) async {
      _ = await clock.waits { !$0.isEmpty }
      clock.pass(.seconds(seconds) - clock.now)
    }
  }

  @Test func `a beat is reported in the order asked, when each exchange has answered or failed`()
    async
  {
    let run = Run()
    #expect(await run.fetches("a0 b0 c0"))
    await run.answer("b a")
    #expect(run.state.value.reports.isEmpty)
    await run.answer("c!")
    #expect(await run.reports("0: a b c!"))
    #expect(run.state.value.nexts == [[10, 10, 10]])
  }

  @Test func `without gathering each answer is reported at once`() async {
    let run = Run(gathers: false)
    #expect(await run.fetches("a0 b0 c0"))
    await run.answer("b")
    #expect(await run.reports("0: b"))
    await run.answer("a!")
    #expect(await run.reports("0: b", "0: a!"))
  }

  @Test func `at the next beat it is reported without the late one, which the next report has`()
    async
  {
    let run = Run()
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

  @Test func `an answer that is seen when a late beat has not begun is asked again in that beat`()
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
    let run = Run()
    #expect(await run.fetches("a0 b0 c0"))
    await run.passes(to: 12)
    #expect(await run.clock.waits { $0 == [.seconds(20)] })
    await run.answer("c b a")
    #expect(await run.reports("12: a b c"))
    await run.passes(to: 20)
    #expect(await run.fetches("a0 b0 c0 a20 b20 c20"))
  }

  @Test func `back-off skips beats and hides no other exchange`() async {
    let run = Run()
    #expect(await run.fetches("a0 b0 c0"))
    await run.answer("a b c!", .rateLimited(retryAfter: 15))
    #expect(await run.reports("0: a b c!"))
    #expect(run.state.value.nexts == [[10, 10, 20]])
    await run.passes(to: 10)
    #expect(await run.fetches("a0 b0 c0 a10 b10"))
    await run.answer("a b")
    #expect(await run.reports("0: a b c!", "10: a b"))
    await run.passes(to: 20)
    #expect(await run.fetches("a0 b0 c0 a10 b10 a20 b20 c20"))
  }

  @Test func `a failed exchange is tried again within a minute, unless it asked to wait longer`()
    async
  {
    let run = Run(interval: .seconds(40))
    // The back-off is 1, 2, 4, 8, 16, 32 and 60 s.
    for beat in 0..<7 {
      _ = await run.state.waits { $0.held.count == 3 }
      run.clock.pass(.milliseconds(500))
      await run.answer("a! b!")
      await run.answer("c!", .rateLimited(retryAfter: beat < 6 ? 1 : 60))
      _ = await run.state.waits { $0.reports.count == beat + 1 }
      await run.passes(to: 40 * (beat + 1))
    }
    #expect(
      run.state.value.nexts == [40, 80, 120, 160, 200, 240].map { [$0, $0, $0] } + [
        [280, 280, 320]
      ]
    )
  }

  @Test(arguments: [
    (10, [10, 20, 30, 40, 60, 100, 160, 220]), (60, [60, 120, 180, 240, 300, 360, 420, 480]),
    (90, [90, 180, 270, 360, 450, 540, 630, 720]),
  ])
  func `a failed exchange is tried at the first beat after its back-off, or the last in a minute`(
    interval: Int, beats: [Int]
  ) async {
    let run = Run(interval: .seconds(interval))
    for (index, beat) in beats.enumerated() {
      _ = await run.state.waits { $0.held.count == 3 }
      run.clock.pass(.milliseconds(500))
      await run.answer("a! b! c!")
      _ = await run.state.waits { $0.reports.count == index + 1 }
      await run.passes(to: beat)
    }
    #expect(run.state.value.nexts == beats.map { [$0, $0, $0] })
  }

  @Test func `the count is of beats, also of those on which nothing is asked`() async {
    let run = Run(count: 3)
    #expect(await run.fetches("a0 b0 c0"))
    await run.answer("a! b! c!", .rateLimited(retryAfter: 25))
    #expect(await run.reports("0: a! b! c!"))
    await run.passes(to: 10)
    await run.passes(to: 20)
    #expect(await run.state.waits(until: \.hasEnded))
    #expect(run.state.value.fetches.count == 3)
  }

  @Test func `the last beat waits for all`() async {
    let run = Run(count: 1)
    #expect(await run.fetches("a0 b0 c0"))
    await run.answer("a b")
    run.clock.pass(.seconds(30))
    await run.answer("c!")
    #expect(await run.reports("30: a b c!"))
    #expect(run.state.value.nexts == [[nil, nil, nil]])
    #expect(await run.state.waits(until: \.hasEnded))
  }

  @Test(
    arguments: [.missing("none"), .ended("recording of tickers ends after 3 responses")]
      as [MarketError])
  func `a permanent failure ends the polling of its exchange only`(error: MarketError) async {
    let run = Run()
    #expect(await run.fetches("a0 b0 c0"))
    await run.answer("a b c!", error)
    #expect(await run.reports("0: a b c!"))
    await run.passes(to: 10)
    #expect(await run.fetches("a0 b0 c0 a10 b10"))
  }

  @Test func `permanent failures of all exchanges end polling`() async {
    let run = Run()
    await run.answer("a! b! c!", .ended("recording of tickers ends after 3 responses"))
    #expect(await run.state.waits(until: \.hasEnded))
    #expect(run.state.value.reports == ["0: a! b! c!"])
  }

  @Test func `the clock is called at each beat in which a fetch begins, before the fetch`() async {
    let run = Run(count: 3)
    #expect(await run.fetches("a0 b0 c0"))
    await run.answer("a! b! c!", .rateLimited(retryAfter: 15))
    await run.passes(to: 10)
    await run.passes(to: 20)
    #expect(await run.fetches("a0 b0 c0 a20 b20 c20"))
    #expect(run.state.value.beats == ["0 after 0 fetches", "20 after 3 fetches"])
  }

  @Test func `a beat without any answer counts, and those that are due are asked`() async {
    let run = Run(count: 3)
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

  @Test func `polling at once asks those in back-off, but for one that asked to wait`() async {
    let run = Run()
    await run.answer("a b!")
    await run.answer("c!", .rateLimited(retryAfter: 600))
    #expect(await run.reports("0: a b! c!"))
    _ = await run.clock.waits { !$0.isEmpty }
    run.clock.pass(.seconds(3))
    run.control.pollNow()
    #expect(await run.fetches("a0 b0 c0 a3 b3"))
  }

  @Test func `polling at once asks the others while one hangs`() async {
    let run = Run(gathers: false)
    await run.answer("a b")
    #expect(await run.reports("0: a", "0: b"))
    run.clock.pass(.seconds(3))
    run.control.pollNow()
    #expect(await run.fetches("a0 b0 c0 a3 b3"))
  }

  @Test func `a poll at once leaves out one that asks to wait`() async {
    let run = Run(gathers: false)
    #expect(await run.fetches("a0 b0 c0"))
    await run.answer("a b!")
    await run.answer("c!", .rateLimited(retryAfter: 25))
    #expect(await run.reports("0: a", "0: b!", "0: c!"))
    #expect(await run.clock.waits { $0 == [.seconds(10)] })
    run.control.pollNow()
    await run.answer("a b")
    #expect(await run.state.waits { $0.reports.count == 5 })
    #expect(run.state.value.fetches.count { $0.hasPrefix("c") } == 1)
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
    let run = Run(gathers: false)
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

extension HandClock {
  fileprivate var seconds: Int { Int(now / .seconds(1)) }
}
