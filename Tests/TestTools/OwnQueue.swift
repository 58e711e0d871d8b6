import Dispatch
package import Testing

/// Runs each test on a queue of its own, a few at a time.
///
/// All tests begin together and share two threads or so: what a test awaits can wait behind all the
/// others for half a minute more. Those that measure time, or block their thread, don't.
///
/// More at a time would open more than a thousand descriptors together. From about 1,300 on, Foundation's
/// `Process` can crash (swift-corelibs-foundation issue 5472): it reads 256 bytes of each name in
/// `/proc/self/fd`, and so beyond the buffer.
package struct OwnQueue: TestTrait, SuiteTrait, TestScoping {
  private static let gate = Gate(places: 6)

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.gate.enter()
    defer { Self.gate.leave() }
    try await withTaskExecutorPreference(Executor(), operation: function)
  }

  private final class Executor: TaskExecutor {
    private let queue = DispatchQueue(label: "test")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}

extension Trait where Self == OwnQueue {
  /// Each test runs on a queue of its own.
  package static var ownQueue: Self { Self() }
}
