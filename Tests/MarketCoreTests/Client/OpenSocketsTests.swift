import Foundation
import Testing

@testable import MarketCore

struct OpenSocketsTests {
  /// Two sockets that are connected with each other.
  private struct Connection: ~Copyable {
    let (near, far): (Int32, Int32)

    init() throws {
      var ends: [Int32] = [0, 0]
      #if os(Linux)
        let type = Int32(SOCK_STREAM.rawValue)
      #else
        let type = SOCK_STREAM
      #endif
      try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
      (near, far) = (ends[0], ends[1])
    }

    deinit {
      close(near)
      close(far)
    }
  }

  private static let (short, long) = (Duration.milliseconds(20), Duration.seconds(60))

  @Test func `what comes ends the wait`() throws {
    let connection = try Connection()
    let (sockets, far) = (OpenSockets(among: [connection.near]), connection.far)
    Thread.detachNewThread { _ = write(far, "a", 1) }
    let time = ContinuousClock().measure { sockets.waitForChange(Self.long) }
    #expect(time < Self.long)
  }

  @Test func `what was there before does not end the wait`() throws {
    let connection = try Connection()
    _ = write(connection.far, "a", 1)
    let time = ContinuousClock().measure {
      OpenSockets(among: [connection.near]).waitForChange(Self.short)
    }
    #expect(time >= Self.short)
  }

  @Test func `a closed connection does not end the wait, nor does what is no socket`() throws {
    let connection = try Connection()
    shutdown(connection.far, Int32(SHUT_RDWR))
    let time = ContinuousClock().measure {
      OpenSockets(among: [0, 1, 2, 9999, connection.near]).waitForChange(Self.short)
    }
    #expect(time >= Self.short)
  }
}
