import Foundation

/// A TCP socket of the loopback interface.
///
/// Whoever holds it releases it once, and all libc calls are here.
struct Socket: Sendable {
  let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    // Not inherited: a program that a test starts would keep the connections open.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// A socket that listens on a free port, and that port.
  static func listening() throws -> (socket: Socket, port: UInt16) {
    try make(port: 0) { descriptor, address, size in
      bind(descriptor, address, size) == 0 && listen(descriptor, SOMAXCONN) == 0
        && getsockname(descriptor, address, &size) == 0
    }
  }

  /// A connection to a port.
  static func connected(to port: UInt16) throws -> Socket {
    try make(port: port) { connect($0, $1, $2) == 0 }.socket
  }

  /// The socket on which `call` succeeds, given an address, and the port that the address has then.
  private static func make(
    port: UInt16, _ call: (Int32, UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Bool
  ) throws -> (socket: Socket, port: UInt16) {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let made = Socket(socket(AF_INET, kind, 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    address.sin_port = port.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let succeeds = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(made.descriptor, $0, &size) }
    }
    guard succeeds else {
      let code = errno
      made.release()
      throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }
    return (made, UInt16(bigEndian: address.sin_port))
  }

  /// The next connection of a socket that listens.
  func nextClient() -> Socket {
    while true {
      let client = accept(descriptor, nil, nil)
      if client >= 0 {
        let socket = Socket(client)
        // Bytes leave when their step is taken, not when the system has gathered enough.
        socket.set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        return socket
      }
      // Out of descriptors, say, which may pass.
      usleep(1000)
    }
  }

  /// What has come in, as soon as anything has; empty at the end.
  func read() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
      count = max(0, retrying { recv(descriptor, buffer.baseAddress, buffer.count, 0) })
    }
  }

  /// Whether all of `bytes` went out.
  @discardableResult
  func write(_ bytes: Data) -> Bool {
    bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        // Without a signal, which would end the whole test run when a client has left.
        let flags = Int32(MSG_NOSIGNAL)
        let count = retrying { send(descriptor, part.baseAddress, part.count, flags) }
        guard count >= 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Whether the client is still there after `duration`; a client that leaves ends the wait.
  func stays(for duration: Duration) -> Bool {
    #if os(Linux)
      let leaves: Int16 = 0x2000  // POLLRDHUP, which is hidden from Swift.
    #else
      let leaves = Int16(POLLHUP)
    #endif
    let end = ContinuousClock.now + duration
    var entry = pollfd(fd: descriptor, events: leaves, revents: 0)
    let ready = retrying {
      let left = max(ContinuousClock.now.duration(to: end) / .milliseconds(1), 0)
      return Int(poll(&entry, 1, Int32(min(left.rounded(.up), 1e9))))
    }
    return ready == 0
  }

  /// Wakes whoever waits on this connection, for good; unlike a release it keeps the descriptor's
  /// number.
  func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Makes the release a reset, which no longer delivers what the client hasn't got.
  func resetOnRelease() { set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0)) }

  /// Closes the descriptor.
  func release() { close(descriptor) }

  private func set(_ level: Int32, _ option: Int32, _ value: some BitwiseCopyable) {
    withUnsafeBytes(of: value) {
      _ = setsockopt(descriptor, level, option, $0.baseAddress, socklen_t($0.count))
    }
  }

  /// Calls again after a signal.
  private func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}
