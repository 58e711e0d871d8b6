import Foundation
import Synchronization

#if canImport(CDispatch)
  import CDispatch
#endif

package enum Signals {
  static let termination = [SIGHUP, SIGINT, SIGTERM]

  /// Lets a write to a closed pipe fail instead of killing the process.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Lets SIGQUIT end the process: Swift's backtracer takes the first one for itself.
  package static func endOnQuit() { release([SIGQUIT]) }

  /// Notes these signals for ``next(orOutputTo:)`` from now on. Signals ignored at start-up (`nohup`)
  /// stay ignored.
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

  /// Ends the wait of ``next(orOutputTo:)``.
  static func wake() { note(0) }

  private static func note(_ number: Int32) {
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(arrivals.end, &byte, 1)
  }

  /// A pipe of signal numbers, one byte each, to the one thread that reads them: hardly anything is
  /// allowed in a signal handler itself. A Dispatch source would keep a signal that is released.
  private static let arrivals: (start: Int32, end: Int32) = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return (-1, -1) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Signals that overflow the pipe add nothing.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
  }()

  /// Waits for a watched signal, and returns its number; `nil` after ``wake()``, or when this descriptor
  /// can be written to.
  static func next(orOutputTo output: FileDescriptor?) -> Int32? {
    var watched = [
      pollfd(fd: arrivals.start, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output?.rawValue ?? -1, events: Int16(POLLOUT), revents: 0),
    ]
    while poll(&watched, 2, -1) <= 0 {}
    return watched[0].revents == 0 ? nil : readArrival()
  }

  /// Waits for a watched signal for some hundredths of a second in which the process is not stopped.
  static func next(within hundredths: Int) -> Int32? {
    var watched = pollfd(fd: arrivals.start, events: Int16(POLLIN), revents: 0)
    // A stop takes the time of one wait.
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

  /// Restores the default action, which for a termination signal ends running commands first.
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

  /// Makes signals that end the process end running commands first, when it is first read. Call it
  /// before the first command.
  static let endCommands: Bool = {
    // Those of ``Screen`` have its handlers.
    for number in termination where action(of: number) == 0 { restoreDefault(number) }
    // The system itself would reap the processes.
    if isIgnored(SIGCHLD) { signal(SIGCHLD, SIG_DFL) }
    return EmergencyRestore.hasHandlers
  }()

  fileprivate static func isIgnored(_ number: Int32) -> Bool {
    action(of: number) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The address of the handler of a signal; 0 for the default action.
  private static func action(of number: Int32) -> Int {
    var action = sigaction()
    sigaction(number, nil, &action)
    // Function pointers can't be compared in Swift, and each system has its own name for the member.
    // In glibc, musl and Darwin it is the first one, and as large as an Int.
    return withUnsafeBytes(of: action) { $0.load(as: Int.self) }
  }

  /// Runs something that neither SIGTTOU nor SIGTTIN stops: in the background, output and changes of
  /// settings take effect, and input fails.
  static func withoutTerminalStops(_ body: () -> Void) {
    var (stops, before) = (sigset_t(), sigset_t())
    sigemptyset(&stops)
    for number in [SIGTTOU, SIGTTIN] { sigaddset(&stops, number) }
    pthread_sigmask(SIG_BLOCK, &stops, &before)
    body()
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Stops the process as SIGTSTP does, unless it is orphaned: no shell could resume it.
  static func stopProcess() {
    var before = sigaction()
    sigaction(SIGTSTP, nil, &before)
    signal(SIGTSTP, SIG_DFL)
    unblock(SIGTSTP)
    raise(SIGTSTP)
    sigaction(SIGTSTP, &before, nil)
  }

  /// Stops the job, as the system does when it uses its terminal in the background, unless it is
  /// orphaned; returns `false` if SIGTTOU is ignored.
  static func stopJob() -> Bool {
    guard !isIgnored(SIGTTOU) else { return false }
    unblock(SIGTTOU)
    return kill(0, SIGTTOU) == 0
  }

  /// Ends the process as a signal does, so that a shell sees the signal.
  static func endProcess(by number: Int32) {
    signal(number, SIG_DFL)
    unblock(number)
    raise(number)
  }

  /// Lets this thread receive a signal: threads of Dispatch, and those that they start, block nearly all.
  private static func unblock(_ number: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}

/// Restores the terminal when a fatal signal or a crash bypasses ``Screen``.
package enum EmergencyRestore {
  /// Undoes what ``Screen`` writes when it enters the alternate screen.
  static var text: StaticString { "\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l" }
  /// Ends a frame of synchronized output, of which a signal may have cut off the end.
  static var frameEnd: StaticString { "\u{1B}[?2026l" }
  /// Both as one text: the wait for a terminal that accepts nothing is limited for each.
  private static var frameEndAndText: StaticString {
    "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"
  }
  // A signal handler can't capture, and can't wait for a lock. This is written only while `isArmed`
  // is false, by the one screen within its lock, and read only by a handler that found it true:
  // storing with release and loading with acquire ordering keeps these apart.
  private nonisolated(unsafe) static var settings: ScreenSettings?
  private nonisolated(unsafe) static var output = FileDescriptor.standardOutput
  private nonisolated(unsafe) static var isSynchronized = false
  private static let isArmed = Atomic(false)

  /// Makes a fatal signal put these settings back, and write the text to the terminal, before it ends
  /// the process.
  static func arm(_ settings: ScreenSettings?, output: FileDescriptor, isSynchronized: Bool) {
    disarm()
    (Self.settings, Self.output, Self.isSynchronized) = (settings, output, isSynchronized)
    isArmed.store(true, ordering: .releasing)
    _ = hasHandlers
  }

  static func disarm() { isArmed.store(false, ordering: .releasing) }

  private static func restore() {
    guard isArmed.load(ordering: .acquiring) else { return }
    if let settings { FileDescriptor.standardInput.restore(settings) }
    let text = isSynchronized ? frameEndAndText : text
    let bytes = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    _ = output.writeBriefly(bytes)
  }

  /// Installs the handlers when it is first read: of signals that end a process by default, but for
  /// those that ``Screen`` handles, crashes and SIGPIPE.
  fileprivate static let hasHandlers: Bool = {
    var fatal = [SIGSYS, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ]
    #if os(Linux)
      fatal += [SIGIO, SIGPWR, SIGSTKFLT] + (__libc_current_sigrtmin()...__libc_current_sigrtmax())
    #else
      fatal.append(SIGEMT)
    #endif
    for number in fatal where !Signals.isIgnored(number) {
      signal(number) { number in
        EmergencyRestore.restore()
        ShellCommand.endAll()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    return true
  }()

  // Written before the handlers that read it are installed.
  private nonisolated(unsafe) static var crash:
    (text: StaticString, networkingText: StaticString, exitStatus: Int32) = ("", "", EXIT_FAILURE)

  /// Makes a crash print a line to stderr and end the process with a status instead of a signal.
  package static func reportCrashes(
    text: StaticString, networkingText: StaticString, exitStatus: Int32
  ) {
    crash = (text, networkingText, exitStatus)
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
      signal(number) { _ in
        EmergencyRestore.restore()
        ShellCommand.endAll()
        let crash = EmergencyRestore.crash
        let text = EmergencyRestore.isNetworking ? crash.networkingText : crash.text
        _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
        _exit(crash.exitStatus)
      }
    }
  }

  /// Whether this thread runs a queue of Foundation's networking. Allocates nothing.
  private static var isNetworking: Bool {
    #if canImport(CDispatch)
      let label = CDispatch.dispatch_queue_get_label(nil)
      return strstr(label, "URLSession") != nil || strstr(label, "MultiHandle") != nil
    #else
      return false
    #endif
  }
}
