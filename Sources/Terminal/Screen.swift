import Foundation
import Synchronization

/// Draws on the alternate screen of the terminal, without cursor and echo. Leaving the screen can print final
/// lines, so that the data remains visible.
///
/// If possible, drawing does not wait for the terminal, which may accept no output for a long time (Ctrl-S, a
/// stalled connection). A thread writes the bytes that the terminal did not accept at once. It also handles
/// the signals, one by one.
package final class Screen: Sendable {
  private struct State {
    var isOpen = true
    /// True from SIGTSTP until ``resume()``.
    var isStopped = false
    var isEntered = false
    /// Whether the next frame enters the alternate screen, as at first and after a stop.
    var mustEnter = true
    /// Saved before the screen is entered, until it is left. `nil` if the input is not a terminal.
    var settings: ScreenSettings?
    var output: ScreenOutput
    var isBlocked = false
    var failure: WriteFailure?
    var finalLines: @Sendable () -> [Line] = { [] }
    var redraw: @Sendable () -> Void = {}
  }

  private let palette: Palette?
  private let charset: Charset
  /// Whether frames are sent as synchronized output, which the Linux console does not support.
  private let isSynchronized: Bool
  private let environment: [String: String]
  private let output = FileDescriptor.standardOutput.nonBlocking
  private let state: Mutex<State>

  /// Creates a screen, which the first frame enters. SIGHUP, SIGINT and SIGTERM, unless ignored, leave the
  /// screen and end the process.
  package init(palette: Palette?, environment: [String: String]) {
    (self.palette, charset) = (palette, Charset(environment: environment))
    isSynchronized = environment["TERM"] != "linux"
    self.environment = environment
    state = Mutex(State(output: ScreenOutput(isSynchronized: isSynchronized)))
    Signals.watch(Signals.termination + [SIGTSTP])
    Thread.detachNewThread { self.handleSignals() }
  }

  package var size: TerminalSize { output.terminalSize ?? TerminalSize(columns: 80, rows: 24) }

  /// Calls a handler after a resize, when the process resumes, and when the thread that writes has failed.
  package func onRedraw(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.redraw = handler }
    Signals.watch([SIGWINCH, SIGCONT])
  }

  /// Calls a handler with typed keys on a new thread. Returns `false` if the input is not a terminal.
  package func readKeys(_ handler: @escaping @Sendable ([Key]) -> Void) -> Bool {
    let input = FileDescriptor.standardInput
    if input.isTerminal { input.readKeys(handler) }
    return input.isTerminal
  }

  /// Shows lines, cut to the size of the terminal. Replaces an earlier frame whose writing has not begun.
  /// ``leave()`` prints the final lines of the last call, unless the thread that writes has failed.
  package func draw(
    _ lines: [Line], finalLines: @escaping @Sendable () -> [Line]
  ) throws(WriteFailure) {
    let size = size
    let rendered = lines.prefix(size.rows).map {
      $0.shortened(to: size.columns, in: charset).rendered(palette)
    }
    try update { state in
      state.output.show(rendered, on: size)
      state.finalLines = finalLines
    }
  }

  /// Copies a text of at most ``Clipboard/longestText`` bytes to the clipboard of the terminal.
  package func copy(_ text: String) throws(WriteFailure) {
    let sequence = Clipboard.sequence(for: text, isInTmux: environment.isInTmux)
    try update { $0.output.add(sequence) }
  }

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

  /// Restores the terminal, and writes a text.
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

  private enum Progress { case done, blocked, inBackground }

  /// Changes the state, and writes as much of the output as is possible at once.
  private func update(_ change: (inout State) -> Void) throws(WriteFailure) {
    let progress = try state.withLock { (state) throws(WriteFailure) in
      if let failure = state.failure { throw failure }
      change(&state)
      return try write(&state)
    }
    // The thread writes the rest, or stops the job if it is in the background.
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

  /// Makes the next frame enter the alternate screen. Returns `false` if ``FileDescriptor/apply(_:)`` does.
  private func enter(_ state: inout State) -> Bool {
    let input = FileDescriptor.standardInput
    // Saved settings are kept: after SIGSTOP, which cannot be handled, only they are the original settings.
    state.settings = state.settings ?? input.screenSettings
    EmergencyRestore.arm(state.settings, output: output, isSynchronized: isSynchronized)
    if let settings = state.settings, !input.apply(settings) { return false }
    (state.isEntered, state.mustEnter) = (true, false)
    state.output.enter()
    return true
  }

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
      // The next call of `update` throws the error.
      let redraw = state.withLock { state in
        state.failure = error
        return state.redraw
      }
      redraw()
    }
  }

  private func stop() {
    state.withLock { state in
      state.isStopped = true
      try? restore(&state, with: "")
    }
    // Skipped if the process was resumed meanwhile. SIGTSTP does not stop an orphaned process.
    if !waitForResumption(hundredths: 1) {
      Signals.stopProcess()
      _ = waitForResumption()
    }
    resume()
  }

  /// Handles a signal that arrives soon. Otherwise stops the job if it is still in the background. Throws an
  /// error if the job does not stop because it is orphaned: no shell could resume it.
  private func stopInBackground() throws(WriteFailure) {
    // `kill %1` sends SIGTERM and resumes the process in the background: SIGTERM must end it.
    if let number = Signals.next(within: 10) { return handle(number) }
    guard output.isInBackground else { return writeRest() }
    guard Signals.stopJob() else { return }
    guard waitForResumption() else { throw WriteFailure(errorNumber: EIO) }
    resume()
  }

  /// Waits for SIGCONT, not counting time while the process is stopped; `false` if the signal does not arrive
  /// in time. May end the process by another signal.
  private func waitForResumption(hundredths: Int = 20) -> Bool {
    while let number = Signals.next(within: hundredths) {
      if number == SIGCONT { return true }
      if Signals.termination.contains(number) { end(by: number) }
    }
    return false
  }

  /// Draws again. The next frame enters the screen, because other processes may have written to the terminal.
  private func resume() {
    let redraw = state.withLock { state in
      (state.isStopped, state.mustEnter) = (false, true)
      return state.redraw
    }
    redraw()
  }

  /// Leaves the screen and ends the process. In the background, the final lines are not printed, because
  /// another job may be writing to the terminal.
  private func end(by number: Int32) {
    try? leave(printsLines: !output.isInBackground)
    ShellCommand.endAll()
    Signals.endProcess(by: number)
  }
}
