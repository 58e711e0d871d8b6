import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Gives the core back while Foundation waits for an answer.
///
/// Foundation on Linux watches a new connection until it can be written to, that is, until it is
/// made, and does not stop when only an answer is awaited (`_SocketSources` in its
/// `MultiHandle.swift`). An open connection can always be written to, so the queue of the session's
/// connections turns without a pause for as long as the exchange thinks. A connection that is used
/// again is not watched like that.
///
/// So while requests are under way and nothing happens, the process's CPU time is looked at now and
/// then. Where it runs, the queue is suspended, for a moment after each turn that it takes. A socket
/// that becomes ready ends the moment, and so does a new request. The connection's timers wait for its
/// end, so it is at most twice as long as the time since something happened, and 100 ms.
final class WaitPacing: Sendable {
  private struct State {
    /// Finds the queue that is paced.
    var find: () -> DispatchQueue? = { nil }
    /// The queue that is paced; `nil` when there is none, as when Foundation no longer has it.
    lazy var connections = find()
    /// The number of requests under way.
    var requests = 0
    /// The time of the last start of a request, or of the last callback.
    var lastActivity = ContinuousClock.now
    /// The CPU time at the last look; nothing was suspended since then.
    var lastLook = CPUTime.now
    /// Whether the periodic look is running.
    var isRunning = false
    /// Whether the queue was found to turn, and nothing has happened since then.
    var isBusy = false
    /// Whether the queue is to be suspended at the end of its turn.
    var isTurnDue = false
    var isSuspended = false
    /// Ends the wait for sockets; `nil` when nothing waits.
    var wakeUp: WakeUp?
  }

  /// For how long nothing must have happened.
  static let quiet = Duration.microseconds(500)
  private static let pauses = Duration.milliseconds(1)...Duration.milliseconds(100)

  private let state = Mutex(State())
  private let looks = DispatchQueue(label: "pacing")
  private let turnEnded = DispatchSemaphore(value: 0)

  /// Paces a session from now on, if its queue can be found.
  ///
  /// No call hands it out. Work on the session's other queue, as `getAllTasks` does it, has to wait
  /// for a hundred turns of this one: a pause of 8 ms was followed by 2 ms of a busy core.
  ///
  /// It is looked for when it is first needed: that takes a millisecond.
  func pace(_ session: URLSession) {
    state.withLock { state in
      state.find = { [weak session] in
        session.flatMap { Mirror(reflecting: $0).descendant("multiHandle", "queue") }
          as? DispatchQueue
      }
    }
  }

  /// Paces a queue from now on.
  func pace(_ queue: DispatchQueue) { state.withLock { $0.find = { queue } } }

  /// The queue that is paced.
  var connections: DispatchQueue? { state.withLock { $0.connections } }

  /// Whether the queue is suspended now.
  var isSuspended: Bool { state.withLock(\.isSuspended) }

  /// Whether the queue may be suspended, now or later.
  var isPacing: Bool { state.withLock { $0.isRunning || $0.isSuspended } }

  /// Counts a request that is now under way.
  func begin() {
    let starts = state.withLock { state in
      state.requests += 1
      guard !state.isRunning else { return false }
      (state.isRunning, state.lastLook) = (true, .now)
      return true
    }
    guard starts else { return }
    looks.asyncAfter(deadline: .now() + Self.quiet / .seconds(1)) { [self] in
      var sockets = OpenSockets()
      defer { state.withLock { $0.wakeUp = nil } }
      while let (pause, isBusy) = state.withLock({ look(&$0) }) {
        guard isBusy else {
          Thread.sleep(forTimeInterval: pause / .seconds(1))
          continue
        }
        // A turn can open a socket, and an answer that comes in it ends the pacing.
        _ = turnEnded.wait(timeout: .now() + pause / .seconds(1))
        guard isSuspended else { continue }
        // The sockets of others may change all the time.
        Thread.sleep(forTimeInterval: pause / .seconds(20))
        // It takes descriptors, of which a connection needs some first.
        let (mustWait, wakeUp) = state.withLock { state in
          let wakeUp = state.wakeUp ?? WakeUp()
          state.wakeUp = wakeUp
          return (state.isSuspended, wakeUp)
        }
        if mustWait { sockets.waitForChange(pause, or: wakeUp) }
        wakeUp.reset()
      }
    }
  }

  /// Counts a request that no longer is.
  func end() {
    state.withLock { $0.requests -= 1 }
  }

  /// Something happened, or is about to.
  func noteActivity() {
    state.withLock { state in
      (state.lastActivity, state.isBusy) = (.now, false)
      if state.isSuspended { state.wakeUp?.signal() }
      resume(&state)
    }
  }

  /// Gives the queue a turn. Returns when to look again, and whether the queue is suspended until
  /// then; `nil` if no request is under way, or there is no queue to pace, now or later.
  private func look(_ state: inout State) -> (pause: Duration, isBusy: Bool)? {
    resume(&state)
    state.isRunning = state.requests > 0
    guard state.isRunning else { return nil }
    let idle = .now - state.lastActivity
    if idle >= Self.quiet, state.isBusy || state.lastLook.isBusySince {
      guard let connections = state.connections else { return nil }
      state.isBusy = true
      if !state.isTurnDue {
        state.isTurnDue = true
        // A turn that took longer than the pause has left its signal.
        while turnEnded.wait(timeout: .now()) == .success {}
        connections.async { self.endTurn() }
      }
      return (Self.pause(of: idle * 2), true)
    }
    state.lastLook = .now
    return (Self.pause(of: max(Self.quiet - idle, idle / 4)), false)
  }

  /// On the queue, behind what had come in.
  private func endTurn() {
    state.withLock { state in
      defer { turnEnded.signal() }
      state.isTurnDue = false
      guard state.isRunning, state.isBusy, !state.isSuspended else { return }
      state.connections?.suspend()
      state.isSuspended = true
    }
  }

  private func resume(_ state: inout State) {
    if state.isSuspended { state.connections?.resume() }
    state.isSuspended = false
  }

  private static func pause(of length: Duration) -> Duration {
    min(max(length, pauses.lowerBound), pauses.upperBound)
  }
}
