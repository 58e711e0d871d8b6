import Synchronization

/// The whole of a terminal, redrawn in place and given back as it was.
///
/// While it is open the terminal shows its alternate screen, without cursor and without echo.
/// Leaving it prints a farewell, so that what one looked at does not vanish.
package final class Screen: Sendable {
  private struct State {
    var isOpen = true
    var farewell: [Line] = []
    var settings: TerminalSettings?
  }

  private static let enter = "\u{1B}[?1049h\u{1B}[?25l"
  private static let leave = "\u{1B}[?25h\u{1B}[?1049l"

  private let color: Bool
  private let output = FileDescriptor.standardOutput
  private let state = Mutex(State())

  /// Opens the screen. A signal that ends the program leaves it first, whatever else is going on.
  package init(color: Bool) throws(WriteFailure) {
    self.color = color
    Signals.handle(Signals.ending) { [self] number in
      try? leave()
      Signals.die(of: number)
    }
    let settings = FileDescriptor.standardInput.muteInput()
    state.withLock { $0.settings = settings }
    try output.write(Self.enter)
  }

  /// The size of the terminal now.
  package var size: TerminalSize { output.terminalSize ?? TerminalSize(columns: 80, rows: 24) }

  /// Shows lines, from the top: as many as there is room for, each cut to the width. The foot
  /// stays below whatever is left out.
  ///
  /// - Parameter farewell: what is printed if the screen is left now.
  package func draw(_ lines: [Line], foot: Line, farewell: [Line]) throws(WriteFailure) {
    let size = size
    var shown = lines
    if lines.count > size.rows - 1 {
      let kept = max(0, size.rows - 2)
      shown = lines.prefix(kept) + [Line("… \(lines.count - kept) more lines", .dim)]
    }
    let text = (shown + [foot]).map { line in
      line.clipped(to: size.columns).rendered(color: color) + "\u{1B}[K"
    }.joined(separator: "\r\n")
    try state.withLock { (state) throws(WriteFailure) in
      guard state.isOpen else { return }
      state.farewell = farewell
      try output.write("\u{1B}[H" + text + "\u{1B}[J")
    }
  }

  /// Gives the terminal back, and prints the lines that were shown last.
  package func leave() throws(WriteFailure) {
    try state.withLock { (state) throws(WriteFailure) in
      guard state.isOpen else { return }
      state.isOpen = false
      Signals.release(Signals.ending)
      if let settings = state.settings { FileDescriptor.standardInput.restore(settings) }
      let farewell = state.farewell.map { $0.rendered(color: color) + "\n" }.joined()
      try output.write(Self.leave + farewell)
    }
  }
}
