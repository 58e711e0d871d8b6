import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Runs the delegate's calls at once, on the thread that makes them; holds them back while a task is
/// being suspended.
///
/// A queue of its own lags behind the socket, and the bytes that wait in it have no limit.
///
/// `@unchecked` because the compiler demands that a subclass restates it: `OperationQueue` conforms to
/// `Sendable` in this way. The proof for what the subclass adds: its only stored property is a `let`
/// of a `Mutex`, which is `Sendable`; `addOperation(_:)` and `nextHeld()` reach the blocks only under
/// that lock, and run them after it is released.
final class InlineQueue: OperationQueue, @unchecked Sendable {
  /// Blocks that are held back while a task is being suspended; `nil` when none are held back.
  private let held = Mutex<[@Sendable () -> Void]?>(nil)

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    let isHeld = held.withLock { held in
      held?.append(block)
      return held != nil
    }
    if !isHeld { block() }
  }

  /// Suspends a task, holding back meanwhile what Foundation has to say: better when it has nothing
  /// to say, for all of it is held. Waits for Foundation's queue, so it must not be called there, nor
  /// twice at the same time.
  ///
  /// `suspend()` stops the transfer a moment after it marks the task, and traps if the task was
  /// completed in between; the completion is said here, so it is held until then.
  func suspend(_ task: URLSessionTask) {
    held.withLock { $0 = [] }
    task.suspend()
    // The second waits for what the first one queued.
    task.suspend()
    while let blocks = nextHeld() { for block in blocks { block() } }
  }

  /// The held blocks, in order; `nil` when there are none, which ends the holding.
  private func nextHeld() -> [@Sendable () -> Void]? {
    held.withLock { held in
      let blocks = held ?? []
      held = blocks.isEmpty ? nil : []
      return held == nil ? nil : blocks
    }
  }
}
