import Synchronization

/// Pauses a ``Poller``, or makes it poll at once.
public final class PollControl: Sendable {
  private struct State {
    var isPaused = false
    var isHurried = false
    /// The sleep of the poller; `nil` while it fetches.
    var sleep: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// Holds nothing up.
  public init() {}

  /// Whether no poll begins. One that is under way goes on.
  public var isPaused: Bool {
    get { state.withLock(\.isPaused) }
    set {
      state.withLock { state in
        state.isPaused = newValue
        state.sleep?.cancel()
      }
    }
  }

  /// Begins the next poll now, if none is under way, also in a pause; the beat stays as it is.
  public func pollNow() {
    state.withLock { state in
      guard let sleep = state.sleep else { return }
      state.isHurried = true
      sleep.cancel()
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
    }
    state.withLock { $0.sleep = nil }
  }
}
