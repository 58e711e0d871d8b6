#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension SessionRequests {
    /// Stops the task of a request that nobody waits for.
    ///
    /// `cancel()` can trap or hang in Foundation on Linux
    /// (https://github.com/swiftlang/swift-corelibs-foundation/issues/3292, …/5412), and a task left
    /// running keeps its connection and a core busy for as long as its body drips. A suspended task
    /// does neither; it stays in memory.
    ///
    /// `suspend()` stops the transfer a moment after it marks the task, and traps if the task was
    /// completed in between: its completion is a call of the delegate, so it is held back until then.
    func stop(_ underWay: RequestUnderWay, over session: URLSession) {
      // Now, for a body that never ends, or unpacks to 600 MB, would be held back too.
      let connections = session.connectionsQueue
      connections?.suspend()
      commands.async { [self] in
        defer { connections?.resume() }
        guard let task = underWay.task, forget(task) else { return }
        // Asked for on Foundation's queue, so it waits until the turn under way is over.
        _ = task.priority
        queue.holdingBack {
          task.suspend()
          // The second waits for what the first one queued.
          task.suspend()
        }
      }
    }
  }
#endif
