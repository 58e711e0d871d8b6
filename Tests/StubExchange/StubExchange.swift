import Dispatch
package import Foundation

/// An HTTP/1.1 server on the loopback interface that answers, or fails to, as a test tells it.
///
/// It serves until ``stop()`` or until nothing holds it any more. Every connection has a thread of
/// its own, so a hundred may hang at once and none of them holds up Swift's cooperative pool.
package final class StubExchange: Sendable {
  /// Where the stand-in for the API begins: `http://127.0.0.1:PORT/v3/exchange`.
  package let url: URL
  private let port: UInt16
  private let traffic: Traffic
  private let threads = DispatchGroup()

  /// On Linux Foundation makes folders below HOME for a cache and for cookies, which no session uses.
  private static let keepFoundationOutOfHome: Void = {
    #if canImport(FoundationNetworking)
      for name in ["XDG_CACHE_HOME", "XDG_DATA_HOME"] { setenv(name, "/dev/null", 1) }
    #endif
  }()

  /// Listens on a port that the system picks and gives every request to `respond`.
  ///
  /// `respond` is called on the threads of the connections, so on several at once.
  ///
  /// - Parameter limit: how many requests it keeps at most, of which the first.
  package init(
    keeping limit: Int = .max, _ respond: @escaping @Sendable (Request) -> Reply
  ) throws {
    Self.keepFoundationOutOfHome
    let (listener, port) = try Socket.listening()
    guard let url = URL(string: "http://127.0.0.1:\(port)/v3/exchange") else {
      preconditionFailure("a number makes a valid port")
    }
    self.url = url
    self.port = port
    traffic = Traffic(limit: limit)
    // The threads must not hold the exchange, or it would never go out of scope and stop.
    threads.run { [traffic, threads] in
      defer { listener.release() }
      while true {
        let socket = listener.nextClient()
        guard let number = traffic.open(socket) else { return socket.release() }
        threads.run {
          var connection = Connection(socket: socket, number: number, traffic: traffic)
          connection.serve(respond)
          traffic.close(number)
        }
      }
    }
  }

  /// Gives the first request the first reply and so on, and the last reply to all that follow.
  package convenience init(_ first: Reply, _ rest: Reply...) throws {
    let replies = [first] + rest
    try self.init { replies[min($0.number, replies.count - 1)] }
  }

  deinit { stop() }

  /// Closes the port and all connections, and returns when their threads have ended, or after five
  /// seconds.
  ///
  /// Not to be called by `respond`, whose own thread it would wait for.
  ///
  /// - Returns: whether all threads have ended.
  @discardableResult
  package func stop(within seconds: Double = 5) -> Bool {
    if traffic.stop() {
      // Wakes the thread that accepts connections, as a shutdown of its socket does on Linux only.
      try? Socket.connected(to: port).release()
      return threads.wait(timeout: .now() + seconds) == .success
    }
    return threads.wait(timeout: .now()) == .success
  }

  /// All requests so far that are kept, in the order of their numbers.
  package var requests: [Request] { traffic.requests }

  /// How many connections were ever accepted.
  package var connections: Int { traffic.connections }

  /// How many connections are open now.
  package var openConnections: Int { traffic.openConnections }
}

extension DispatchGroup {
  fileprivate func run(_ work: @escaping @Sendable () -> Void) {
    enter()
    // Not a dispatch queue, which is slow to add threads when those it has are blocked.
    Thread.detachNewThread {
      work()
      self.leave()
    }
  }
}
