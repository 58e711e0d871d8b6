import Synchronization

/// The whole of a terminal, redrawn in place and given back as it was.
///
/// While it is open the terminal shows its alternate screen, without cursor and without echo.
/// Leaving it prints a farewell, so that what one looked at does not vanish.
package final class Screen: Sendable {
  private struct State {
    var isOpen = true
    /// Whether the terminal shows the alternate screen now.
    var isEntered = false
    var farewell: [Line] = []
    var settings: TerminalSettings?
  }

  private static let enter = "\u{1B}[?1049h\u{1B}[?25l"
  private static let leave = "\u{1B}[?25h\u{1B}[?1049l"

  private let color: Bool
  private let output = FileDescriptor.standardOutput
  private let state = Mutex(State())

  /// Opens the screen. A signal that ends the program leaves it first, whatever else is going on.
  package init(color: Bool) {
    self.color = color
    Signals.handle(Signals.ending) { [self] number in
      try? leave()
      Signals.die(of: number)
    }
    Signals.handle([Signals.stop]) { [self] _ in
      try? restore(with: "")
      Signals.stopProcess()
    }
  }

  /// The size of the terminal now.
  package var size: TerminalSize { output.terminalSize ?? TerminalSize(columns: 80, rows: 24) }

  /// Shows lines below a heading: as many as there is room for, each cut to the width. The foot
  /// stays below whatever is left out.
  ///
  /// - Parameters:
  ///   - focus: the line to be seen in any case, in the middle if need be; else the first ones are.
  ///   - farewell: what is printed if the screen is left now.
  package func draw(
    _ lines: [Line], focus: Int?, foot: Line, farewell: [Line]
  ) throws(WriteFailure) {
    let size = size
    let shown = Self.fitted(lines, focus: focus, to: size.rows - 1) + [foot]
    let text = shown.map { line in
      "\u{1B}[2K" + line.clipped(to: size.columns).rendered(color: color)
    }.joined(separator: "\r\n")
    try state.withLock { (state) throws(WriteFailure) in
      guard state.isOpen else { return }
      state.farewell = farewell
      if state.settings == nil { state.settings = FileDescriptor.standardInput.muteInput() }
      try output.write((state.isEntered ? "" : Self.enter) + "\u{1B}[H" + text + "\u{1B}[J")
      state.isEntered = true
    }
  }

  /// As many of the lines as there is room for, the heading first.
  static func fitted(_ lines: [Line], focus: Int?, to room: Int) -> [Line] {
    guard lines.count > room, room > 1 else { return Array(lines.prefix(max(0, room))) }
    guard let focus else {
      let kept = room - 1
      return lines.prefix(kept) + [Line("… \(lines.count - kept) more lines", .dim)]
    }
    let start = min(max(1, focus - (room - 1) / 2), lines.count - (room - 1))
    return Array(lines.prefix(1) + lines[start..<(start + room - 1)])
  }

  /// Gives the terminal back, and prints the farewell.
  package func leave() throws(WriteFailure) {
    let farewell = state.withLock { state in
      state.isOpen = false
      return state.farewell.map { $0.rendered(color: color) + "\n" }.joined()
    }
    Signals.release(Signals.ending + [Signals.stop])
    try restore(with: farewell)
  }

  /// Gives the terminal back until something is drawn again.
  private func restore(with text: String) throws(WriteFailure) {
    try state.withLock { (state) throws(WriteFailure) in
      if let settings = state.settings { FileDescriptor.standardInput.restore(settings) }
      state.settings = nil
      try output.write((state.isEntered ? Self.leave : "") + text)
      state.isEntered = false
    }
  }
}
