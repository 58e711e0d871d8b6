import MarketCore
import Synchronization

/// A clock that a test moves on by hand; sleepers sleep until it does.
final class HandClock: Sendable {
  private struct State {
    var time = Duration.zero
    var sleepers: [Int: (until: Duration, wake: CheckedContinuation<Void, Never>)] = [:]
    var count = 0
  }

  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// How late it is, counted from the making of the clock.
  var now: Duration { state.withLock(\.time) }

  /// Lets time go by, and wakes those that have slept long enough.
  func pass(_ duration: Duration) {
    state.withLock { state in
      state.time += duration
      for (number, sleeper) in state.sleepers where sleeper.until <= state.time {
        state.sleepers[number] = nil
        sleeper.wake.resume()
      }
    }
  }

  /// Until when each sleeper sleeps.
  var sleepers: [Duration] { state.withLock { $0.sleepers.values.map(\.until) } }

  /// This clock for a poller.
  var pollClock: PollClock {
    PollClock(
      now: { self.start + self.now }, sleep: { await self.sleep(until: $0 - self.start) },
      random: { 0.5 })
  }

  private func sleep(until end: Duration) async {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { wake in
        state.withLock { state in
          if Task.isCancelled || end <= state.time {
            wake.resume()
          } else {
            state.sleepers[number] = (end, wake)
          }
        }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: number)?.wake.resume() }
    }
  }
}
