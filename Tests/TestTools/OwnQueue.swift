import Dispatch
package import Testing

/// Runs each test on a queue of its own.
///
/// All tests begin together and share two threads or so: what a test awaits can wait behind all the
/// others for half a minute more. Those that measure time, or block their thread, don't.
///
/// Not for tests that start programs: such a queue's threads end, and Foundation's `Process` keeps the
/// run loop of the thread that starts it. A crash in `Process.run` was seen; the cause is unconfirmed.
package struct OwnQueue: TestTrait, SuiteTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
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
