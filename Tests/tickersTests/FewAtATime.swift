import Synchronization
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

  /// A door that closes when so many are inside.
  private final class Gate: Sendable {
    private let state: Mutex<(places: Int, waiting: [CheckedContinuation<Void, Never>])>

    init(places: Int) { state = Mutex((places, [])) }

    func enter() async {
      await withCheckedContinuation { continuation in
        let isIn = state.withLock { state in
          guard state.places == 0 else {
            state.places -= 1
            return true
          }
          state.waiting.append(continuation)
          return false
        }
        if isIn { continuation.resume() }
      }
    }

    func leave() {
      let next = state.withLock { state in
        guard state.waiting.isEmpty else { return state.waiting.removeFirst() as _? }
        state.places += 1
        return nil
      }
      next?.resume()
    }
  }
}

extension Trait where Self == FewAtATime {
  /// Only a few of the tests that have this trait run at a time.
  static var fewAtATime: Self { Self() }
}
