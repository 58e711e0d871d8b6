// All calls of the C library, which Foundation exports, are in the files of this name.

import Foundation

package enum WriteFailure: Error, Hashable, Sendable {
  /// The reader has closed the pipe.
  case closed
  /// The system's reason, as in `No space left on device`.
  case failed(String)
}

/// In characters.
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

  /// Opens closed standard descriptors, for the wrong use, so that no other file gets their numbers.
  package static func reserveStandard() {
    for descriptor in [standardInput, standardOutput, standardError]
    where fcntl(descriptor.rawValue, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == standardInput ? O_WRONLY : O_RDONLY)
    }
  }

  /// The number of files that the process can have open.
  package static var limit: Int {
    // Below 0 without a limit.
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    return limit < 0 ? .max : limit
  }

  /// Whether this number of further files can be open at the same time.
  package static func canOpen(_ count: Int) -> Bool {
    let copies = (0..<count).map { _ in dup(STDERR_FILENO) }
    for copy in copies where copy >= 0 { close(copy) }
    return !copies.contains(-1)
  }

  package var isTerminal: Bool { isatty(rawValue) == 1 }
  /// Whether it is the terminal of a shell whose foreground job is another one.
  var isInBackground: Bool {
    // Below 0 for a terminal other than the session's, which has no background.
    let foreground = tcgetpgrp(rawValue)
    return foreground >= 0 && foreground != getpgrp()
  }

  /// Waits until the process is in the foreground: the system stops it, as any process that uses
  /// its terminal in the background. Returns false if SIGTTOU is ignored; throws in an orphaned
  /// process group, which no shell could resume.
  func waitForForeground() throws(WriteFailure) -> Bool {
    guard isInBackground else { return true }
    // This changes nothing, but is subject to job control as a change is: SIGTTOU stops the job,
    // again after each SIGCONT that came too soon, and it fails with EIO in an orphaned process
    // group. A stopped job can still be ended.
    let error = Signals.withDefaultActions(of: [SIGTTOU] + Signals.termination) {
      tcdrain(rawValue) == 0 ? 0 : errno
    }
    if error != 0, error != EINTR { throw .failed(String(cString: strerror(error))) }
    return !isInBackground
  }

  package var terminalSize: TerminalSize? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Writes all of a text, in one call if the system accepts it at once.
  package func writeAll(_ text: String) throws(WriteFailure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(rawValue, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest.removeFirst(written)
      } else if errno == EAGAIN {
        var ready = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, -1)
      } else if errno == EPIPE {
        throw .closed
      } else if errno != EINTR {
        throw .failed(String(cString: strerror(errno)))
      }
    }
  }

  /// Ends the process with success as soon as the other end is closed.
  package func exitWhenClosed() {
    Thread.detachNewThread { [rawValue] in
      // Linux always reports a missing reader, macOS if POLLHUP is requested.
      var watched = pollfd(fd: rawValue, events: Int16(POLLHUP), revents: 0)
      while poll(&watched, 1, -1) <= 0 || watched.revents & Int16(POLLERR | POLLHUP) == 0 {
        // On macOS, poll returns at once for a regular file or a device.
        sleep(1)
      }
      CommandProcesses.endAll()
      _exit(EXIT_SUCCESS)
    }
  }

  /// Calls a handler with the keys that are typed, on its own thread, until the end of the input.
  func readKeys(_ handler: @escaping @Sendable ([Key]) -> Void) {
    Thread.detachNewThread { [rawValue] in
      var parser = KeyParser()
      var buffer = [UInt8](repeating: 0, count: 256)
      while true {
        var watched = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
        let delay = parser.flushDelay.map { Int32($0 / .milliseconds(1)) }
        let ready = poll(&watched, 1, delay ?? -1)
        let count = ready > 0 ? read(rawValue, &buffer, buffer.count) : 0
        if ready == 0 || count > 0 {
          let keys = ready == 0 ? parser.flush() : parser.take(buffer[..<count])
          if !keys.isEmpty { handler(keys) }
        } else if ready > 0 && count == 0 || errno != EINTR && errno != EAGAIN {
          return
        }
      }
    }
  }

  var terminalSettings: TerminalSettings? {
    var settings = termios()
    return tcgetattr(rawValue, &settings) == 0 ? settings : nil
  }

  /// The system stops a process in the background until it is in the foreground.
  func disableEchoAndLineMode() {
    guard var settings = terminalSettings else { return }
    // IEXTEN makes Ctrl-O and Ctrl-V special on macOS.
    settings.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
    // Threads of Dispatch block SIGTTOU: a process that has just gone to the background would turn
    // off the echo of the shell.
    Signals.withDefaultActions(of: [SIGTTOU] + Signals.termination) {
      while tcsetattr(rawValue, TCSANOW, &settings) != 0, errno == EINTR {}
    }
  }

  /// Restores the settings, and drops bytes that were typed since they changed.
  func restore(_ settings: TerminalSettings) {
    var settings = settings
    while tcsetattr(rawValue, TCSAFLUSH, &settings) != 0, errno == EINTR {}
  }
}

typealias TerminalSettings = termios
