import Foundation
import TestTools
import Testing

@testable import MarketCore

@Suite(.fewAtATime)
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

  private let wakeUp = WakeUp()
  private static let (short, long) = (Duration.milliseconds(20), Duration.seconds(60))

  @Test func `a received byte ends the wait`() throws {
    let connection = try Connection()
    var sockets = OpenSockets(among: [connection.near])
    sockets.waitForChange(.zero, or: wakeUp)
    let far = connection.far
    Thread.detachNewThread { _ = write(far, "a", 1) }
    let time = ContinuousClock().measure { sockets.waitForChange(Self.long, or: wakeUp) }
    #expect(time < Self.long)
  }

  @Test func `a byte received since the last wait ends one wait`() throws {
    let connection = try Connection()
    var sockets = OpenSockets(among: [connection.near])
    sockets.waitForChange(.zero, or: wakeUp)
    _ = write(connection.far, "a", 1)
    #expect(ContinuousClock().measure { sockets.waitForChange(Self.long, or: wakeUp) } < Self.long)
    #expect(
      ContinuousClock().measure { sockets.waitForChange(Self.short, or: wakeUp) } >= Self.short)
  }

  @Test func `a closed connection ends one wait, and a descriptor that is no socket none`() throws {
    let connection = try Connection()
    var sockets = OpenSockets(among: [0, 1, 2, 9999, connection.near])
    sockets.waitForChange(.zero, or: wakeUp)
    shutdown(connection.far, Int32(SHUT_RDWR))
    #expect(ContinuousClock().measure { sockets.waitForChange(Self.long, or: wakeUp) } < Self.long)
    #expect(
      ContinuousClock().measure { sockets.waitForChange(Self.short, or: wakeUp) } >= Self.short)
  }

  @Test func `a wake-up ends the wait, until it is reset`() throws {
    let connection = try Connection()
    var sockets = OpenSockets(among: [connection.near])
    sockets.waitForChange(.zero, or: wakeUp)
    wakeUp.signal()
    wakeUp.signal()
    #expect(ContinuousClock().measure { sockets.waitForChange(Self.long, or: wakeUp) } < Self.long)
    wakeUp.reset()
    #expect(
      ContinuousClock().measure { sockets.waitForChange(Self.short, or: wakeUp) } >= Self.short)
  }
}
