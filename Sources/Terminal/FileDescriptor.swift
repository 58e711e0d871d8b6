import Foundation

package enum WriteFailure: Error, Hashable, Sendable {
  /// The reader has closed the pipe.
  case closed
  case failed(String)

  init(errorNumber: Int32) {
    self = errorNumber == EPIPE ? .closed : .failed(String(cString: strerror(errorNumber)))
  }
}

package struct TerminalSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }
}

package struct FileDescriptor: Hashable, Sendable {
  package static let standardInput = FileDescriptor(rawValue: STDIN_FILENO)
  package static let standardOutput = FileDescriptor(rawValue: STDOUT_FILENO)
  package static let standardError = FileDescriptor(rawValue: STDERR_FILENO)
  let rawValue: Int32

  /// Opens closed standard descriptors, so that no other file gets their numbers. Input is opened for
  /// writing, the other two for reading, so that their use still fails.
  package static func reserveStandard() {
    for descriptor in [standardInput, standardOutput, standardError]
    where fcntl(descriptor.rawValue, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == standardInput ? O_WRONLY : O_RDONLY)
    }
  }

  package static var limit: Int {
    // `sysconf` returns -1 if there is no limit.
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    return limit < 0 ? .max : limit
  }

  package static func canOpen(_ count: Int) -> Bool {
    let copies = (0..<count).map { _ in dup(STDERR_FILENO) }
    for copy in copies where copy >= 0 { close(copy) }
    return !copies.contains(-1)
  }

  /// Writes a whole text, in one system call if the system accepts it at once.
  package func writeAll(_ text: String) throws(WriteFailure) {
    var rest = Array(text.utf8)[...]
    while try !writeAccepted(&rest) {
      var ready = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
      _ = poll(&ready, 1, -1)
    }
  }

  /// Writes and removes the bytes that the system accepts. Returns `false` if bytes remain (`O_NONBLOCK`).
  func writeAccepted(_ bytes: inout ArraySlice<UInt8>) throws(WriteFailure) -> Bool {
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { write(rawValue, $0.baseAddress, $0.count) }
      if written >= 0 {
        bytes.removeFirst(written)
      } else if errno == EAGAIN {
        return false
      } else if errno != EINTR {
        throw WriteFailure(errorNumber: errno)
      }
    }
    return true
  }

  /// Ends the process successfully as soon as the other end of the pipe is closed.
  package func exitWhenClosed() {
    Thread.detachNewThread { [rawValue] in
      // Linux always reports that the reader has closed the pipe, macOS only if POLLHUP is requested.
      var watched = pollfd(fd: rawValue, events: Int16(POLLHUP), revents: 0)
      while poll(&watched, 1, -1) <= 0 || watched.revents & Int16(POLLERR | POLLHUP) == 0 {
        // On macOS, `poll` returns at once for a regular file or a device.
        sleep(1)
      }
      ShellCommand.endAll()
      _exit(EXIT_SUCCESS)
    }
  }
}
