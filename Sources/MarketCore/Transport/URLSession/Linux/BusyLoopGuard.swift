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
  /// While requests are in flight, the queue is suspended after each iteration, for a quarter of the
  /// time since the latest started, 1 to 10 ms. What arrives, or starts, is delayed by as much. Only
  /// this session is affected.
  final class BusyLoopGuard: Sendable {
    private struct State {
      /// The number of requests in flight.
      var requests = 0
      /// The start of the latest request.
      var start = ContinuousClock.now
      /// Whether ``pace()`` runs.
      var isPacing = false
    }

    /// The time without a pause after the start of a request: short responses have arrived by then.
    private static let grace = Duration.microseconds(500)
    private static let pauses = Duration.milliseconds(1)...Duration.milliseconds(10)

    private let queue: DispatchQueue
    private let state = Mutex(State())
    private let pacingQueue = DispatchQueue(label: "pacing")

    /// A guard of the queue of a session's connections.
    init(_ queue: DispatchQueue) {
      self.queue = queue
    }

    /// Counts a request that starts.
    func requestStarted() {
      let isFirst = state.withLock { state in
        state.requests += 1
        state.start = .now
        defer { state.isPacing = true }
        return !state.isPacing
      }
      if isFirst { pacingQueue.async { self.pace() } }
    }

    /// Counts a request that is finished.
    func requestFinished() { state.withLock { $0.requests -= 1 } }

    /// Suspends the queue again and again until no request is in flight.
    private func pace() {
      while let time = timeSinceStart() {
        guard time >= Self.grace else {
          Thread.sleep(for: Self.grace - time)
          continue
        }
        // Behind what is on the queue: one iteration.
        queue.sync { queue.suspend() }
        Thread.sleep(for: min(max(time / 4, Self.pauses.lowerBound), Self.pauses.upperBound))
        queue.resume()
      }
    }

    /// The time since the latest start; `nil`, which ends the pacing, if no request is in flight.
    private func timeSinceStart() -> Duration? {
      state.withLock { state in
        state.isPacing = state.requests > 0
        return state.isPacing ? .now - state.start : nil
      }
    }
  }

  extension Thread {
    fileprivate static func sleep(for time: Duration) { sleep(forTimeInterval: time / .seconds(1)) }
  }
#endif
