import Synchronization

/// The clock of a live replay: it runs at the rate of the recording, stands still, or jumps to the next time that
/// something waits for.
package final class ReplayClock: Sendable {
  package enum Rate: Sendable {
    case recorded, paused
    /// As fast as the program works: the clock jumps when no message is being read, and nothing has begun to wait for
    /// some milliseconds.
    case fast
  }

  private typealias Instant = ContinuousClock.Instant

  private struct State {
    var rate: Rate
    /// The time of this clock at the real time `since`.
    var reading: Instant
    var since: Instant
    var sleepers: [Int: (end: Instant, continuation: CheckedContinuation<Void, Never>)] = [:]
    var count = 0
    /// The number of connections that read a message, or are sent what has arrived by now.
    var busy = 0
    /// Wakes the next sleeper.
    var driver: Task<Void, Never>?

    /// The end of the next sleeper.
    var nextEnd: Instant? { sleepers.values.lazy.map(\.end).min() }

    func now(at time: Instant) -> Instant {
      guard rate == .recorded else { return reading }
      let now = reading + (time - since)
      return nextEnd.map { min(now, max(reading, $0 + ReplayClock.tolerance)) } ?? now
    }
  }

  /// How far the clock runs beyond the end of a sleeper that is woken late. On a busy machine the clock is slow instead,
  /// so that sleepers are woken in their order, as far apart as in the recording.
  private static let tolerance = Duration.milliseconds(5)

  /// How long nothing has to begin to wait before a jump.
  private static let idleTime = Duration.milliseconds(3)

  private let real: PollClock
  private let state: Mutex<State>

  package init(_ real: PollClock, at rate: Rate = .recorded) {
    self.real = real
    let now = real.now()
    state = Mutex(State(rate: rate, reading: now, since: now))
  }

  package var now: ContinuousClock.Instant { state.withLock { $0.now(at: real.now()) } }

  package var rate: Rate {
    get { state.withLock(\.rate) }
    set {
      state.withLock { state in
        let time = real.now()
        (state.reading, state.since) = (state.now(at: time), time)
        state.rate = newValue
      }
      drive()
    }
  }

  /// The same clock for polls. Delays are not random.
  package var pollClock: PollClock {
    PollClock(now: { self.now }, sleep: { await self.sleep(until: $0) }, random: { 0 })
  }

  /// Returns at this time, or at once if the task is cancelled.
  package func sleep(until end: ContinuousClock.Instant) async {
    let id = state.withLock { state in
      state.count += 1
      return state.count
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { add($0, until: end, id: id) }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume()
    }
  }

  private func add(
    _ continuation: CheckedContinuation<Void, Never>, until end: Instant, id: Int
  ) {
    let isOver = state.withLock { state in
      if Task.isCancelled || state.now(at: real.now()) >= end { return true }
      state.sleepers[id] = (end, continuation)
      return false
    }
    if isOver { continuation.resume() } else { drive() }
  }

  /// Notes that a connection begins (1) or ends (-1) to be busy.
  func addBusy(_ change: Int) {
    state.withLock { $0.busy += change }
    drive()
  }

  /// Plans to wake the next sleeper.
  private func drive() {
    state.withLock { state in
      state.driver?.cancel()
      state.driver = nil
      if state.busy > 0 { return }
      guard state.rate != .paused, let end = state.nextEnd else { return }
      let time =
        state.rate == .fast ? real.now() + Self.idleTime : state.since + (end - state.reading)
      state.driver = Task { [self] in
        await real.sleep(time)
        if !Task.isCancelled { wake() }
      }
    }
  }

  /// Wakes the sleepers that are due. A fast clock jumps to the first of them.
  private func wake() {
    let due = state.withLock { state in
      if state.busy > 0 { return [CheckedContinuation<Void, Never>]() }
      if state.rate == .fast, let end = state.nextEnd {
        // While the program reads a response, nothing may wait but the end of the recording.
        state.reading = max(state.reading, min(end, state.reading + .milliseconds(250)))
      }
      let time = real.now()
      let now = state.now(at: time)
      (state.reading, state.since) = (now, time)
      let due = state.sleepers.filter { $0.value.end <= now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
    drive()
  }
}
