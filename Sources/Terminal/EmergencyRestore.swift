import Foundation
import Synchronization

#if canImport(CDispatch)
  import CDispatch
#endif

/// Restores the terminal after a fatal signal or a crash, which ``Screen`` does not handle.
package enum EmergencyRestore {
  /// Undoes the sequences with which ``Screen`` enters the alternate screen.
  static var text: StaticString { "\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l" }
  /// Ends a frame of synchronized output. A signal may interrupt a frame before its end.
  static var frameEnd: StaticString { "\u{1B}[?2026l" }
  /// In one text, because each write can wait 0.3 s for a terminal that accepts nothing.
  private static var frameEndAndText: StaticString {
    "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"
  }
  // Static, because a signal handler cannot capture or wait for a lock. A process has only one screen. It
  // writes these variables within its lock, while `isArmed` is false. Handlers read them only if it is true.
  // Release and acquire ordering make the values visible that were written before `isArmed` became true.
  // A handler that has read `true` just before `disarm()` may read them while `arm` writes them again. The process
  // ends then, and both values are of the same terminal.
  private nonisolated(unsafe) static var settings: ScreenSettings?
  private nonisolated(unsafe) static var output = FileDescriptor.standardOutput
  private nonisolated(unsafe) static var isSynchronized = false
  private static let isArmed = Atomic(false)

  /// Makes a fatal signal restore the settings and write ``text`` before it ends the process.
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

  /// Installs handlers on the first access, for all signals that end a process by default, except ignored
  /// signals, crashes, SIGPIPE, SIGKILL, and the signals that ``Screen`` handles.
  static let hasHandlers: Bool = {
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

  /// Makes a crash print a text to stderr and end the process with a status instead of a signal.
  /// `networkingText` is for crashes in the networking of Foundation.
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

  /// Whether this thread runs a queue of Foundation's networking, if this is known. Safe in signal handlers.
  private static var isNetworking: Bool {
    #if canImport(CDispatch)
      let label = CDispatch.dispatch_queue_get_label(nil)
      return strstr(label, "URLSession") != nil || strstr(label, "MultiHandle") != nil
    #else
      return false
    #endif
  }
}
