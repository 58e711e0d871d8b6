#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The sockets that the process has open at some moment.
struct OpenSockets {
  /// The descriptors that are looked at; a program with more files open may have more.
  private static let descriptors: Range<Int32> = 3..<256

  private let descriptors = descriptors.filter { descriptor in
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Waits so long, or until something can be read from a socket from which nothing could be read
  /// before.
  func waitForInput(_ timeout: Duration) {
    var sockets = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    poll(&sockets, nfds_t(sockets.count), 0)
    sockets.removeAll { $0.revents != 0 }
    let milliseconds = (timeout / .milliseconds(1)).rounded(.up)
    poll(&sockets, nfds_t(sockets.count), Int32(milliseconds))
  }
}
