#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The sockets that the process has open at some moment.
struct OpenSockets {
  private let descriptors: [Int32]

  /// The sockets among some descriptors; a program with many files open may have others.
  init(among descriptors: some Sequence<Int32> = 3..<64) {
    self.descriptors = descriptors.filter { descriptor in
      var status = stat()
      return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }
  }

  /// Waits so long, or until a socket can be read or written that could not be before: an answer has
  /// come, or a connection is made.
  func waitForChange(_ timeout: Duration) {
    var sockets = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN | POLLOUT), revents: 0) }
    poll(&sockets, nfds_t(sockets.count), 0)
    // A connection that is closed is always ready.
    sockets.removeAll { $0.revents & ~$0.events != 0 }
    for index in sockets.indices { sockets[index].events &= ~sockets[index].revents }
    let milliseconds = (timeout / .milliseconds(1)).rounded(.up)
    poll(&sockets, nfds_t(sockets.count), Int32(milliseconds))
  }
}
