#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Synchronization

  /// Slows down Foundation's busy loop.
  ///
  /// Foundation on Linux watches a new connection for being writable until the first response has
  /// arrived. An open connection always is, so the queue of the session's connections loops, and uses
  /// a whole core, for as long as the server takes (`_SocketSources` in `MultiHandle.swift` never
  /// cancels its write source; no issue is known).
  ///
  /// While requests are in flight and nothing arrives, the queue is suspended after each iteration,
  /// for a quarter of the time since something arrived, 1 to 10 ms. What arrives is delayed by as
  /// much. Only this session is affected.
  final class BusyLoopGuard: Sendable {
    private struct State {
      /// The number of requests in flight.
      var requests = 0
      /// The time of the latest start of a request or callback.
      var lastActivity = ContinuousClock.now
      /// Whether ``pace(_:)`` runs.
      var isPacing = false
    }

    /// The time without activity after which the queue is suspended.
    private static let threshold = Duration.microseconds(500)
    private static let pauses = Duration.milliseconds(1)...Duration.milliseconds(10)

    private let state = Mutex(State())
    private let pacingQueue = DispatchQueue(label: "pacing")

    /// Counts a request that starts on a session.
    func requestStarted(on session: URLSession) {
      requestStarted { session.connectionsQueue }
    }

    /// Counts a request that starts; the queue is looked up only if it is to be suspended.
    func requestStarted(on queue: @escaping @Sendable () -> DispatchQueue?) {
      let starts = state.withLock { state in
        state.requests += 1
        state.lastActivity = .now
        defer { state.isPacing = true }
        return !state.isPacing
      }
      if starts { pacingQueue.async { self.pace(queue) } }
    }

    /// Counts a request that is finished.
    func requestFinished() { state.withLock { $0.requests -= 1 } }

    /// Resets the time since something arrived.
    func noteActivity() { state.withLock { $0.lastActivity = .now } }

    /// Suspends the queue again and again until no request is in flight.
    private func pace(_ findQueue: () -> DispatchQueue?) {
      lazy var queue = findQueue()
      while let idle = idleTime() {
        guard idle >= Self.threshold else {
          Thread.sleep(for: Self.threshold - idle)
          continue
        }
        guard let queue else { return }
        // Behind what is on the queue: one iteration.
        queue.sync { queue.suspend() }
        Thread.sleep(for: min(max(idle / 4, Self.pauses.lowerBound), Self.pauses.upperBound))
        queue.resume()
      }
    }

    /// The time since something arrived; `nil`, which ends the pacing, if no request is in flight.
    private func idleTime() -> Duration? {
      state.withLock { state in
        state.isPacing = state.requests > 0
        return state.isPacing ? .now - state.lastActivity : nil
      }
    }
  }

  extension Thread {
    fileprivate static func sleep(for time: Duration) { sleep(forTimeInterval: time / .seconds(1)) }
  }
#endif
