import MarketCore
import Synchronization
import TestTools

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
  private let state = Observed(State())
  /// Lets a poll that is held go on.
  private let gate = HandClock()
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Begins to poll; the first polls fail, as many as are asked for.
  init(failures: Int = 0) {
    state.change { $0.failures = failures }
    let poller = Poller(interval: .seconds(10), clock: clock.pollClock, control: control)
    task.withLock {
      $0 = Task {
        for await _ in poller.polls(fetch: { await self.fetch() }) {
          self.state.change { $0.reports.append(self.clock.now) }
        }
        self.state.change { $0.hasEnded = true }
      }
    }
  }

  private func fetch() async -> Result<Int, MarketError> {
    let end = state.change { state in
      state.starts.append(clock.now)
      return state.isHeld ? gate.now + .seconds(1) : .zero
    }
    await gate.sleep(until: end)
    return state.change { state in
      state.failures -= 1
      return state.failures >= 0 ? .failure(.unreachable("no route")) : .success(state.starts.count)
    }
  }

  /// When each poll began.
  var starts: [Duration] { state.value.starts }
  /// When each poll was reported.
  var reports: [Duration] { state.value.reports }

  /// Whether polls that begin do not come to an end.
  var isHeld: Bool {
    get { state.value.isHeld }
    set {
      state.change { $0.isHeld = newValue }
      if !newValue { gate.pass(.seconds(1)) }
    }
  }

  func cancel() { task.withLock { $0?.cancel() } }

  /// Waits until the poller sleeps, and until nothing else than that time.
  func sleeps(until end: Duration) async -> Bool {
    await clock.waits(untilSleepers: { $0 == [end] })
  }

  /// Waits until the poller is held up by a pause.
  func isHeldUp() async -> Bool {
    await clock.waits(untilSleepers: { $0.count == 1 && $0[0] > .seconds(1e6) })
  }

  /// Waits until so many polls have begun.
  func begins(_ count: Int) async -> Bool { await state.waits { $0.starts.count >= count } }

  /// Waits until so many polls were reported.
  func reports(_ count: Int) async -> Bool { await state.waits { $0.reports.count >= count } }

  /// Waits until the poller has ended.
  func ends() async -> Bool { await state.waits(until: \.hasEnded) }
}
