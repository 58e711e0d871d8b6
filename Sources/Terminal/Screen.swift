import Synchronization

/// The whole of a terminal, redrawn in place and given back as it was.
///
/// While it is open the terminal shows its alternate screen, without cursor and without echo.
/// Leaving it prints the final lines, so that the data stays in view.
package final class Screen: Sendable {
  private struct State {
    var isOpen = true
    /// Whether the process is about to stop, or has not noticed yet that it goes on.
    var isStopped = false
    /// Whether the terminal shows the alternate screen now.
    var isEntered = false
    /// Whether it has to be entered (again) before something is drawn.
    var mustEnter = true
    /// The shown lines of the terminal, and its width.
    var shown: [String] = []
    var columns = 0
    var finalLines: @Sendable () -> [Line] = { [] }
    /// The settings before the screen was entered.
    var settings: TerminalSettings?
    /// Has all drawn again.
    var redraw: @Sendable () -> Void = {}
  }

  // The alternate screen (1049), no cursor (25), and marks around a paste (2004).
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h"
  private static let leave: StaticString = "\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

  private let palette: Palette?
  private let charset: Charset
  private let output = FileDescriptor.standardOutput
  private let state = Mutex(State())

  /// Opens the screen. A signal that ends the program leaves it first, whatever else is going on.
  package init(palette: Palette?, charset: Charset = .utf8) {
    (self.palette, self.charset) = (palette, charset)
    Signals.handle(Signals.ending) { [self] number in
      try? leave()
      Signals.die(of: number)
    }
    Signals.handle([Signals.stop]) { [self] _ in
      state.withLock { $0.isStopped = true }
      try? restore(with: "")
      Signals.stopProcess(by: Signals.stop)
      // It may not have stopped at all.
      resume()
    }
  }

  /// The size of the terminal now.
  package var size: TerminalSize { output.terminalSize ?? TerminalSize(columns: 80, rows: 24) }

  /// Calls a handler when all must be drawn again: the terminal has another size, or the process
  /// goes on after a stop.
  package func onRedraw(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.redraw = handler }
    Signals.handle([Signals.resize]) { [self] _ in
      state.withLock { $0.columns = 0 }
      handler()
    }
    Signals.handle([Signals.resume]) { [self] _ in resume() }
  }

  /// Takes the terminal again, where something else may have written meanwhile.
  private func resume() {
    let redraw = state.withLock { state in
      state.isStopped = false
      state.mustEnter = true
      return state.redraw
    }
    redraw()
  }

  /// Hands over the keys that are typed, from a thread of its own; `false` if nobody can type.
  package func readKeys(_ handler: @escaping @Sendable ([Key]) -> Void) -> Bool {
    guard FileDescriptor.standardInput.isTerminal else { return false }
    FileDescriptor.standardInput.readKeys(handler)
    return true
  }

  /// Shows these lines, cut to the width and the height; writes only those that are not there yet.
  ///
  /// - Parameter finalLines: the lines that are printed if the screen is left now.
  package func draw(_ lines: [Line], finalLines: @escaping @Sendable () -> [Line])
    throws(WriteFailure)
  {
    guard try output.waitForForeground() else { return }
    let size = size
    let rendered = lines.prefix(size.rows).map {
      $0.transliterated(to: charset).clipped(to: size.columns).rendered(palette)
    }
    try state.withLock { (state) throws(WriteFailure) in
      guard state.isOpen, !state.isStopped else { return }
      state.finalLines = finalLines
      let beginning = state.mustEnter ? Self.enter : ""
      if state.mustEnter { takeTerminal(&state) }
      let isWhole = state.columns != size.columns
      let text = rendered.enumerated().map { row, line in
        let isThere = !isWhole && row < state.shown.count && state.shown[row] == line
        return isThere ? "" : "\u{1B}[\(row + 1);1H\u{1B}[2K\(line)"
      }.joined()
      let isShorter = isWhole || rendered.count < state.shown.count
      let rest =
        isShorter && rendered.count < size.rows ? "\u{1B}[\(rendered.count + 1);1H\u{1B}[J" : ""
      (state.shown, state.columns) = (rendered, size.columns)
      let change = beginning + text + rest
      if !change.isEmpty { try output.write(change) }
    }
  }

  /// Has the terminal given back in any case, and turns off its echo.
  private func takeTerminal(_ state: inout State) {
    let input = FileDescriptor.standardInput
    // After a stop that nobody could notice they are those from before it.
    state.settings = state.settings ?? input.terminalSettings
    LastResort.arm(Self.leave, state.settings)
    input.disableEchoAndLineMode()
    (state.isEntered, state.mustEnter, state.columns) = (true, false, 0)
  }

  /// Gives the terminal back, and prints the final lines.
  package func leave() throws(WriteFailure) {
    let finalLines = state.withLock { state in
      state.isOpen = false
      return state.finalLines().map { line in
        line.transliterated(to: charset).rendered(palette) + "\n"
      }.joined()
    }
    Signals.release(Signals.ending + [Signals.stop])
    try restore(with: finalLines)
  }

  /// Gives the terminal back until something is drawn again.
  private func restore(with text: String) throws(WriteFailure) {
    try state.withLock { (state) throws(WriteFailure) in
      // In the background, another job owns the settings.
      if let settings = state.settings, !output.isInBackground {
        FileDescriptor.standardInput.restore(settings)
      }
      defer {
        LastResort.disarm()
        (state.settings, state.isEntered, state.mustEnter) = (nil, false, true)
      }
      try output.write((state.isEntered ? "\(Self.leave)" : "") + text)
    }
  }
}
