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
/// Proof that it is Sendable: the only stored property is a constant of `HeldBlocks`, whose conformance
/// the compiler checks, and the inherited state is that of `OperationQueue`, which Foundation declares
/// Sendable. The compiler has no checked form for a subclass: without the attribute of the superclass
/// it refuses the class.
final class InlineQueue: OperationQueue, @unchecked Sendable {
  private let held = HeldBlocks()

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    if !held.append(block) { block() }
  }

  /// Suspends a task, holding back meanwhile what Foundation has to say: better when it has nothing
  /// to say, for all of it is held. Waits for Foundation's queue, so it must not be called there, nor
  /// twice at the same time.
  ///
  /// `suspend()` stops the transfer a moment after it marks the task, and traps if the task was
  /// completed in between; the completion is said here, so it is held until then.
  func suspend(_ task: URLSessionTask) {
    held.begin()
    task.suspend()
    // The second waits for what the first one queued.
    task.suspend()
    while let blocks = held.next() { for block in blocks { block() } }
  }
}

/// Blocks that are held back while a task is being suspended.
private final class HeldBlocks: Sendable {
  /// The blocks in order; `nil` while none are held back.
  private let blocks = Mutex<[@Sendable () -> Void]?>(nil)

  /// Holds blocks back from now on.
  func begin() { blocks.withLock { $0 = [] } }

  /// Holds a block back; returns whether blocks are held back now.
  func append(_ block: @escaping @Sendable () -> Void) -> Bool {
    blocks.withLock { blocks in
      blocks?.append(block)
      return blocks != nil
    }
  }

  /// Takes the held blocks; `nil` when there are none, which ends the holding.
  func next() -> [@Sendable () -> Void]? {
    blocks.withLock { blocks in
      let held = blocks ?? []
      blocks = held.isEmpty ? nil : []
      return held.isEmpty ? nil : held
    }
  }
}
