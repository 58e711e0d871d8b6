package import MarketCore
import Synchronization

/// A clock that stands still until someone works or sleeps on it; a sleeper wakes at once, and it
/// is as late as was asked for.
package final class FakeClock: Sendable {
  private let start = ContinuousClock.now
  private let time = Mutex(Duration.zero)
  private let sleeps = Atomic(0)

  package init() {}

  /// How late it is, counted from the making of the clock.
  package var now: Duration { time.withLock { $0 } }

  /// Lets time go by, as work does.
  package func pass(_ duration: Duration) {
    time.withLock { $0 += duration }
  }

  /// How late it is at an instant of this clock.
  package func time(of instant: ContinuousClock.Instant) -> Duration { instant - start }

  /// This clock for a poller, with a chance that always comes out as `random`.
  package func pollClock(
    random: Double = 0.5, whileAsleep: @escaping @Sendable () -> Void = {}
  ) -> PollClock {
    PollClock(
      now: { self.start + self.now },
      sleep: { instant in
        whileAsleep()
        // Who sleeps so often waits for what never comes; the time limit of the test ends this.
        if self.sleeps.add(1, ordering: .relaxed).newValue > 100_000 {
          try? await Task.sleep(for: .seconds(3600))
        }
        self.time.withLock { $0 = max($0, instant - self.start) }
      },
      random: { random })
  }
}
