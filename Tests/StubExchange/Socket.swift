import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A TCP socket's descriptor.
///
/// Whoever holds it closes it once, and all libc calls are here.
struct Socket: Sendable {
  private let descriptor: Int32

  /// A socket that listens on a free port of the loopback interface, and that port.
  static func listening() throws -> (socket: Socket, port: UInt16) {
    // Not inherited: a program that a test starts would keep the connections open.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = Socket(descriptor: Glibc.socket(AF_INET, kind, 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutableBytes(of: &address) { bytes in
      let address = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
      return address.map { address in
        bind(socket.descriptor, address, size) == 0 && listen(socket.descriptor, SOMAXCONN) == 0
          && getsockname(socket.descriptor, address, &size) == 0
      }
    }
    guard isListening == true else {
      let code = errno
      socket.close()
      throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }
    return (socket, UInt16(bigEndian: address.sin_port))
  }

  /// The next connection; nil when this socket was shut down.
  func accept() -> Socket? {
    while true {
      let client = Glibc.accept(descriptor, nil, nil)
      if client >= 0 {
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        let socket = Socket(descriptor: client)
        // Bytes leave when their step is taken, not when the system has gathered enough.
        socket.set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        return socket
      }
      if errno == EINVAL || errno == EBADF { return nil }
      // Out of descriptors, say, which may pass.
      usleep(1000)
    }
  }

  /// What has come in, as soon as anything has; empty at the end.
  func receive() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
      count = max(0, retrying { recv(descriptor, buffer.baseAddress, buffer.count, 0) })
    }
  }

  /// Whether all of `bytes` went out.
  func send(_ bytes: Data) -> Bool {
    bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        // Without a signal, which would end the whole test run when a client has left.
        let flags = Int32(MSG_NOSIGNAL)
        let count = retrying { Glibc.send(descriptor, part.baseAddress, part.count, flags) }
        guard count >= 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Whether the client is still there after `duration`; a client that leaves ends the wait.
  func stays(for duration: Duration) -> Bool {
    let end = ContinuousClock.now + duration
    let leaves: Int16 = 0x2000  // POLLRDHUP, which is hidden from Swift.
    var entry = pollfd(fd: descriptor, events: leaves, revents: 0)
    let ready = retrying {
      let left = max(ContinuousClock.now.duration(to: end) / .milliseconds(1), 0)
      return Int(poll(&entry, 1, Int32(min(left.rounded(.up), 1e9))))
    }
    return ready == 0
  }

  /// Wakes whoever waits on this socket, for good; unlike a close it keeps the descriptor's number.
  func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Makes the close a reset, which no longer delivers what the client hasn't got.
  func resetOnClose() { set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0)) }

  func close() { _ = Glibc.close(descriptor) }

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
