package import MarketCore

/// A clock that a test moves on by hand; sleepers sleep until it does.
package final class HandClock: Sendable {
  private struct State: CustomStringConvertible {
    var time = Duration.zero
    var sleepers: [Int: (until: Duration, wake: CheckedContinuation<Void, Never>)] = [:]
    var count = 0

    var ends: [Duration] { sleepers.values.map(\.until).sorted() }

    /// Those that have slept long enough afterwards, who sleep no longer.
    mutating func pass(_ duration: Duration) -> [CheckedContinuation<Void, Never>] {
      time += duration
      let woken = sleepers.filter { $0.value.until <= time }
      for number in woken.keys { sleepers[number] = nil }
      return woken.values.map(\.wake)
    }

    var description: String { "at \(time) sleepers sleep until \(ends)" }
  }

  private let start = ContinuousClock.now
  private let state = Observed(State())

  package init() {}

  /// How late it is, counted from the making of the clock.
  package var now: Duration { state.value.time }

  /// Lets time go by, and wakes those that have slept long enough.
  package func pass(_ duration: Duration) {
    // Not within the lock, for which a task that is cancelled meanwhile waits.
    for sleeper in state.change({ $0.pass(duration) }) { sleeper.resume() }
  }

  /// Waits until a task sleeps until this second, and moves the clock on to it.
  package func passes(to seconds: Int) async {
    _ = await waits { $0.contains(.seconds(seconds)) }
    pass(.seconds(seconds) - now)
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
        let isOver = state.change { state in
          if Task.isCancelled || end <= state.time { return true }
          state.sleepers[number] = (end, wake)
          return false
        }
        if isOver { wake.resume() }
      }
    } onCancel: {
      state.change { $0.sleepers.removeValue(forKey: number)?.wake }?.resume()
    }
  }
}
