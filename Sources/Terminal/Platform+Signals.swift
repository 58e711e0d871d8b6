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

  /// Calls a handler for each of these signals from now on, on a thread that does nothing else.
  /// Signals ignored at start-up (`nohup`) stay ignored.
  static func handle(_ signals: [Int32], _ handler: @escaping @Sendable (Int32) -> Void) {
    for number in signals where !isIgnored(number) {
      handlers.withLock { $0[number] = handler }
      _ = arrivals
      signal(number) { number in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(Signals.arrivals, &byte, 1)
        errno = error
      }
    }
  }

  private static let handlers = Mutex<[Int32: @Sendable (Int32) -> Void]>([:])

  /// A pipe of signal numbers, one byte each, to a thread that calls the handlers: hardly anything is
  /// allowed in a signal handler itself. A Dispatch source would keep a signal that is released.
  private static let arrivals: Int32 = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Signals that overflow the pipe add nothing.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    Thread.detachNewThread { [end = ends[0]] in
      var byte: UInt8 = 0
      while true {
        let count = read(end, &byte, 1)
        if count == 0 || count < 0 && errno != EINTR { return }
        if count == 1 { handlers.withLock { [byte] in $0[Int32(byte)] }?(Int32(byte)) }
      }
    }
    return ends[1]
  }()

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
      CommandProcesses.endAll()
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

  /// Runs something while these signals, if they are not ignored, have their default actions.
  static func withDefaultActions<Value>(of numbers: [Int32], _ body: () -> Value) -> Value {
    // One thread at a time, or one would save and restore the temporary actions of another.
    temporaryActions.withLock { _ in
      var (unblocked, maskBefore) = (sigset_t(), sigset_t())
      sigemptyset(&unblocked)
      var before: [(number: Int32, action: sigaction)] = []
      for number in numbers where !isIgnored(number) {
        var old = sigaction()
        sigaction(number, nil, &old)
        restoreDefault(number)
        before.append((number, old))
        sigaddset(&unblocked, number)
      }
      // Threads of Dispatch block nearly all signals.
      pthread_sigmask(SIG_UNBLOCK, &unblocked, &maskBefore)
      defer {
        pthread_sigmask(SIG_SETMASK, &maskBefore, nil)
        for (number, var action) in before { sigaction(number, &action, nil) }
      }
      return body()
    }
  }

  private static let temporaryActions = Mutex(())

  /// Stops the process as a signal does, unless it is orphaned: no shell could resume it.
  static func stopProcess(by number: Int32) {
    // A stopped job that is ended does so when it goes on.
    withDefaultActions(of: [number] + termination) { _ = raise(number) }
  }

  /// Ends the process as a signal does, so that a shell sees the signal.
  static func endProcess(by number: Int32) {
    signal(number, SIG_DFL)
    // It may be blocked in this thread.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
  }
}

/// Restores the terminal when a fatal signal or a crash bypasses ``Screen``.
package enum EmergencyRestore {
  /// Undoes what ``Screen`` writes when it enters the alternate screen.
  static var text: StaticString { "\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l" }
  /// Ends a frame of synchronized output, of which a signal may have cut off the end.
  static var frameEnd: StaticString { "\u{1B}[?2026l" }
  // A signal handler can't capture, and can't wait for a lock. This is written only while `isArmed`
  // is false, by the one screen within its lock, and read only by a handler that found it true:
  // storing with release and loading with acquire ordering keeps these apart.
  private nonisolated(unsafe) static var settings: TerminalSettings?
  private nonisolated(unsafe) static var isSynchronized = false
  private static let isArmed = Atomic(false)

  /// Makes a fatal signal write the text and put these settings back before it ends the process.
  static func arm(_ settings: TerminalSettings?, isSynchronized: Bool) {
    disarm()
    (Self.settings, Self.isSynchronized) = (settings, isSynchronized)
    isArmed.store(true, ordering: .releasing)
    _ = hasHandlers
  }

  static func disarm() { isArmed.store(false, ordering: .releasing) }

  private static func restore() {
    guard isArmed.load(ordering: .acquiring) else { return }
    if isSynchronized { _ = write(STDOUT_FILENO, frameEnd.utf8Start, frameEnd.utf8CodeUnitCount) }
    _ = write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    if var settings { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
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
        CommandProcesses.endAll()
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
        CommandProcesses.endAll()
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
