import Synchronization
import Testing

/// A value that any thread may change, and whose changes can be waited for.
package final class Observed<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var waiters: [Int: Waiter] = [:]
    var count = 0
  }

  private struct Waiter {
    let holds: @Sendable (Value) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private let state: Mutex<State>

  package init(_ value: Value) { state = Mutex(State(value: value)) }

  package var value: Value { state.withLock(\.value) }

  /// Changes the value, and resumes everyone whose condition holds now.
  @discardableResult
  package func change<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
    state.withLock { state in
      let result = change(&state.value)
      for (number, waiter) in state.waiters where waiter.holds(state.value) {
        state.waiters[number] = nil
        waiter.continuation.resume(returning: true)
      }
      return result
    }
  }

  /// Waits until a condition holds; returns whether it does. If it does not within about a minute,
  /// that is an issue of the test, which tells the value.
  ///
  /// Seconds are counted that end when the test has its turn, so that the minute is a longer one
  /// where other work takes the turns.
  ///
  /// - Parameters:
  ///   - what: what is waited for, as an issue tells it.
  ///   - isRequired: whether it is an issue when the condition does not hold.
  package func waits(
    for what: @autoclosure () -> String = "a condition", isRequired: Bool = true,
    until holds: @escaping @Sendable (Value) -> Bool
  ) async -> Bool {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let limit = Task {
      for _ in 0..<60 { try await Task.sleep(for: .seconds(1)) }
      state.withLock {
        $0.waiters.removeValue(forKey: number)?.continuation.resume(returning: false)
      }
    }
    defer { limit.cancel() }
    let isSo = await withCheckedContinuation { continuation in
      state.withLock { state in
        if holds(state.value) {
          continuation.resume(returning: true)
        } else {
          state.waiters[number] = Waiter(holds: holds, continuation: continuation)
        }
      }
    }
    if isRequired, !isSo {
      Issue.record("waited a minute for \(what()); there is\n\(value)")
    }
    return isSo
  }
}
