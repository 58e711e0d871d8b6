import Dispatch
import Foundation

/// Threads of one name that can be waited for together.
struct Threads: Sendable {
  /// What a debugger shows; the system cuts it to 15 bytes.
  let name: String
  private let running = DispatchGroup()

  init(name: String) { self.name = name }

  func run(_ work: @escaping @Sendable () -> Void) {
    running.enter()
    Thread.detachNewThread {
      Thread.current.name = name
      work()
      running.leave()
    }
  }

  /// Returns when all have ended, or after `limit`.
  func join(limit: DispatchTimeInterval) { _ = running.wait(timeout: .now() + limit) }
}
