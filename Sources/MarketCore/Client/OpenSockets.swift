#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The sockets that the process has open.
struct OpenSockets {
  /// The descriptors that are checked; a program with many open files has others.
  private let descriptors: [Int32]
  /// The `revents` of each socket at the last wait.
  private var ready: [Int32: Int16] = [:]

  init(among descriptors: some Sequence<Int32> = 3..<64) {
    self.descriptors = Array(descriptors)
  }

  /// Waits until a socket becomes readable or writable that was not so at the last wait, until the
  /// wake-up, or until the timeout.
  mutating func waitForChange(_ timeout: Duration, or wakeUp: WakeUp) {
    var sockets = descriptors.filter(Self.isSocket).map {
      pollfd(fd: $0, events: Int16(POLLIN | POLLOUT), revents: 0)
    }
    poll(&sockets, nfds_t(sockets.count), 0)
    let before = ready
    ready = Dictionary(uniqueKeysWithValues: sockets.map { ($0.fd, $0.revents) })
    guard sockets.allSatisfy({ $0.revents & ~(before[$0.fd] ?? 0) == 0 }) else { return }
    // A connection that is closed is always ready.
    sockets.removeAll { $0.revents & ~$0.events != 0 }
    for index in sockets.indices { sockets[index].events &= ~sockets[index].revents }
    sockets.append(pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0))
    poll(&sockets, nfds_t(sockets.count), Int32((timeout / .milliseconds(1)).rounded(.up)))
  }

  private static func isSocket(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }
}
