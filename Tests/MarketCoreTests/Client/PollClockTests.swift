import MarketCore
import Testing

/// The real clock of polls.
@Suite(.timeLimit(.minutes(20)))
struct PollClockTests {
  @Test func `real sleep lasts until its instant`() async {
    let clock = PollClock.real
    let instant = clock.now() + .milliseconds(30)
    await clock.sleep(instant)
    #expect(clock.now() >= instant)
  }

  @Test func `real sleep ends when the task is cancelled`() async {
    let sleeper = Task {
      let clock = PollClock.real
      await clock.sleep(clock.now() + .seconds(3600))
      return Task.isCancelled
    }
    sleeper.cancel()
    #expect(await sleeper.value)
  }

  @Test func `real chance lies from 0 up to 1 and varies`() {
    let numbers = (0..<1000).map { _ in PollClock.real.random() }
    #expect(numbers.allSatisfy { 0 <= $0 && $0 < 1 })
    #expect(Set(numbers).count > 900)
  }
}
