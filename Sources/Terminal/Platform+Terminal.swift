import Foundation

extension FileDescriptor {
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Whether it is the terminal of a shell whose foreground job is another one.
  var isInBackground: Bool {
    // Below 0 for a terminal other than the session's, which has no background.
    let foreground = tcgetpgrp(rawValue)
    return foreground >= 0 && foreground != getpgrp()
  }

  package var terminalSize: TerminalSize? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// A descriptor of the same terminal that never blocks a write; this one if the system opens none.
  /// `O_NONBLOCK` on this one would hold for all processes that share it.
  var nonBlocking: FileDescriptor {
    var paths = ttyname(rawValue).map { [String(cString: $0)] } ?? []
    // Another user's terminal can be opened by this name only (`su`).
    if tcgetsid(rawValue) == getsid(0) { paths.append("/dev/tty") }
    for path in paths {
      let opened = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
      if opened >= 0 { return FileDescriptor(rawValue: opened) }
    }
    return self
  }

  /// Writes bytes to a terminal, also in the background, for 0.3 s at most: it may accept none (Ctrl-S, a
  /// stalled connection). Returns an error number, or 0. Signal handlers can call it.
  func writeBriefly(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    var (rest, pauses, error) = (bytes, 0, Int32(0))
    Signals.withoutTerminalStops {
      while !rest.isEmpty, pauses < 15, error == 0 {
        let written = write(rawValue, rest.baseAddress, rest.count)
        if written > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        } else if written == 0 || errno == EAGAIN {
          endCtrlS()
          var ready = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
          _ = poll(&ready, 1, 20)
          pauses += 1
        } else if errno != EINTR {
          error = errno
        }
      }
    }
    return error
  }

  /// Makes a terminal that Ctrl-S has stopped accept output, unless it is another job's.
  private func endCtrlS() {
    guard !isInBackground else { return }
    // On Linux, TCOON undoes only TCOOFF; but after that, a stop by Ctrl-S is over, too.
    _ = tcflow(rawValue, TCOOFF)
    _ = tcflow(rawValue, TCOON)
  }

  /// Calls a handler with the keys that are typed, on its own thread, until the end of the input.
  func readKeys(_ handler: @escaping @Sendable ([Key]) -> Void) {
    Thread.detachNewThread {
      Signals.withoutTerminalStops { passKeys(to: handler) }
    }
  }

  private func passKeys(to handler: ([Key]) -> Void) {
    var parser = KeyParser()
    while let keys = nextKeys(&parser) {
      if !keys.isEmpty { handler(keys) }
    }
  }

  /// The keys that were typed next, or that a pause completes; `nil` at the end of the input.
  private func nextKeys(_ parser: inout KeyParser) -> [Key]? {
    var buffer = [UInt8](repeating: 0, count: 256)
    var watched = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
    let delay = parser.flushDelay.map { Int32($0 / .milliseconds(1)) }
    let ready = poll(&watched, 1, delay ?? -1)
    if ready == 0 { return parser.flush() }
    let count = ready > 0 ? read(rawValue, &buffer, buffer.count) : -1
    if count > 0 { return parser.take(buffer[..<count]) }
    if count == 0 { return nil }
    if errno == EIO, watched.revents & Int16(POLLHUP) == 0 {
      // In the background the input is another job's. The terminal is still there.
      _ = poll(nil, 0, 100)
      return []
    }
    return errno == EINTR || errno == EAGAIN ? [] : nil
  }

  /// The settings of a terminal for a screen.
  var screenSettings: ScreenSettings? {
    guard let before = terminalSettings else { return nil }
    var screen = before
    // IEXTEN makes Ctrl-O and Ctrl-V special on macOS.
    screen.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
    return ScreenSettings(before: before, screen: screen)
  }

  private var terminalSettings: termios? {
    var settings = termios()
    return tcgetattr(rawValue, &settings) == 0 ? settings : nil
  }

  /// Takes over the settings of the screen; returns `false`, without a change, if the process has gone
  /// to the background.
  func apply(_ settings: ScreenSettings) -> Bool {
    let current = terminalSettings
    set(settings.screen)
    guard isInBackground, let current else { return true }
    set(current)
    return false
  }

  /// Restores the settings, and drops bytes that were typed since they changed. In the background, where
  /// the next job may have made its own settings, restores only those of the screen. Signal handlers
  /// can call it.
  func restore(_ settings: ScreenSettings) {
    if isInBackground {
      let current = terminalSettings
      guard current?.c_lflag == settings.screen.c_lflag,
        current?.c_iflag == settings.screen.c_iflag
      else { return }
    } else {
      Signals.withoutTerminalStops { _ = tcflush(rawValue, TCIFLUSH) }
    }
    set(settings.before)
  }

  /// Does not wait for output, which the terminal may not accept.
  private func set(_ settings: termios) {
    Signals.withoutTerminalStops {
      var settings = settings
      while tcsetattr(rawValue, TCSANOW, &settings) != 0, errno == EINTR {}
    }
  }
}

/// The settings of a terminal before a screen, and while it is shown.
struct ScreenSettings: Sendable {
  let before: termios
  let screen: termios
}
