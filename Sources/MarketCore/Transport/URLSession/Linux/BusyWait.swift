#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Synchronization

  /// Lets Foundation's queue rest while it waits for responses.
  ///
  /// Foundation on Linux watches a new connection until it can be written to, and does not stop when
  /// it only waits for the response. An open connection can always be written to, so the queue of the
  /// session's connections turns without a pause, and keeps a core busy, for as long as the server
  /// takes (`_SocketSources` in its `MultiHandle.swift` never cancels the source for writing; no
  /// issue of it is known).
  ///
  /// So while requests wait and nothing arrives, the queue is suspended after each turn, for a quarter
  /// of the time that nothing has arrived, 1 to 10 ms: what arrives is noticed that much later at
  /// most. Nothing but the connections of this session rests, and where their queue can't be found
  /// nothing does.
  final class BusyWait: Sendable {
    private struct State {
      /// The number of requests that wait.
      var waiting = 0
      /// The time of the last start of a request, or of the last call of the delegate.
      var lastActivity = ContinuousClock.now
      /// Whether the rests are being taken.
      var isRunning = false
    }

    /// For how long nothing must have arrived.
    private static let quiet = Duration.microseconds(500)
    private static let rests = Duration.milliseconds(1)...Duration.milliseconds(10)

    private let state = Mutex(State())
    private let pacing = DispatchQueue(label: "pacing")

    /// Counts a request of a session that waits from now on.
    func begin(_ session: URLSession) {
      begin { session.connectionsQueue }
    }

    /// Counts a request; the queue is looked for when it is first to rest.
    func begin(_ queue: @escaping @Sendable () -> DispatchQueue?) {
      let starts = state.withLock { state in
        state.waiting += 1
        state.lastActivity = .now
        defer { state.isRunning = true }
        return !state.isRunning
      }
      if starts { pacing.async { self.rest(queue) } }
    }

    /// Counts a request that waits no longer.
    func end() { state.withLock { $0.waiting -= 1 } }

    /// Something has arrived.
    func noteActivity() { state.withLock { $0.lastActivity = .now } }

    /// Rests the queue until no request waits.
    private func rest(_ find: () -> DispatchQueue?) {
      lazy var queue = find()
      while let idle = idleTime() {
        guard idle >= Self.quiet else {
          Thread.sleep(for: Self.quiet - idle)
          continue
        }
        guard let queue else { return }
        // Behind what has come in: that is one turn.
        queue.sync { queue.suspend() }
        Thread.sleep(for: min(max(idle / 4, Self.rests.lowerBound), Self.rests.upperBound))
        queue.resume()
      }
    }

    /// The time that nothing has arrived; `nil`, which ends the rests, when no request waits.
    private func idleTime() -> Duration? {
      state.withLock { state in
        state.isRunning = state.waiting > 0
        return state.isRunning ? .now - state.lastActivity : nil
      }
    }
  }

  extension Thread {
    fileprivate static func sleep(for time: Duration) { sleep(forTimeInterval: time / .seconds(1)) }
  }
#endif
