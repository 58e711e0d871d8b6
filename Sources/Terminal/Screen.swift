import Foundation
import Synchronization

/// The alternate screen of the terminal, without cursor and echo, redrawn in place. Leaving it prints
/// the final lines, so that the data stays in view.
///
/// Nothing waits for the terminal, which may accept no output for a long time (Ctrl-S, a stalled
/// connection). A thread handles the signals, one after the other, and writes what the terminal has not
/// accepted at once. The lock is held for moments only: while the terminal's settings change, no
/// signal is handled.
package final class Screen: Sendable {
  private struct State {
    var isOpen = true
    /// Whether the process is about to stop, or has stopped and not resumed yet.
    var isStopped = false
    var isEntered = false
    /// Whether the next frame enters the alternate screen, maybe again.
    var mustEnter = true
    /// The settings before the screen was entered, and since.
    var settings: ScreenSettings?
    var output: ScreenOutput
    /// Whether the terminal has not accepted all of the output.
    var isBlocked = false
    /// The reason why the thread could not write.
    var failure: WriteFailure?
    var finalLines: @Sendable () -> [Line] = { [] }
    var redraw: @Sendable () -> Void = {}
  }

  private let palette: Palette?
  private let charset: Charset
  /// Whether frames are synchronized output. The Linux console does not have it.
  private let isSynchronized: Bool
  private let environment: [String: String]
  private let output = FileDescriptor.standardOutput.nonBlocking
  private let state: Mutex<State>

  /// Opens the screen. A signal that ends the program leaves it first.
  package init(palette: Palette?, environment: [String: String]) {
    (self.palette, charset) = (palette, Charset(environment: environment))
    isSynchronized = environment["TERM"] != "linux"
    self.environment = environment
    state = Mutex(State(output: ScreenOutput(isSynchronized: isSynchronized)))
    Signals.watch(Signals.termination + [SIGTSTP])
    Thread.detachNewThread { self.handleSignals() }
  }

  package var size: TerminalSize { output.terminalSize ?? TerminalSize(columns: 80, rows: 24) }

  /// Calls a handler after a resize of the terminal, and when a stopped process resumes.
  package func onRedraw(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.redraw = handler }
    Signals.watch([SIGWINCH, SIGCONT])
  }

  /// Calls a handler with typed keys, on its own thread; returns whether the input is a terminal.
  package func readKeys(_ handler: @escaping @Sendable ([Key]) -> Void) -> Bool {
    let input = FileDescriptor.standardInput
    if input.isTerminal { input.readKeys(handler) }
    return input.isTerminal
  }

  /// Shows these lines, cut to the size; writes only those that have changed. The final lines are
  /// printed if the screen is left now. A frame that the terminal has not begun to accept is dropped.
  package func draw(
    _ lines: [Line], finalLines: @escaping @Sendable () -> [Line]
  ) throws(WriteFailure) {
    let size = size
    let rendered = lines.prefix(size.rows).map {
      $0.transliterated(to: charset).clipped(to: size.columns).rendered(palette)
    }
    try update { state in
      state.output.show(rendered, on: size)
      state.finalLines = finalLines
    }
  }

  /// Copies a text of at most ``Clipboard/longestText`` to the clipboard of the terminal.
  package func copy(_ text: String) throws(WriteFailure) {
    let sequence = Clipboard.sequence(for: text, isInTmux: environment.isInTmux)
    try update { $0.output.add(sequence) }
  }

  /// Notifies with these texts.
  package func notify(
    _ texts: [String], by channels: Set<TerminalNotification.Channel>
  ) throws(WriteFailure) {
    let sequence = TerminalNotification.sequence(for: texts, by: channels, in: environment)
    try update { $0.output.add(sequence) }
  }

  package func leave() throws(WriteFailure) { try leave(printsLines: true) }

  private func leave(printsLines: Bool) throws(WriteFailure) {
    defer { Signals.release(Signals.termination + [SIGTSTP]) }
    try state.withLock { (state) throws(WriteFailure) in
      guard state.isOpen else { return }
      state.isOpen = false
      let lines = printsLines && state.failure == nil ? state.finalLines() : []
      let text = lines.map { $0.transliterated(to: charset).rendered(palette) + "\n" }.joined()
      try restore(&state, with: text)
    }
  }

  /// Restores the terminal until something is drawn again.
  private func restore(_ state: inout State, with text: String) throws(WriteFailure) {
    if let settings = state.settings { FileDescriptor.standardInput.restore(settings) }
    let isCut = isSynchronized && !state.output.unwritten.isEmpty
    let frameEnd = isCut ? "\(EmergencyRestore.frameEnd)" : ""
    let leaving = state.isEntered ? frameEnd + "\(EmergencyRestore.text)" : ""
    let error = Array((leaving + text).utf8).withUnsafeBytes { output.writeBriefly($0) }
    EmergencyRestore.disarm()
    (state.settings, state.isEntered, state.mustEnter) = (nil, false, true)
    if error != 0 { throw WriteFailure(errorNumber: error) }
  }

  // MARK: - Writing

  private enum Progress { case done, blocked, inBackground }

  /// Changes what is to be written, and writes what the terminal accepts.
  private func update(_ change: (inout State) -> Void) throws(WriteFailure) {
    let progress = try state.withLock { (state) throws(WriteFailure) in
      if let failure = state.failure { throw failure }
      change(&state)
      return try write(&state)
    }
    // The thread does the rest.
    if progress != .done { Signals.wake() }
  }

  private func write(_ state: inout State) throws(WriteFailure) -> Progress {
    state.isBlocked = false
    guard state.isOpen, !state.isStopped else { return .done }
    if output.isInBackground { return .inBackground }
    if state.mustEnter {
      guard enter(&state) else { return .inBackground }
    }
    while let bytes = state.output.next() {
      state.output.unwritten = bytes
      state.isBlocked = try !output.writeAccepted(&state.output.unwritten)
      if state.isBlocked { return .blocked }
    }
    return .done
  }

  /// Changes the settings, and makes the next frame enter the alternate screen; returns `false` if the
  /// process has gone to the background.
  private func enter(_ state: inout State) -> Bool {
    let input = FileDescriptor.standardInput
    // After a stop by SIGSTOP, the settings from before it.
    state.settings = state.settings ?? input.screenSettings
    EmergencyRestore.arm(state.settings, output: output, isSynchronized: isSynchronized)
    if let settings = state.settings, !input.apply(settings) { return false }
    (state.isEntered, state.mustEnter) = (true, false)
    state.output.enter()
    return true
  }

  // MARK: - The thread

  private func handleSignals() {
    while true {
      let blocked = state.withLock { $0.isBlocked ? output : nil }
      if let number = Signals.next(orOutputTo: blocked) {
        handle(number)
      } else {
        writeRest()
      }
    }
  }

  private func handle(_ number: Int32) {
    switch number {
    case SIGWINCH:
      let redraw = state.withLock { state in
        state.output.redrawAll()
        return state.redraw
      }
      redraw()
    case SIGCONT: resume()
    case SIGTSTP: stop()
    default: end(by: number)
    }
  }

  private func writeRest() {
    do throws(WriteFailure) {
      let progress = try state.withLock { (state) throws(WriteFailure) in try write(&state) }
      if progress == .inBackground { try stopInBackground() }
    } catch {
      // The next drawing throws it.
      let redraw = state.withLock { state in
        state.failure = error
        return state.redraw
      }
      redraw()
    }
  }

  /// Gives the terminal back, and stops.
  private func stop() {
    state.withLock { state in
      state.isStopped = true
      try? restore(&state, with: "")
    }
    // It does not stop if it was resumed meanwhile, and may not if it is orphaned.
    if !waitForResumption(hundredths: 1) {
      Signals.stopProcess()
      _ = waitForResumption()
    }
    resume()
  }

  /// Stops until the process is in the foreground, as the system stops any process that uses its
  /// terminal in the background. Throws in an orphaned process group, which no shell could resume.
  private func stopInBackground() throws(WriteFailure) {
    // A signal that ends the process may have come with the one that resumed it: `kill %1` sends both.
    if let number = Signals.next(within: 10) { return handle(number) }
    guard output.isInBackground else { return writeRest() }
    guard Signals.stopJob() else { return }
    guard waitForResumption() else { throw WriteFailure(errorNumber: EIO) }
    resume()
  }

  /// Waits until a stopped process resumes; returns `false` if it has not stopped. Ends the process if
  /// that is what a signal is for.
  private func waitForResumption(hundredths: Int = 20) -> Bool {
    while let number = Signals.next(within: hundredths) {
      if number == SIGCONT { return true }
      if Signals.termination.contains(number) { end(by: number) }
    }
    return false
  }

  /// Enters the screen again, because other processes may have written to the terminal.
  private func resume() {
    let redraw = state.withLock { state in
      (state.isStopped, state.mustEnter) = (false, true)
      return state.redraw
    }
    redraw()
  }

  /// Leaves the screen, and ends the process; in the background, where another job may write to the
  /// terminal, without the final lines.
  private func end(by number: Int32) {
    try? leave(printsLines: !output.isInBackground)
    ShellCommand.endAll()
    Signals.endProcess(by: number)
  }
}
