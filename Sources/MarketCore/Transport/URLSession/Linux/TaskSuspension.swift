#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension InFlightRequests {
    /// Stops the task of a request that is finished.
    ///
    /// On Linux `cancel()` can trap or hang
    /// (https://github.com/swiftlang/swift-corelibs-foundation/issues/3292,
    /// https://github.com/swiftlang/swift-corelibs-foundation/issues/5412). A suspended task releases
    /// its connection and uses no CPU. It is freed when the request's `timeoutInterval` has passed.
    func suspendTask(of inFlight: InFlightRequest, over session: URLSession) {
      // Suspended at once. Otherwise the callbacks of an endless body would fill the buffer below.
      let connections = session.connectionsQueue
      connections?.suspend()
      Self.taskQueue.async { [self] in
        defer { connections?.resume() }
        // Tasks are started on the same queue. By now the task is started, or it never will be.
        guard let task = inFlight.task, remove(task) else { return }
        // Foundation reads the priority on its queue, so this line waits for a running callback.
        _ = task.priority
        // `suspend()` marks the task as suspended, and stops the transfer a moment later. The program traps
        // if the task completes in between. A task completes in a callback, so callbacks are buffered.
        delegateQueue.bufferCallbacks {
          task.suspend()
          // The second call waits until the first call has stopped the transfer.
          task.suspend()
        }
      }
    }
  }

  extension URLSession {
    /// The internal queue on which Foundation on Linux handles the connections of this session; `nil` if
    /// a later version of Foundation has no such property.
    ///
    /// Suspending the queue affects only this session. No public function runs work on it:
    /// `getAllTasks`, for example, uses a queue that all sessions share, and waits for a hundred
    /// iterations of a busy connection.
    fileprivate var connectionsQueue: DispatchQueue? {
      Mirror(reflecting: self).descendant("multiHandle", "queue") as? DispatchQueue
    }
  }
#endif
