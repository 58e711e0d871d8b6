import Synchronization

/// Pauses a ``Poller``, or makes it poll at once.
public final class PollControl: Sendable {
  /// `sleep` is the poller's wait for its next polls; `nil` if it does not wait.
  private let state = Mutex((isPaused: false, isHurried: false, sleep: nil as Task<Void, Never>?))
  private let observer = Mutex<(@Sendable (Change) -> Void)?>(nil)

  /// What an observer receives.
  enum Change: Sendable {
    /// A pause, or its end.
    case pause
    /// ``PollControl/pollNow()``.
    case hurry
    /// ``PollControl/show(_:)``.
    case view([Listing])
  }

  /// Whether the steps of a replay move on the polls of this control.
  let takesSteps: Bool

  /// A control, at first without a pause.
  public init() { takesSteps = true }

  /// A control of polls beside others, which make the steps of a replay.
  package init(takesSteps: Bool) { self.takesSteps = takesSteps }

  /// Whether no further poll begins, except by ``pollNow()``. A poll in flight continues. Has no effect on
  /// the first poll, and no effect at all if the poller's interval is 0.
  public var isPaused: Bool {
    get { state.withLock(\.isPaused) }
    set {
      state.withLock { state in
        state.isPaused = newValue
        state.sleep?.cancel()
      }
      observer.withLock { $0 }?(.pause)
    }
  }

  /// Calls a closure at each change, in place of an earlier closure. For a loop that does not wait with
  /// ``sleep(until:by:)``.
  func observe(_ observer: @escaping @Sendable (Change) -> Void) {
    self.observer.withLock { $0 = observer }
  }

  /// Ends the poller's wait, even in a pause: polls each exchange that has no poll in flight, and has neither
  /// failed permanently nor requested a delay. Has no effect without a wait. Later polls keep their times.
  public func pollNow() {
    observer.withLock { $0 }?(.hurry)
    state.withLock { state in
      guard let sleep = state.sleep else { return }
      state.isHurried = true
      sleep.cancel()
    }
  }

  /// Like ``pollNow()``, but if the poller does not wait now, its next wait ends at once.
  package func pollNext() {
    state.withLock { state in
      state.isHurried = true
      state.sleep?.cancel()
    }
  }

  /// Passes the listings of the rows in view to the observer. A live run streams these before others.
  package func show(_ listings: [Listing]) {
    observer.withLock { $0 }?(.view(listings))
  }

  /// Sleeps until an instant. A pause prolongs the sleep; ``pollNow()`` and ``pollNext()`` end it.
  func sleep(until instant: ContinuousClock.Instant, by clock: PollClock) async {
    while !Task.isCancelled {
      let sleep = state.withLock { state -> Task<Void, Never>? in
        let isOver = state.isHurried || !state.isPaused && clock.now() >= instant
        state.isHurried = false
        // A year stands for no end: when the pause ends, the sleep is cancelled.
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
      // The clock of a test can end a sleep although its `now` is still before `instant`.
      if !sleep.isCancelled, !isPaused { break }
    }
    state.withLock { ($0.sleep, $0.isHurried) = (nil, false) }
  }
}
