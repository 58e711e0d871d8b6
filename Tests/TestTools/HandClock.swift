package import MarketCore

/// A clock that a test moves on by hand; sleepers sleep until it does.
package final class HandClock: Sendable {
  private struct State: CustomStringConvertible {
    var time = Duration.zero
    var sleepers: [Int: (until: Duration, wake: CheckedContinuation<Void, Never>)] = [:]
    var count = 0

    var ends: [Duration] { sleepers.values.map(\.until).sorted() }

    var description: String { "at \(time) sleepers sleep until \(ends)" }
  }

  private let start = ContinuousClock.now
  private let state = Observed(State())

  package init() {}

  /// How late it is, counted from the making of the clock.
  package var now: Duration { state.value.time }

  /// Lets time go by, and wakes those that have slept long enough.
  package func pass(_ duration: Duration) {
    state.change { state in
      state.time += duration
      for (number, sleeper) in state.sleepers where sleeper.until <= state.time {
        state.sleepers[number] = nil
        sleeper.wake.resume()
      }
    }
  }

  /// Until when each sleeper sleeps, the first to wake up first.
  package var sleepers: [Duration] { state.value.ends }

  /// Waits until those that sleep satisfy a condition; returns whether they do.
  package func waits(
    untilSleepers holds: @escaping @Sendable (_ ends: [Duration]) -> Bool
  ) async -> Bool {
    await state.waits { holds($0.ends) }
  }

  /// This clock for a poller.
  package var pollClock: PollClock {
    PollClock(
      now: { self.start + self.now }, sleep: { await self.sleep(until: $0 - self.start) },
      random: { 0.5 })
  }

  /// Sleeps until that time, or until the task is cancelled.
  package func sleep(until end: Duration) async {
    let number = state.change { state in
      state.count += 1
      return state.count
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { wake in
        state.change { state in
          if Task.isCancelled || end <= state.time {
            wake.resume()
          } else {
            state.sleepers[number] = (end, wake)
          }
        }
      }
    } onCancel: {
      state.change { $0.sleepers.removeValue(forKey: number)?.wake.resume() }
    }
  }
}
