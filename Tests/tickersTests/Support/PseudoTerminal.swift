import Foundation
import Synchronization
import Terminal
import TestTools
import Testing

/// A terminal at which a test sits.
final class PseudoTerminal: Sendable {
  /// The side where the program is.
  let slave: FileHandle
  /// The settings that it had before any program.
  let firstSettings: [UInt8]
  /// What the program writes to it.
  let output = Program.Output()
  private let master: FileHandle
  /// What it shows, and of how many bytes.
  private let shown: Mutex<(emulator: TerminalEmulator, count: Int)>

  init(columns: Int = 80, rows: Int = 24) throws {
    var (near, far): (Int32, Int32) = (-1, -1)
    try #require(openpty(&near, &far, nil, nil, nil) == 0)
    // Else a program would keep its own terminal open.
    _ = fcntl(near, F_SETFD, FD_CLOEXEC)
    master = FileHandle(fileDescriptor: near, closeOnDealloc: true)
    slave = FileHandle(fileDescriptor: far, closeOnDealloc: true)
    firstSettings = Self.settings(of: slave)
    shown = Mutex((TerminalEmulator(TerminalSize(columns: columns, rows: rows)), 0))
    resize(columns: columns, rows: rows)
    output.collect(from: master)
  }

  func resize(columns: Int, rows: Int) {
    let size = TerminalSize(columns: columns, rows: rows)
    if size != screen.size { shown.withLock { $0.emulator.resize(size) } }
    var winsize = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master.fileDescriptor, UInt(TIOCSWINSZ), &winsize)
  }

  /// Types these characters.
  func type(_ text: String) {
    try? master.write(contentsOf: Data(text.utf8))
  }

  /// Reads no output until ``read()``, as a stalled connection.
  func stall() { output.stop() }

  /// Reads output again.
  func read() { output.collect(from: master) }

  /// Whether it accepts output.
  var acceptsOutput: Bool {
    var watched = pollfd(fd: slave.fileDescriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&watched, 1, 0) > 0
  }

  /// Goes away, as a terminal does whose window is closed.
  func hangUp() {
    output.stop()
    try? master.close()
  }

  /// What it shows now.
  var screen: TerminalEmulator {
    shown.withLock { shown in
      let bytes = output.bytes
      shown.emulator.feed(bytes.dropFirst(shown.count))
      shown.count = bytes.count
      return shown.emulator
    }
  }

  private var shownText: String { screen.lines.joined(separator: "\n") }

  /// Waits until it shows this text in a line; returns whether it does.
  @discardableResult
  func shows(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async -> Bool {
    await until("'\(text)' to be shown; there is\n\(shownText)", sourceLocation: sourceLocation) {
      self.screen.lines.contains { $0.contains(text) }
    }
  }

  /// Waits until it shows this text nowhere; returns whether it does not.
  @discardableResult
  func hides(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async -> Bool {
    await until("'\(text)' to go; there is\n\(shownText)", sourceLocation: sourceLocation) {
      !self.screen.lines.contains { $0.contains(text) }
    }
  }

  /// All that it knows of how to treat what is typed and what is written.
  var settings: [UInt8] { Self.settings(of: slave) }

  private static func settings(of slave: FileHandle) -> [UInt8] {
    var settings = termios()
    tcgetattr(slave.fileDescriptor, &settings)
    // macOS notes there that lines are to be typed again.
    settings.c_lflag &= ~tcflag_t(PENDIN)
    return withUnsafeBytes(of: settings) { Array($0) }
  }
}
