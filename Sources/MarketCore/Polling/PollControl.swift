import Synchronization

/// Pauses a ``Poller``, or makes it poll at once.
public final class PollControl: Sendable {
  /// The sleep is that of the poller; `nil` while it fetches.
  private let state = Mutex((isPaused: false, isHurried: false, sleep: nil as Task<Void, Never>?))

  /// A control that does not pause its poller.
  public init() {}

  /// Whether no poll begins. One that is in flight goes on.
  public var isPaused: Bool {
    get { state.withLock(\.isPaused) }
    set {
      state.withLock { state in
        state.isPaused = newValue
        state.sleep?.cancel()
      }
    }
  }

  /// Begins the next poll now, if none is in flight, also in a pause. The times of later polls do not change.
  public func pollNow() {
    state.withLock { state in
      guard let sleep = state.sleep else { return }
      state.isHurried = true
      sleep.cancel()
    }
  }

  /// Begins the next poll now, or as soon as the one in flight has ended, also in a pause.
  package func pollNext() {
    state.withLock { state in
      state.isHurried = true
      state.sleep?.cancel()
    }
  }

  /// Sleeps until an instant; a pause prolongs the sleep, and ``pollNow()`` ends it.
  func sleep(until instant: ContinuousClock.Instant, by clock: PollClock) async {
    while !Task.isCancelled {
      let sleep = state.withLock { state -> Task<Void, Never>? in
        let isOver = state.isHurried || !state.isPaused && clock.now() >= instant
        state.isHurried = false
        // A year is for ever: the end of a pause cancels the sleep.
        let end = state.isPaused ? clock.now() + .seconds(365 * 86_400) : instant
        state.sleep = isOver ? nil : Task { await clock.sleep(end) }
        return state.sleep
      }
      guard let sleep else { return }
      await withTaskCancellationHandler {
        await sleep.value
      } onCancel: {
        sleep.cancel()
      }
      // A clock of tests can end a sleep without going on.
      if !sleep.isCancelled, !isPaused { break }
    }
    state.withLock { ($0.sleep, $0.isHurried) = (nil, false) }
  }
}
