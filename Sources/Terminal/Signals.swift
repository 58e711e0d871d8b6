import Foundation
import Synchronization

#if canImport(CDispatch)
  import CDispatch
#endif

package enum Signals {
  static let termination = [SIGHUP, SIGINT, SIGTERM]

  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Makes SIGQUIT, unless it is ignored, end the process before the backtracer of Swift handles it.
  package static func endOnQuit() { release([SIGQUIT]) }

  /// Makes the functions `next` return these signals. Signals ignored at start-up (`nohup`) remain ignored.
  static func watch(_ signals: [Int32]) {
    for number in signals where !isIgnored(number) {
      _ = arrivals
      signal(number) { number in
        let error = errno
        Signals.note(number)
        errno = error
      }
    }
  }

  static func wake() { note(0) }

  private static func note(_ number: Int32) {
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(arrivals.end, &byte, 1)
  }

  /// A pipe of signal numbers, one byte each, because a signal handler may call few functions. A Dispatch
  /// source would keep a signal that ``release(_:)`` has released.
  private static let arrivals: (start: Int32, end: Int32) = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return (-1, -1) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A handler must not wait. If the pipe is full, further signals are dropped.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
  }()

  /// Waits for a watched signal and returns its number; `nil` after ``wake()``, or if `output` accepts bytes.
  static func next(orOutputTo output: FileDescriptor?) -> Int32? {
    var watched = [
      pollfd(fd: arrivals.start, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output?.rawValue ?? -1, events: Int16(POLLOUT), revents: 0),
    ]
    while poll(&watched, 2, -1) <= 0 {}
    return watched[0].revents == 0 ? nil : readArrival()
  }

  /// Waits some hundredths of a second for a watched signal, not counting time while the process is stopped.
  /// `nil` if no signal arrives.
  static func next(within hundredths: Int) -> Int32? {
    var watched = pollfd(fd: arrivals.start, events: Int16(POLLIN), revents: 0)
    // One wait per hundredth, because a stop of the process uses up the time of one wait.
    for _ in 0..<hundredths {
      while poll(&watched, 1, 10) > 0 {
        if let number = readArrival() { return number }
      }
    }
    return nil
  }

  private static func readArrival() -> Int32? {
    var byte: UInt8 = 0
    return read(arrivals.start, &byte, 1) == 1 && byte > 0 ? Int32(byte) : nil
  }

  static func release(_ signals: [Int32]) {
    for number in signals where !isIgnored(number) { restoreDefault(number) }
  }

  /// Restores the default action, but a termination signal ends running commands first.
  private static func restoreDefault(_ number: Int32) {
    guard termination.contains(number) else {
      signal(number, SIG_DFL)
      return
    }
    signal(number) { number in
      ShellCommand.endAll()
      signal(number, SIG_DFL)
      raise(number)
    }
  }

  /// Makes most signals that end the process end running commands first. The first access does this, and
  /// must precede the first command.
  static let endCommands: Bool = {
    // Signals with a handler of ``Screen`` keep it.
    for number in termination where action(of: number) == 0 { restoreDefault(number) }
    // If SIGCHLD is ignored, the system reaps ended processes, and their status is lost.
    if isIgnored(SIGCHLD) { signal(SIGCHLD, SIG_DFL) }
    return EmergencyRestore.hasHandlers
  }()

  static func isIgnored(_ number: Int32) -> Bool {
    action(of: number) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func action(of number: Int32) -> Int {
    var action = sigaction()
    sigaction(number, nil, &action)
    // Swift cannot compare function pointers, and the name of the member differs between systems. In glibc,
    // musl and Darwin, it is the first member and has the size of an Int.
    return withUnsafeBytes(of: action) { $0.load(as: Int.self) }
  }

  /// Runs a closure during which SIGTTOU and SIGTTIN do not stop the process. In the background, output and
  /// changes of settings then take effect, and input fails.
  static func withoutTerminalStops(_ body: () -> Void) {
    var (stops, before) = (sigset_t(), sigset_t())
    sigemptyset(&stops)
    for number in [SIGTTOU, SIGTTIN] { sigaddset(&stops, number) }
    pthread_sigmask(SIG_BLOCK, &stops, &before)
    body()
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Stops the process like SIGTSTP. An orphaned process does not stop: no shell could resume it.
  static func stopProcess() {
    var before = sigaction()
    sigaction(SIGTSTP, nil, &before)
    signal(SIGTSTP, SIG_DFL)
    unblock(SIGTSTP)
    raise(SIGTSTP)
    sigaction(SIGTSTP, &before, nil)
  }

  /// Stops the job, as the system stops a job that uses its terminal in the background. An orphaned job is
  /// not stopped. Returns `false` if SIGTTOU is ignored.
  static func stopJob() -> Bool {
    guard !isIgnored(SIGTTOU) else { return false }
    unblock(SIGTTOU)
    return kill(0, SIGTTOU) == 0
  }

  /// Ends the process by a signal, so that a shell sees the signal.
  static func endProcess(by number: Int32) {
    signal(number, SIG_DFL)
    unblock(number)
    raise(number)
  }

  /// Lets this thread receive a signal. Threads of Dispatch, and threads they start, block most signals.
  private static func unblock(_ number: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
