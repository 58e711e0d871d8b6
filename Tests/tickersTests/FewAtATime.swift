import TestTools
import Testing

/// Lets few tests run at a time: those that start programs, of which hundreds at once hold each
/// other up, and use up the file descriptors of the process that watches them.
struct FewAtATime: TestTrait, SuiteTrait, TestScoping {
  private static let gate = Gate(places: 6)

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.gate.enter()
    defer { Self.gate.leave() }
    try await function()
  }
}

extension Trait where Self == FewAtATime {
  /// Only a few of the tests that have this trait run at a time.
  static var fewAtATime: Self { Self() }
}
