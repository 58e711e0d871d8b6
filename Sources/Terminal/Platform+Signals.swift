// Calls of the C library that are about signals.

import Foundation
import Synchronization

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

/// The signals that mean something to a screen.
package enum Signals {
  /// Signals by which people and shells end a program.
  static let ending = [SIGHUP, SIGINT, SIGTERM]
  /// Someone typed Ctrl-Z.
  static let stop = SIGTSTP
  /// A process in the background used its terminal.
  static let stopInBackground = SIGTTOU
  /// The terminal has another size.
  static let resize = SIGWINCH
  /// The process goes on after a stop.
  static let resume = SIGCONT

  /// Signals of a crash.
  static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// All others that end a process, if it lets them. A screen has its own way with SIGPIPE.
  static let fatal: [Int32] =
    [
      SIGSYS, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM,
      SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ,
    ] + fatalHere

  #if os(Linux)
    private static let fatalHere =
      [SIGIO, SIGPWR, SIGSTKFLT] + (__libc_current_sigrtmin()...__libc_current_sigrtmax())
  #else
    private static let fatalHere = [SIGEMT]
  #endif

  /// Lets a write to a closed pipe fail instead of killing the process.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Calls a handler for each of these signals from now on, instead of the default action,
  /// on a thread that does nothing else. Signals ignored at the start (by `nohup`, say) stay ignored.
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

  /// From now on a crash is told in a line, and ends the process with a status instead of a signal.
  package static func reportCrashes(_ report: CrashReport) { LastResort.report(report) }

  private static let handlers = Mutex<[Int32: @Sendable (Int32) -> Void]>([:])

  /// The descriptor that the numbers of signals are written to, a byte each, for a thread that calls the handlers:
  /// nearly nothing may be done while a signal interrupts a thread.
  ///
  /// A source of Dispatch would do so, too, but takes a signal that is left to the system again.
  private static let arrivals: Int32 = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // More signals than a pipe can hold mean nothing new.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    Thread.detachNewThread { [end = ends[0]] in
      var byte: UInt8 = 0
      while true {
        let count = read(end, &byte, 1)
        if count == 1 {
          let number = Int32(byte)
          handlers.withLock { $0[number] }?(number)
        } else if count == 0 || errno != EINTR {
          return
        }
      }
    }
    return ends[1]
  }()

  /// Leaves a signal to the system again.
  static func release(_ signals: [Int32]) {
    for number in signals where !isIgnored(number) { signal(number, SIG_DFL) }
  }

  fileprivate static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    // Function pointers can't be compared in Swift, and each system has its own name for the member.
    // In glibc, musl and Darwin it is the first one, and as large as an Int.
    return withUnsafeBytes(of: action) { $0.load(as: Int.self) }
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Runs something while these signals have their default actions. Ignored signals stay ignored.
  static func withDefaultActions<Value>(of numbers: [Int32], _ body: () -> Value) -> Value {
    // Two threads could else take the other's actions for those to come back to.
    turn.withLock { _ in
      var (numbersHere, maskBefore) = (sigset_t(), sigset_t())
      sigemptyset(&numbersHere)
      var before: [(number: Int32, action: sigaction)] = []
      for number in numbers where !isIgnored(number) {
        // All zero is the default action, without flags.
        var (action, old) = (sigaction(), sigaction())
        sigaction(number, &action, &old)
        before.append((number, old))
        sigaddset(&numbersHere, number)
      }
      // Threads of Dispatch block nearly all signals.
      pthread_sigmask(SIG_UNBLOCK, &numbersHere, &maskBefore)
      defer {
        pthread_sigmask(SIG_SETMASK, &maskBefore, nil)
        for (number, action) in before {
          var action = action
          sigaction(number, &action, nil)
        }
      }
      return body()
    }
  }

  private static let turn = Mutex(())

  /// Stops the process as a signal does, until it is told to go on. Where no shell could tell it so
  /// (an orphaned process group), the system does not let it stop.
  static func stopProcess(by number: Int32) {
    // A stopped job that is ended does so when it goes on.
    withDefaultActions(of: [number] + ending) { _ = raise(number) }
  }

  /// Ends the process as a signal does, so that a shell sees the signal.
  static func die(of number: Int32) {
    signal(number, SIG_DFL)
    // It may be blocked in this thread.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
  }
}

/// Gives the terminal back when a signal ends the process that no screen gets to know of.
enum LastResort {
  // A signal handler can't capture, and can't wait for a lock. The three are written only while
  // `isArmed` is false, by the one screen within its lock, and read only by a handler that found
  // it true: storing with release and loading with acquire ordering keeps these apart.
  private nonisolated(unsafe) static var text: StaticString = ""
  private nonisolated(unsafe) static var settings = termios()
  private nonisolated(unsafe) static var hasSettings = false
  private static let isArmed = Atomic(false)

  /// From now on such a signal writes this text and puts these settings back before the system has
  /// it.
  static func arm(_ text: StaticString, _ settings: TerminalSettings?) {
    disarm()
    (Self.text, Self.settings) = (text, settings?.termios ?? termios())
    hasSettings = settings != nil
    isArmed.store(true, ordering: .releasing)
    _ = hasHandlers
  }

  /// The terminal has been given back.
  static func disarm() { isArmed.store(false, ordering: .releasing) }

  /// Whether there are handlers; asking for it the first time makes them.
  private static let hasHandlers: Bool = {
    for number in Signals.fatal where !Signals.isIgnored(number) {
      signal(number) { number in
        LastResort.giveBack()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    return true
  }()

  // Written once, before the handlers that read it are there.
  private nonisolated(unsafe) static var crashReport = CrashReport(
    text: "", networkingText: "", exitStatus: EXIT_FAILURE)

  /// From now on a crash gives the terminal back, is told, and ends the process with a status.
  static func report(_ report: CrashReport) {
    crashReport = report
    for number in Signals.crashes {
      signal(number) { _ in
        LastResort.giveBack()
        let report = LastResort.crashReport
        let text = LastResort.isNetworking ? report.networkingText : report.text
        _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
        _exit(report.exitStatus)
      }
    }
  }

  private static func giveBack() {
    guard isArmed.load(ordering: .acquiring) else { return }
    _ = write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    if hasSettings { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
  }

  /// Whether this thread works on one of the queues of Foundation's networking. Allocates nothing.
  private static var isNetworking: Bool {
    #if canImport(CDispatch)
      let label = CDispatch.dispatch_queue_get_label(nil)
      return strstr(label, "URLSession") != nil || strstr(label, "MultiHandle") != nil
    #else
      return false
    #endif
  }
}
