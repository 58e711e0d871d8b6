import TestTools
import Testing

@testable import MarketCore

/// The back-off and the end of polling after failures of one of several exchanges.
@Suite(.timeLimit(.minutes(20)))
struct SeveralFailuresTests {
  @Test func `back-off skips beats and hides no other exchange`() async {
    let run = SeveralPollerRun()
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
    let run = SeveralPollerRun(interval: .seconds(40))
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
    let run = SeveralPollerRun(interval: .seconds(interval))
    for (index, beat) in beats.enumerated() {
      _ = await run.state.waits { $0.held.count == 3 }
      run.clock.pass(.milliseconds(500))
      await run.answer("a! b! c!")
      _ = await run.state.waits { $0.reports.count == index + 1 }
      await run.passes(to: beat)
    }
    #expect(run.state.value.nexts == beats.map { [$0, $0, $0] })
  }

  @Test(
    arguments: [.missing("none"), .ended("recording of tickers ends after 3 responses")]
      as [MarketError])
  func `a permanent failure ends the polling of its exchange only`(error: MarketError) async {
    let run = SeveralPollerRun()
    #expect(await run.fetches("a0 b0 c0"))
    await run.answer("a b c!", error)
    #expect(await run.reports("0: a b c!"))
    await run.passes(to: 10)
    #expect(await run.fetches("a0 b0 c0 a10 b10"))
  }

  @Test func `permanent failures of all exchanges end polling`() async {
    let run = SeveralPollerRun()
    await run.answer("a! b! c!", .ended("recording of tickers ends after 3 responses"))
    #expect(await run.state.waits(until: \.hasEnded))
    #expect(run.state.value.reports == ["0: a! b! c!"])
  }

  @Test func `polling at once asks those in back-off, but for one that asked to wait`() async {
    let run = SeveralPollerRun()
    await run.answer("a b!")
    await run.answer("c!", .rateLimited(retryAfter: 600))
    #expect(await run.reports("0: a b! c!"))
    _ = await run.clock.waits { !$0.isEmpty }
    run.clock.pass(.seconds(3))
    run.control.pollNow()
    #expect(await run.fetches("a0 b0 c0 a3 b3"))
  }

  @Test func `a poll at once leaves out one that asks to wait`() async {
    let run = SeveralPollerRun(gathers: false)
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
}
