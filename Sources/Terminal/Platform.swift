// All calls of the C library stand in this file.

import Dispatch
import Foundation

#if canImport(CDispatch)
  import CDispatch
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why nothing more can be written.
package enum WriteFailure: Error, Hashable, Sendable {
  /// Whoever read has gone.
  case closed
  /// The system's reason, as in `No space left on device`.
  case failed(String)
}

/// The size of a terminal in characters.
package struct TerminalSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// An open file of the process.
package struct FileDescriptor: Hashable, Sendable {
  package static let standardInput = FileDescriptor(rawValue: STDIN_FILENO)
  package static let standardOutput = FileDescriptor(rawValue: STDOUT_FILENO)
  package static let standardError = FileDescriptor(rawValue: STDERR_FILENO)

  let rawValue: Int32

  /// Opens those of the three standard ones that the program was started without, so that no other
  /// file gets their numbers. Reading from them, or writing to them, fails.
  package static func reserveStandard() {
    for (number, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    where fcntl(number, F_GETFD) == -1 {
      _ = open("/dev/null", mode)
    }
  }

  /// Whether so many more files can be open at the same time.
  package static func canOpen(_ count: Int) -> Bool {
    let copies = (0..<count).map { _ in dup(STDERR_FILENO) }
    for copy in copies where copy >= 0 { close(copy) }
    return !copies.contains(-1)
  }

  /// Whether it is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Its size, if it is a terminal that knows it.
  package var terminalSize: TerminalSize? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Writes all of a text, with one call where the system takes it at once.
  package func write(_ text: String) throws(WriteFailure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { systemWrite(rawValue, $0.baseAddress, $0.count) }
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
      // No events are asked for: what is always reported is that nobody reads.
      var watched = pollfd(fd: rawValue, events: 0, revents: 0)
      while poll(&watched, 1, -1) <= 0 || watched.revents & Int16(POLLERR | POLLHUP) == 0 {}
      _exit(EXIT_SUCCESS)
    }
  }

  /// Hands over what is typed, from a thread of its own, until there can be no more.
  func readKeys(_ handler: @escaping @Sendable ([Key]) -> Void) {
    Thread.detachNewThread { [rawValue] in
      var parser = KeyParser()
      var buffer = [UInt8](repeating: 0, count: 256)
      while true {
        var watched = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
        let ready = poll(&watched, 1, parser.isWaiting ? Self.escapeMilliseconds : -1)
        let count = ready > 0 ? read(rawValue, &buffer, buffer.count) : 0
        if ready == 0 {
          handler(parser.flush())
        } else if count > 0 {
          handler(parser.take(buffer[..<count]))
        } else if ready > 0 && count == 0 || errno != EINTR && errno != EAGAIN {
          return
        }
      }
    }
  }

  /// How long an escape may be the beginning of another key.
  private static let escapeMilliseconds: Int32 = 25

  /// Turns off the echo of typed characters, and says what the settings were.
  func muteInput() -> TerminalSettings? {
    var settings = termios()
    guard tcgetattr(rawValue, &settings) == 0 else { return nil }
    let before = TerminalSettings(termios: settings)
    settings.c_lflag &= ~tcflag_t(ECHO | ICANON)
    tcsetattr(rawValue, TCSANOW, &settings)
    return before
  }

  /// Puts the settings back, and forgets what was typed meanwhile.
  func restore(_ settings: TerminalSettings) {
    withUnsafePointer(to: settings.termios) { _ = tcsetattr(rawValue, TCSAFLUSH, $0) }
  }
}

/// How a terminal treats what is typed.
struct TerminalSettings: Sendable {
  fileprivate let termios: termios
}

// A signal handler can't capture. These are written before it is there, or from within the lock of
// the one screen, and read when the process is about to end.
private nonisolated(unsafe) var crashReport = CrashReport(
  text: "", networkingText: "", exitStatus: EXIT_FAILURE)
private nonisolated(unsafe) var crashText: StaticString = ""
private nonisolated(unsafe) var crashSettings = termios()
private nonisolated(unsafe) var hasCrashSettings = false

/// Whether this thread works on one of the queues of Foundation's networking. Asks for no memory.
private var isNetworking: Bool {
  #if canImport(CDispatch)
    let label = CDispatch.dispatch_queue_get_label(nil)
    return strstr(label, "URLSession") != nil || strstr(label, "MultiHandle") != nil
  #else
    return false
  #endif
}

private func systemWrite(_ descriptor: Int32, _ text: StaticString) {
  _ = systemWrite(descriptor, text.utf8Start, text.utf8CodeUnitCount)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// The signals that mean something to a screen.
package enum Signals {
  /// Those that end a program.
  package static let ending = [SIGHUP, SIGINT, SIGTERM]
  /// The terminal has another size, or the program goes on after a stop.
  package static let redraw = [SIGWINCH, SIGCONT]
  /// Someone typed Ctrl-Z.
  static let stop = SIGTSTP

  /// Lets a write to a closed pipe fail instead of killing the process.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Calls a handler for each of these signals from now on, instead of what the system would do,
  /// on a thread that waits for nothing else.
  package static func handle(
    _ signals: [Int32], _ handler: @escaping @Sendable (Int32) -> Void
  ) {
    for number in signals {
      let source = DispatchSource.makeSignalSource(
        signal: number, queue: .global(qos: .userInteractive))
      // The handler holds the source, which nothing else does, for as long as the process lives.
      source.setEventHandler { withExtendedLifetime(source) { handler(number) } }
      source.resume()
    }
  }

  /// Leaves a signal to the system again.
  package static func release(_ signals: [Int32]) {
    for number in signals { signal(number, SIG_DFL) }
  }

  /// From now on a crash is told in a line, and ends the process with a status instead of a signal.
  package static func reportCrashes(_ report: CrashReport) {
    crashReport = report
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
      signal(number) { _ in
        systemWrite(STDOUT_FILENO, crashText)
        if hasCrashSettings { tcsetattr(STDIN_FILENO, TCSANOW, &crashSettings) }
        systemWrite(
          STDERR_FILENO, isNetworking ? crashReport.networkingText : crashReport.text)
        _exit(crashReport.exitStatus)
      }
    }
  }

  /// From now on a crash writes this text to stdout and puts these settings back before it is told.
  static func giveBackAtCrash(_ text: StaticString, _ settings: TerminalSettings?) {
    (crashText, crashSettings) = (text, settings?.termios ?? termios())
    hasCrashSettings = settings != nil
  }

  /// Stops the process until it is told to go on.
  static func stopProcess() {
    kill(getpid(), SIGSTOP)
  }

  /// Ends the process as a signal does, so that a shell sees what it died of.
  package static func die(of number: Int32) {
    signal(number, SIG_DFL)
    // Dispatch blocks the signals that it handles.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
  }
}
