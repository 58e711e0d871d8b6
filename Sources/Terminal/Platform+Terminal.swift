import Foundation

extension FileDescriptor {
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  var isInBackground: Bool {
    // -1 if this is not the terminal of the session. Only the terminal of the session has a background.
    let foreground = tcgetpgrp(rawValue)
    return foreground >= 0 && foreground != getpgrp()
  }

  package var terminalSize: TerminalSize? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// A descriptor of the same terminal whose writes never block, or `self` if the system cannot open the
  /// terminal again. Setting `O_NONBLOCK` on `self` would affect all processes that share the descriptor.
  var nonBlocking: FileDescriptor {
    var paths = ttyname(rawValue).map { [String(cString: $0)] } ?? []
    // `/dev/tty` can be opened even if the terminal belongs to another user, as after `su`.
    if tcgetsid(rawValue) == getsid(0) { paths.append("/dev/tty") }
    for path in paths {
      let opened = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
      if opened >= 0 { return FileDescriptor(rawValue: opened) }
    }
    return self
  }

  /// Writes bytes, also in the background. If writes do not block, waits 0.3 s at most for the terminal.
  /// Returns an error number, or 0 even if bytes remain. Safe in signal handlers.
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

  private func endCtrlS() {
    guard !isInBackground else { return }
    // On Linux, TCOON alone does not end a stop by Ctrl-S, but TCOOFF followed by TCOON does.
    _ = tcflow(rawValue, TCOOFF)
    _ = tcflow(rawValue, TCOON)
  }

  /// Calls a handler on a new thread with the typed keys, until the input ends or fails.
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

  /// Returns the next keys, possibly none; `nil` if the input has ended or failed.
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
      // The process is in the background and must not read. The terminal still exists.
      _ = poll(nil, 0, 100)
      return []
    }
    return errno == EINTR || errno == EAGAIN ? [] : nil
  }

  var screenSettings: ScreenSettings? {
    guard let before = terminalSettings else { return nil }
    var screen = before
    // On macOS, IEXTEN makes the terminal itself handle some keys, such as Ctrl-O and Ctrl-V.
    screen.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
    return ScreenSettings(before: before, screen: screen)
  }

  private var terminalSettings: termios? {
    var settings = termios()
    return tcgetattr(rawValue, &settings) == 0 ? settings : nil
  }

  /// Applies the settings of the screen. In the background, undoes this and returns `false`.
  func apply(_ settings: ScreenSettings) -> Bool {
    let current = terminalSettings
    set(settings.screen)
    guard isInBackground, let current else { return true }
    set(current)
    return false
  }

  /// Restores the settings from before the screen. In the foreground, drops typed bytes; in the background,
  /// does nothing if another job has changed the local or input modes. Safe in signal handlers.
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

  /// Does not wait for pending output, because the terminal may not accept it.
  private func set(_ settings: termios) {
    Signals.withoutTerminalStops {
      var settings = settings
      while tcsetattr(rawValue, TCSANOW, &settings) != 0, errno == EINTR {}
    }
  }
}

struct ScreenSettings: Sendable {
  let before: termios
  let screen: termios
}
