import Foundation
import Synchronization

/// The alternate screen of the terminal, without cursor and echo, redrawn in place. Leaving it prints
/// the final lines, so that the data stays in view.
package final class Screen: Sendable {
  private struct State {
    var isOpen = true
    /// Whether the process is about to stop, or has stopped and not resumed yet.
    var isStopped = false
    var isEntered = false
    /// Whether the next drawing enters the alternate screen, maybe again.
    var mustEnter = true
    var shown: [String] = []
    /// The width of the terminal at the last drawing; 0 if everything is to be redrawn.
    var columns = 0
    var finalLines: @Sendable () -> [Line] = { [] }
    /// The settings before the screen was entered.
    var settings: TerminalSettings?
    var redraw: @Sendable () -> Void = {}
  }

  // The alternate screen (1049), no cursor (25), and marks around a paste (2004).
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h"
  /// Lets the terminal show a frame when it is complete (synchronized output).
  private static let frameStart = "\u{1B}[?2026h"

  private let palette: Palette?
  private let charset: Charset
  /// Whether frames are synchronized output. The Linux console does not have it.
  private let isSynchronized: Bool
  private let environment: [String: String]
  private let output = FileDescriptor.standardOutput
  private let state = Mutex(State())

  /// Opens the screen. A signal that ends the program leaves it first.
  package init(palette: Palette?, environment: [String: String]) {
    (self.palette, charset) = (palette, Charset(environment: environment))
    isSynchronized = environment["TERM"] != "linux"
    self.environment = environment
    Signals.handle(Signals.termination) { [self] number in
      CommandProcesses.endAll()
      try? leave()
      Signals.endProcess(by: number)
    }
    Signals.handle([SIGTSTP]) { [self] _ in
      state.withLock { $0.isStopped = true }
      try? restore(with: "")
      Signals.stopProcess(by: SIGTSTP)
      // It may not have stopped at all.
      resume()
    }
  }

  package var size: TerminalSize { output.terminalSize ?? TerminalSize(columns: 80, rows: 24) }

  /// Calls a handler after a resize of the terminal, and when a stopped process resumes.
  package func onRedraw(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.redraw = handler }
    Signals.handle([SIGWINCH]) { [self] _ in
      state.withLock { $0.columns = 0 }
      handler()
    }
    Signals.handle([SIGCONT]) { [self] _ in resume() }
  }

  /// Enters the screen again, because other processes may have written to the terminal.
  private func resume() {
    let redraw = state.withLock { state in
      (state.isStopped, state.mustEnter) = (false, true)
      return state.redraw
    }
    redraw()
  }

  /// Calls a handler with typed keys, on its own thread; returns whether the input is a terminal.
  package func readKeys(_ handler: @escaping @Sendable ([Key]) -> Void) -> Bool {
    let input = FileDescriptor.standardInput
    if input.isTerminal { input.readKeys(handler) }
    return input.isTerminal
  }

  /// Shows these lines, cut to the size; writes only those that have changed. The final lines are
  /// printed if the screen is left now.
  package func draw(
    _ lines: [Line], finalLines: @escaping @Sendable () -> [Line]
  ) throws(WriteFailure) {
    guard try output.waitForForeground() else { return }
    let size = size
    let rendered = lines.prefix(size.rows).map {
      $0.transliterated(to: charset).clipped(to: size.columns).rendered(palette)
    }
    try state.withLock { (state) throws(WriteFailure) in
      guard state.isOpen, !state.isStopped else { return }
      state.finalLines = finalLines
      var change = state.mustEnter ? Self.enter : ""
      if state.mustEnter {
        let input = FileDescriptor.standardInput
        // After a stop by SIGSTOP, the settings from before it.
        state.settings = state.settings ?? input.terminalSettings
        EmergencyRestore.arm(state.settings, isSynchronized: isSynchronized)
        input.disableEchoAndLineMode()
        (state.isEntered, state.mustEnter, state.columns) = (true, false, 0)
      }
      let redrawsAll = state.columns != size.columns
      for (row, line) in rendered.enumerated()
      where redrawsAll || row >= state.shown.count || state.shown[row] != line {
        change += "\u{1B}[\(row + 1);1H\u{1B}[2K\(line)"
      }
      if rendered.count < size.rows, redrawsAll || rendered.count < state.shown.count {
        change += "\u{1B}[\(rendered.count + 1);1H\u{1B}[J"
      }
      (state.shown, state.columns) = (rendered, size.columns)
      if change.isEmpty { return }
      try output.writeAll(
        isSynchronized ? Self.frameStart + change + "\(EmergencyRestore.frameEnd)" : change)
    }
  }

  /// Copies a text of at most ``Clipboard/longestText`` to the clipboard of the terminal, unless the
  /// process is stopped.
  package func copy(_ text: String) throws(WriteFailure) {
    guard try output.waitForForeground() else { return }
    try state.withLock { (state) throws(WriteFailure) in
      guard state.isOpen, !state.isStopped else { return }
      try output.writeAll(Clipboard.sequence(for: text, isInTmux: environment.isInTmux))
    }
  }

  /// Notifies with these texts, unless the process is stopped.
  package func notify(
    _ texts: [String], by channels: Set<TerminalNotification.Channel>
  ) throws(WriteFailure) {
    guard try output.waitForForeground() else { return }
    let sequence = TerminalNotification.sequence(for: texts, by: channels, in: environment)
    try state.withLock { (state) throws(WriteFailure) in
      guard state.isOpen, !state.isStopped else { return }
      try output.writeAll(sequence)
    }
  }

  package func leave() throws(WriteFailure) {
    let finalLines = state.withLock { state in
      state.isOpen = false
      return state.finalLines()
        .map { $0.transliterated(to: charset).rendered(palette) + "\n" }.joined()
    }
    Signals.release(Signals.termination + [SIGTSTP])
    try restore(with: finalLines)
  }

  /// Restores the terminal until something is drawn again.
  private func restore(with text: String) throws(WriteFailure) {
    try state.withLock { (state) throws(WriteFailure) in
      // In the background, another job owns the settings.
      if let settings = state.settings, !output.isInBackground {
        FileDescriptor.standardInput.restore(settings)
      }
      defer {
        EmergencyRestore.disarm()
        (state.settings, state.isEntered, state.mustEnter) = (nil, false, true)
      }
      try output.writeAll((state.isEntered ? "\(EmergencyRestore.text)" : "") + text)
    }
  }
}
