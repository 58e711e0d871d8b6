import MarketCore
import Synchronization

/// Runs calls of tools, at most `limit` at the same time. A client can cancel calls.
final class MCPCalls: Sendable {
  private let limit: Int
  /// The calls by id and by number. A client may wrongly use an id twice, but numbers always differ.
  private let state = Mutex(
    (
      calls: [JSONValue: [Int: Task<Void, Never>]](), count: 0, running: 0,
      waiting: [CheckedContinuation<Void, Never>]()
    ))

  init(limit: Int) { self.limit = limit }

  func begin(_ id: JSONValue, _ run: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    state.withLock { state in
      state.count += 1
      let number = state.count
      let call = Task {
        await start()
        if !Task.isCancelled { await run() }
        end(id, number)
      }
      state.calls[id, default: [:]][number] = call
      return call
    }
  }

  func cancel(_ id: JSONValue) {
    for call in state.withLock({ $0.calls[id] ?? [:] }).values { call.cancel() }
  }

  private func start() async {
    await withCheckedContinuation { continuation in
      let mayRun = state.withLock { state in
        guard state.running == limit else {
          state.running += 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if mayRun { continuation.resume() }
    }
  }

  private func end(_ id: JSONValue, _ number: Int) {
    let next = state.withLock { state in
      state.calls[id]?[number] = nil
      if state.calls[id]?.isEmpty ?? false { state.calls[id] = nil }
      guard !state.waiting.isEmpty else {
        state.running -= 1
        return CheckedContinuation<Void, Never>?.none
      }
      // The first call that waits takes the place of the ended call.
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
