import Synchronization

/// A door that closes when so many are inside.
package final class Gate: Sendable {
  private let state: Mutex<(places: Int, waiting: [CheckedContinuation<Void, Never>])>

  package init(places: Int) { state = Mutex((places, [])) }

  package func enter() async {
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

  package func leave() {
    let next = state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() as _? }
      state.places += 1
      return nil
    }
    next?.resume()
  }
}
