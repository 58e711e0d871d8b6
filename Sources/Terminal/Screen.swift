import Synchronization

/// The whole of a terminal, redrawn in place and given back as it was.
///
/// While it is open the terminal shows its alternate screen, without cursor and without echo.
/// Leaving it prints a farewell, so that what one looked at does not vanish.
package final class Screen: Sendable {
  private struct State {
    var isOpen = true
    /// Whether the process is about to stop, or has not noticed yet that it goes on.
    var isStopped = false
    /// Whether the terminal shows the alternate screen now.
    var isEntered = false
    /// What the terminal shows, line by line, and its width.
    var shown: [String] = []
    var columns = 0
    var farewell: @Sendable () -> [Line] = { [] }
    var settings: TerminalSettings?
  }

  // The alternate screen (1049), no cursor (25), and marks around what is pasted (2004).
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h"
  private static let leave: StaticString = "\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

  private let palette: Palette?
  private let output = FileDescriptor.standardOutput
  private let state = Mutex(State())

  /// Opens the screen. A signal that ends the program leaves it first, whatever else is going on.
  package init(palette: Palette?) {
    self.palette = palette
    Signals.handle(Signals.ending) { [self] number in
      try? leave()
      Signals.die(of: number)
    }
    Signals.handle([Signals.stop]) { [self] _ in
      state.withLock { $0.isStopped = true }
      try? restore(with: "")
      Signals.stopProcess()
    }
  }

  /// The size of the terminal now.
  package var size: TerminalSize { output.terminalSize ?? TerminalSize(columns: 80, rows: 24) }

  /// Hands over the keys that are typed, from a thread of its own; `false` if nobody can type.
  package func readKeys(_ handler: @escaping @Sendable ([Key]) -> Void) -> Bool {
    guard FileDescriptor.standardInput.isTerminal else { return false }
    FileDescriptor.standardInput.readKeys(handler)
    return true
  }

  /// Shows these lines, cut to the width and the height; writes only those that are not there yet.
  ///
  /// - Parameter farewell: what is printed if the screen is left now.
  package func draw(_ lines: [Line], farewell: @escaping @Sendable () -> [Line])
    throws(WriteFailure)
  {
    let size = size
    let rendered = lines.prefix(size.rows).map { $0.clipped(to: size.columns).rendered(palette) }
    try state.withLock { (state) throws(WriteFailure) in
      guard state.isOpen, !state.isStopped else { return }
      state.farewell = farewell
      if !state.isEntered {
        state.settings = FileDescriptor.standardInput.muteInput()
        Signals.giveBackAtCrash(Self.leave, state.settings)
      }
      let isWhole = !state.isEntered || state.columns != size.columns
      let text = rendered.enumerated().map { row, line in
        let isThere = !isWhole && row < state.shown.count && state.shown[row] == line
        return isThere ? "" : "\u{1B}[\(row + 1);1H\u{1B}[2K\(line)"
      }.joined()
      let isShorter = isWhole || rendered.count < state.shown.count
      let rest =
        isShorter && rendered.count < size.rows ? "\u{1B}[\(rendered.count + 1);1H\u{1B}[J" : ""
      (state.shown, state.columns) = (rendered, size.columns)
      if !text.isEmpty || !rest.isEmpty {
        try output.write((state.isEntered ? "" : Self.enter) + text + rest)
      }
      state.isEntered = true
    }
  }

  /// Forgets what the terminal shows: something else may have written there.
  package func forget() {
    state.withLock { state in
      state.columns = 0
      state.isStopped = false
    }
  }

  /// Gives the terminal back, and prints the farewell.
  package func leave() throws(WriteFailure) {
    let farewell = state.withLock { state in
      state.isOpen = false
      return state.farewell().map { $0.rendered(palette) + "\n" }.joined()
    }
    Signals.release(Signals.ending + [Signals.stop])
    try restore(with: farewell)
  }

  /// Gives the terminal back until something is drawn again.
  private func restore(with text: String) throws(WriteFailure) {
    try state.withLock { (state) throws(WriteFailure) in
      if let settings = state.settings { FileDescriptor.standardInput.restore(settings) }
      state.settings = nil
      try output.write((state.isEntered ? "\(Self.leave)" : "") + text)
      state.isEntered = false
    }
  }
}
