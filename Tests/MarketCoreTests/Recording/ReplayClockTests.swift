import TestTools
import Testing

@testable import MarketCore

/// The clock of a live replay.
struct ReplayClockTests {
  private let hand = HandClock()

  /// Sleeps on a clock until these seconds after its beginning.
  private static func sleep(
    _ seconds: Int, on clock: ReplayClock, since start: ContinuousClock.Instant
  ) -> Observed<Bool> {
    let isOver = Observed(false)
    Task {
      await clock.sleep(until: start + .seconds(seconds))
      isOver.change { $0 = true }
    }
    return isOver
  }

  @Test func `it runs with the real clock, and stands still in a pause`() async {
    let clock = ReplayClock(hand.pollClock)
    let start = clock.now
    let sleep = Self.sleep(10, on: clock, since: start)
    #expect(await hand.waits { $0 == [.seconds(10)] })
    hand.pass(.seconds(4))
    clock.rate = .paused
    hand.pass(.seconds(100))
    #expect(clock.now - start == .seconds(4))
    #expect(!sleep.value)
    clock.rate = .recorded
    #expect(await hand.waits { $0 == [.seconds(110)] })
    hand.pass(.seconds(6))
    #expect(await sleep.waits(until: \.self))
    #expect(clock.now - start == .seconds(10))
  }

  @Test func `on a busy machine it is slow, and sleepers wake in their order`() async {
    let clock = ReplayClock(hand.pollClock)
    let start = clock.now
    let last = Self.sleep(11, on: clock, since: start)
    #expect(await hand.waits { $0 == [.seconds(11)] })
    let first = Self.sleep(10, on: clock, since: start)
    #expect(await hand.waits { $0 == [.seconds(10)] })
    hand.pass(.seconds(60))
    #expect(await first.waits(until: \.self))
    #expect(await hand.waits { $0.count == 1 && $0[0] > .seconds(60) })
    #expect(!last.value)
    #expect(clock.now - start < .seconds(11))
    hand.pass(.seconds(1))
    #expect(await last.waits(until: \.self))
  }

  @Test func `a fast clock jumps to the next sleeper when nothing happens`() async {
    let clock = ReplayClock(.real, at: .fast)
    let start = clock.now
    let sleeps = [100, 50].map { Self.sleep($0, on: clock, since: start) }
    #expect(await sleeps[1].waits(until: \.self))
    #expect(await sleeps[0].waits(until: \.self))
    #expect(clock.now - start == .seconds(100))
  }

  @Test func `a sleep ends when its task is cancelled`() async {
    let clock = ReplayClock(hand.pollClock, at: .paused)
    let task = Task { await clock.sleep(until: clock.now + .seconds(1)) }
    task.cancel()
    await task.value
  }
}
