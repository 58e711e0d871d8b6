package import MarketCore
import Synchronization
import Testing

/// A clock that stands still until someone works or sleeps on it; a sleeper wakes at once, and it
/// is as late as was asked for.
package final class FakeClock: Sendable {
  private let start = ContinuousClock.now
  private let sleeps = Atomic(0)
  private let time = Mutex(Duration.zero)

  package init() {}

  /// How late it is, counted from the making of the clock.
  package var now: Duration { time.withLock { $0 } }

  /// Lets time go by, as work does.
  package func pass(_ duration: Duration) {
    time.withLock { $0 += duration }
  }

  /// How late it is at an instant of this clock.
  package func time(of instant: ContinuousClock.Instant) -> Duration { instant - start }

  /// Fails the test, and cancels its task, when it sleeps again and again for what never happens.
  private func countSleep() {
    let count = sleeps.add(1, ordering: .relaxed).newValue
    guard count > 100_000 else { return }
    if count == 100_001 { Issue.record("the test sleeps without end on its fake clock") }
    withUnsafeCurrentTask { $0?.cancel() }
  }

  /// This clock for a poller, with a chance that always comes out as `random`.
  package func pollClock(
    random: Double = 0.5, whileAsleep: @escaping @Sendable () -> Void = {}
  ) -> PollClock {
    PollClock(
      now: { self.start + self.now },
      sleep: { instant in
        whileAsleep()
        self.countSleep()
        self.time.withLock { $0 = max($0, instant - self.start) }
      },
      random: { random })
  }
}
