#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Synchronization

  /// Slows down Foundation's busy loop.
  ///
  /// Foundation on Linux watches a new connection for being writable until its first transfer ends.
  /// An open connection always is, so the queue of the session's connections loops, and uses a whole
  /// core, for as long as the server takes (`_SocketSources` in `MultiHandle.swift` does not cancel
  /// its write source when libcurl only wants to read; no issue is known).
  ///
  /// While requests are in flight, the queue is suspended after each iteration: for a quarter of the
  /// time since the latest started, 1 to 10 ms; from a second on for a hundredth of it, up to 50 ms.
  /// What arrives, or starts, is delayed by as much. Only this session is affected.
  final class BusyLoopGuard: Sendable {
    /// The time before the first pause, in which a fast response arrives.
    private static let grace = Duration.microseconds(500)

    private let queue: DispatchQueue
    /// The number of requests in flight, the start of the latest, and whether ``pace()`` runs.
    private let state = Mutex((requests: 0, start: ContinuousClock.now, isPacing: false))
    /// Ends the pauses of all sessions. No thread waits for that: Dispatch has 255, all sessions need
    /// one to get on, and a process may have hundreds of sessions.
    private static let timer = DispatchQueue(label: "pauses")

    /// A guard of the queue of a session's connections.
    init(_ queue: DispatchQueue) { self.queue = queue }

    func requestStarted() {
      let isFirst = state.withLock { state in
        state.requests += 1
        state.start = .now
        defer { state.isPacing = true }
        return !state.isPacing
      }
      if isFirst { queue.asyncAfter(deadline: .now() + Self.grace / .seconds(1)) { self.pace() } }
    }

    func requestFinished() { state.withLock { $0.requests -= 1 } }

    /// Pauses the queue, on which it runs, after each iteration until no request is in flight.
    private func pace() {
      let start = state.withLock { state in
        state.isPacing = state.requests > 0
        return state.isPacing ? state.start : nil
      }
      guard let start else { return }
      let time = .now - start
      let pause = max(
        .milliseconds(1), min(time / 4, .milliseconds(10)), min(time / 100, .milliseconds(50)))
      queue.suspend()
      Self.timer.asyncAfter(deadline: .now() + pause / .seconds(1)) { [self] in
        // Behind what has arrived: one iteration.
        queue.async { self.pace() }
        queue.resume()
      }
    }
  }

  extension URLSession {
    /// The internal queue on which Foundation on Linux handles this session's connections; `nil` if a
    /// later version has none of that name.
    ///
    /// Suspending it affects only this session. No public call leads to it: work that is added by
    /// `getAllTasks`, say, runs on a queue that all sessions share, after a hundred iterations of a
    /// busy connection.
    var connectionsQueue: DispatchQueue? {
      Mirror(reflecting: self).descendant("multiHandle", "queue") as? DispatchQueue
    }
  }
#endif
