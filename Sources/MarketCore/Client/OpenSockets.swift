#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The sockets that the process has open.
struct OpenSockets {
  /// The descriptors among which sockets are looked for; a program with many files open has others.
  private let descriptors: [Int32]
  /// What each socket was ready for at the last wait, as `poll` has it.
  private var ready: [Int32: Int16] = [:]

  init(among descriptors: some Sequence<Int32> = 3..<64) {
    self.descriptors = Array(descriptors)
  }

  /// Waits so long, or until a socket can be read or written that could not be at the last wait: an
  /// answer has come, or a connection is made.
  ///
  /// - Parameter goesOn: asked every 25 ms, whether there is still a reason to wait.
  mutating func waitForChange(_ timeout: Duration, while goesOn: () -> Bool = { true }) {
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
    var left = Int32((timeout / .milliseconds(1)).rounded(.up))
    while left > 0, goesOn(), poll(&sockets, nfds_t(sockets.count), min(left, 25)) == 0 {
      left -= 25
    }
  }

  private static func isSocket(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }
}
