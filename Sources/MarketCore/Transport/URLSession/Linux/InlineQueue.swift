#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Synchronization

  /// A delegate queue that runs a callback at once, on the thread that adds it, unless it is buffered.
  ///
  /// Foundation on Linux does not wait for its delegate. If a delegate queue is slower than the socket,
  /// the bytes of a body accumulate in memory without limit
  /// (https://github.com/swiftlang/swift-corelibs-foundation/issues/3204).
  ///
  /// `@unchecked` repeats the conformance of `OperationQueue`, as the compiler requires of a subclass.
  /// The only stored property that this subclass adds is a constant mutex, which is Sendable.
  final class InlineQueue: OperationQueue, @unchecked Sendable {
    /// The buffered callbacks, in order; `nil` while callbacks run at once.
    private let buffer = Mutex<[@Sendable () -> Void]?>(nil)

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
      let isBuffered = buffer.withLock { buffer in
        buffer?.append(block)
        return buffer != nil
      }
      if !isBuffered { block() }
    }

    /// Buffers callbacks until `body` has returned, then runs them. Calls must not be nested.
    func bufferCallbacks(during body: () -> Void) {
      buffer.withLock { $0 = [] }
      body()
      while let blocks = takeBuffered() { for block in blocks { block() } }
    }

    /// Empties the buffer and returns its callbacks. If there are none, returns `nil` and ends the buffering.
    private func takeBuffered() -> [@Sendable () -> Void]? {
      buffer.withLock { buffer in
        let blocks = buffer ?? []
        buffer = blocks.isEmpty ? nil : []
        return buffer == nil ? nil : blocks
      }
    }
  }
#endif
