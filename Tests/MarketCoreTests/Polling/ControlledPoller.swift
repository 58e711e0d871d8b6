import MarketCore
import Synchronization

/// A poller that polls every ten seconds of a clock that a test moves on, and that someone controls.
final class ControlledPoller: Sendable {
  private struct State {
    var starts: [Duration] = []
    var reports: [Duration] = []
    var isHeld = false
    var failures = 0
    var hasEnded = false
  }

  let clock = HandClock()
  let control = PollControl()
  private let state = Mutex(State())
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Begins to poll; the first polls fail, as many as are asked for.
  init(failures: Int = 0) {
    state.withLock { $0.failures = failures }
    let poller = Poller(interval: .seconds(10), clock: control.controlling(clock.pollClock))
    task.withLock {
      $0 = Task {
        await poller.run {
          await self.fetch()
        } report: { _ in
          self.state.withLock { $0.reports.append(self.clock.now) }
          return true
        }
        self.state.withLock { $0.hasEnded = true }
      }
    }
  }

  private func fetch() async -> Result<Int, MarketError> {
    state.withLock { $0.starts.append(clock.now) }
    while state.withLock(\.isHeld), !Task.isCancelled { await Task.yield() }
    return state.withLock { state in
      state.failures -= 1
      return state.failures >= 0 ? .failure(.unreachable("no route")) : .success(state.starts.count)
    }
  }

  /// When each poll began.
  var starts: [Duration] { state.withLock(\.starts) }
  /// When each poll was reported.
  var reports: [Duration] { state.withLock(\.reports) }
  var hasEnded: Bool { state.withLock(\.hasEnded) }

  /// Whether polls that begin do not come to an end.
  var isHeld: Bool {
    get { state.withLock(\.isHeld) }
    set { state.withLock { $0.isHeld = newValue } }
  }

  func cancel() { task.withLock { $0?.cancel() } }

  /// Waits until the poller sleeps, and until nothing else than that time.
  func sleeps(until end: Duration) async -> Bool { await holds { self.clock.sleepers == [end] } }

  /// Waits until the poller is held up by a pause.
  func isHeldUp() async -> Bool {
    await holds { self.clock.sleepers.count == 1 && self.clock.sleepers[0] > .seconds(1e6) }
  }

  /// Waits until something holds, for a minute at most; returns whether it does.
  func holds(_ condition: () -> Bool) async -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if condition() { return true }
      await Task.yield()
    }
    return condition()
  }
}
