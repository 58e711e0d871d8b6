import Foundation
import Synchronization

/// What came in so far, and the sockets that are open now.
final class Traffic: Sendable {
  private struct State {
    var requests: [Request] = []
    var count = 0
    var connections = 0
    var open: [Int: Socket] = [:]
    var isStopped = false
  }

  private let limit: Int
  private let state = Mutex(State())

  /// Keeps so many requests at most, the first.
  init(limit: Int) { self.limit = limit }

  var requests: [Request] { state.withLock { $0.requests } }
  var connections: Int { state.withLock { $0.connections } }
  var openConnections: Int { state.withLock { $0.open.count } }

  /// Takes in a new connection and numbers it; nil after the stop.
  func open(_ socket: Socket) -> Int? {
    state.withLock { state in
      guard !state.isStopped else { return nil }
      defer { state.connections += 1 }
      state.open[state.connections] = socket
      return state.connections
    }
  }

  /// Takes down the request that `head` makes; nil unless it makes one.
  func record(head: String, body: Data, connection: Int) -> Request? {
    state.withLock { state in
      let request = Request(
        head: head, body: body, number: state.count, connection: connection)
      guard let request else { return nil }
      state.count += 1
      if state.count <= limit { state.requests.append(request) }
      return request
    }
  }

  func close(_ number: Int) {
    // Under the lock, as `stop` may otherwise shut down a descriptor that has a new owner.
    state.withLock { $0.open.removeValue(forKey: number)?.release() }
  }

  /// Wakes every thread that waits for its client; false if that was done before.
  func stop() -> Bool {
    state.withLock { state in
      guard !state.isStopped else { return false }
      state.isStopped = true
      for socket in state.open.values { socket.shutDown() }
      return true
    }
  }
}
