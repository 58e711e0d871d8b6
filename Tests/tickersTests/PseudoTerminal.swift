import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A terminal that nobody sits at.
struct PseudoTerminal {
  /// The side where the program is.
  let slave: FileHandle
  /// What the program writes to it.
  let output = Program.Output()
  private let master: FileHandle

  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    var (near, far): (Int32, Int32) = (-1, -1)
    try #require(openpty(&near, &far, nil, nil, nil) == 0)
    master = FileHandle(fileDescriptor: near, closeOnDealloc: true)
    slave = FileHandle(fileDescriptor: far, closeOnDealloc: true)
    resize(columns: columns, rows: rows)
    output.collect(from: master)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master.fileDescriptor, UInt(TIOCSWINSZ), &size)
  }

  /// The bits that decide what typed characters do.
  var inputModes: UInt32 {
    var settings = termios()
    tcgetattr(slave.fileDescriptor, &settings)
    return settings.c_lflag
  }
}
