#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension InFlightRequests {
    /// Stops the task of a finished request, unless the task never starts or has ended.
    ///
    /// On Linux `cancel()` can trap or hang
    /// (https://github.com/swiftlang/swift-corelibs-foundation/issues/3292,
    /// https://github.com/swiftlang/swift-corelibs-foundation/issues/5412). So the task is suspended. It then
    /// releases its connection, uses no CPU, and is freed when the request's `timeoutInterval` has passed.
    func suspendTask(of inFlight: InFlightRequest, over session: URLSession) {
      // Suspended at once, because the callbacks of an endless body would otherwise fill the buffer below.
      let connections = session.connectionsQueue
      connections?.suspend()
      Self.taskQueue.async { [self] in
        defer { connections?.resume() }
        // Tasks are started on this queue, too. By now the task is started, or it never will be.
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
    /// It is read by reflection, because public functions such as `getAllTasks` use a queue that all
    /// sessions share, and wait there while a connection is busy.
    fileprivate var connectionsQueue: DispatchQueue? {
      Mirror(reflecting: self).descendant("multiHandle", "queue") as? DispatchQueue
    }
  }
#endif
