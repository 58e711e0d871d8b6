import Foundation
package import Testing

/// Runs few of its tests at a time, each on a queue of its own and for some minutes at most.
///
/// All other tests begin together and share two threads or so: what one of them awaits can wait
/// behind all the others for half a minute more. Those that start programs, open connections,
/// measure time or block their thread have this trait instead. Its limit does not count the time
/// in which a test waits for its turn, as `timeLimit` does. A test that reaches it fails and is
/// cancelled; one that is still there a minute later ends the process.
///
/// Tests of programs need nothing of the two threads. They have places of their own, so that they
/// do not wait behind those that do.
///
/// More at a time would open many descriptors together. From about 1,300 on, Foundation's `Process`
/// can crash (swift-corelibs-foundation issue 5472): it reads 256 bytes of each name in
/// `/proc/self/fd`, and so beyond the buffer.
package struct FewAtATime: TestTrait, SuiteTrait, TestScoping {
  private static let others = Gate(places: 12)
  private static let programs: Gate = {
    #if canImport(Darwin)
      // Six tests open more files than the 256 that macOS lets a process have at first.
      var limit = rlimit()
      getrlimit(RLIMIT_NOFILE, &limit)
      limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 4096))
      setrlimit(RLIMIT_NOFILE, &limit)
    #endif
    return Gate(places: 16)
  }()
  private static let limits = DispatchQueue(label: "limits")

  let minutes: Int
  let startsPrograms: Bool

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(startsPrograms ? Executor() : nil) {
      try await perform(function, of: test)
    }
  }

  private func perform(
    _ function: @Sendable () async throws -> Void, of test: Test
  ) async throws {
    let gate = startsPrograms ? Self.programs : Self.others
    await gate.enter()
    defer { gate.leave() }
    let (name, minutes) = (test.name, minutes)
    // Also where all threads of tasks are blocked.
    let hang = DispatchWorkItem { fatalError("\(name) did not end within \(minutes + 1) minutes") }
    Self.limits.asyncAfter(deadline: .now() + .seconds(60 * (minutes + 1)), execute: hang)
    defer { hang.cancel() }
    try await withoutActuallyEscaping(function) { function in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask(executorPreference: Executor(), operation: function)
        group.addTask {
          try await Task.sleep(for: .seconds(60 * minutes))
          Issue.record("the test did not end within \(minutes) minutes")
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    }
  }

  private final class Executor: TaskExecutor {
    private let queue = DispatchQueue(label: "test")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}

extension Trait where Self == FewAtATime {
  /// Few of these tests run at a time, each on a queue of its own, for five minutes at most.
  package static var fewAtATime: Self { fewAtATime(minutes: 5) }

  /// Few of these tests run at a time, each on a queue of its own, for so many minutes at most.
  package static func fewAtATime(minutes: Int) -> Self {
    Self(minutes: minutes, startsPrograms: false)
  }

  /// Few of these tests, which start programs, run at a time, for five minutes at most.
  package static var startsPrograms: Self { startsPrograms(minutes: 5) }

  /// Few of these tests, which start programs, run at a time, for so many minutes at most.
  package static func startsPrograms(minutes: Int) -> Self {
    Self(minutes: minutes, startsPrograms: true)
  }
}
