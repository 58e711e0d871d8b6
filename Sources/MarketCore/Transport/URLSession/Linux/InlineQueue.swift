#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Synchronization

  /// Runs the delegate's calls at once, on the thread that makes them.
  ///
  /// Foundation on Linux does not wait for its delegate: on a queue of its own that lags behind the
  /// socket, the bytes of a body would wait in memory without a limit
  /// (https://github.com/swiftlang/swift-corelibs-foundation/issues/3204).
  ///
  /// Proof that it is Sendable: the stored properties are constants of Sendable types, and the
  /// inherited state is that of `OperationQueue`, which Foundation declares Sendable. The compiler has
  /// no checked form for a subclass: without the attribute of the superclass it refuses the class.
  final class InlineQueue: OperationQueue, @unchecked Sendable {
    /// Each call ends a wait.
    let busyWait = BusyWait()
    /// The calls that are held back, in order; `nil` while none are.
    private let held = Mutex<[@Sendable () -> Void]?>(nil)

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
      busyWait.noteActivity()
      let isHeld = held.withLock { held in
        held?.append(block)
        return held != nil
      }
      if !isHeld { block() }
    }

    /// Holds back the delegate's calls while a body runs, then makes them.
    ///
    /// Not to be called twice at the same time.
    func holdingBack(_ body: () -> Void) {
      held.withLock { $0 = [] }
      body()
      while let blocks = takeHeld() { for block in blocks { block() } }
    }

    /// Takes the held calls; `nil` when there are none, which ends the holding.
    private func takeHeld() -> [@Sendable () -> Void]? {
      held.withLock { held in
        let blocks = held ?? []
        held = blocks.isEmpty ? nil : []
        return blocks.isEmpty ? nil : blocks
      }
    }
  }
#endif
