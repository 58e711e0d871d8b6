#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension InFlightRequests {
    /// Stops the task of a request that is finished.
    ///
    /// On Linux `cancel()` can trap or hang
    /// (https://github.com/swiftlang/swift-corelibs-foundation/issues/3292,
    /// https://github.com/swiftlang/swift-corelibs-foundation/issues/5412). A suspended task lets go of
    /// its connection and uses no CPU, and is freed when the request's `timeoutInterval` has passed.
    func suspendTask(of inFlight: InFlightRequest, over session: URLSession) {
      // At once, because what a body without end sends until then would be buffered below.
      let connections = session.connectionsQueue
      connections?.suspend()
      Self.taskQueue.async { [self] in
        defer { connections?.resume() }
        // The task is started by now, or never will be.
        guard let task = inFlight.task, remove(task) else { return }
        // Read on Foundation's queue: returns when the callback that it is in has returned.
        _ = task.priority
        // `suspend()` marks the task first and stops the transfer a moment later, which traps if the
        // task has completed in between. Completing takes a callback.
        delegateQueue.bufferCallbacks {
          task.suspend()
          // The second call waits until the first has stopped the transfer.
          task.suspend()
        }
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
    fileprivate var connectionsQueue: DispatchQueue? {
      Mirror(reflecting: self).descendant("multiHandle", "queue") as? DispatchQueue
    }
  }
#endif
