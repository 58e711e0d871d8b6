import Synchronization

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

  /// Waits until a condition holds, for a minute at most; returns whether it does.
  package func waits(until holds: @escaping @Sendable (Value) -> Bool) async -> Bool {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let limit = Task {
      guard (try? await Task.sleep(for: .seconds(60))) != nil else { return }
      state.withLock {
        $0.waiters.removeValue(forKey: number)?.continuation.resume(returning: false)
      }
    }
    defer { limit.cancel() }
    return await withCheckedContinuation { continuation in
      state.withLock { state in
        if holds(state.value) {
          continuation.resume(returning: true)
        } else {
          state.waiters[number] = Waiter(holds: holds, continuation: continuation)
        }
      }
    }
  }
}
