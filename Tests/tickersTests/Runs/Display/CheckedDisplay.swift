import Terminal
import TestTools

@testable import Screens
@testable import tickers

/// A display that checks each frame and each copy, and collects what is wrong with them.
final class CheckedDisplay: Display {
  private struct State {
    var size: TerminalSize
    /// The size that the screen loop has read last.
    var knownSize: TerminalSize
    var parser = KeyParser()
    var handler: (@Sendable (LoopEvent) -> Void)?
    var draws = 0
    var faults: [String] = []
    var isLeft = false
  }

  private let state: Observed<State>

  init(size: TerminalSize) { state = Observed(State(size: size, knownSize: size)) }

  /// The size now, which the terminal may have left behind by the next frame.
  var size: TerminalSize {
    state.change { state in
      state.knownSize = state.size
      return state.size
    }
  }

  func start(_ handler: @escaping @Sendable (LoopEvent) -> Void) -> Bool {
    state.change { $0.handler = handler }
    return true
  }

  func draw(_ lines: [Line], finalLines: @escaping @Sendable () -> [Line]) {
    let number = state.value.draws
    let final = number.isMultiple(of: 16) ? finalLines() : []
    state.change { state in
      state.draws += 1
      state.faults += Self.faults(of: lines, size: state.knownSize) + Self.faults(ofText: final)
    }
  }

  func copy(_ text: String) {
    let isControl = text.unicodeScalars.contains { $0.isControl && $0 != "\t" }
    state.change { state in
      if text.utf8.count > Clipboard.longestText { state.faults.append("a copy is too long") }
      if text.isEmpty { state.faults.append("a copy is empty") }
      if isControl {
        state.faults.append("a copy has a control character: \(text.debugDescription)")
      }
    }
  }

  func notify(_ texts: [String], by channels: Set<TerminalNotification.Channel>) {
    if texts.isEmpty { state.change { $0.faults.append("a notification is empty") } }
  }

  func leave() { state.change { $0.isLeft = true } }

  /// What is wrong with a frame.
  private static func faults(of lines: [Line], size: TerminalSize) -> [String] {
    let texts = lines.map { $0.rendered() }
    let isTooSmall = size.columns < 20 || size.rows < 5
    var faults = Self.faults(ofText: lines)
    if !isTooSmall, lines.count != size.rows {
      faults.append("\(lines.count) lines on \(size.rows) rows")
    }
    for line in lines where line.clipped(to: size.columns).displayWidth > size.columns {
      faults.append("wider than \(size.columns): \(line.rendered().debugDescription)")
    }
    if texts.count(where: { $0.hasPrefix("› ") }) > 1 {
      faults.append("more than one row is marked: \(texts.joined(separator: "\n"))")
    }
    return faults
  }

  private static func faults(ofText lines: [Line]) -> [String] {
    lines.map { $0.rendered() }.filter { $0.unicodeScalars.contains(where: \.isControl) }
      .map { "a control character: \($0.debugDescription)" }
  }

  /// What was wrong so far.
  var faults: [String] { state.value.faults }
  /// Whether the screen was left.
  var isLeft: Bool { state.value.isLeft }

  /// Types these keys, each as the bytes that a terminal sends, all of them before the next frame.
  func type(_ keys: [[UInt8]]) {
    let (keys, handler) = state.change { state in
      (keys.flatMap { state.parser.take($0) + state.parser.flush() }, state.handler)
    }
    handler?(.keys(keys))
  }

  func resize(to size: TerminalSize) {
    let handler = state.change { state in
      state.size = size
      return state.handler
    }
    handler?(.resized)
  }

  /// How many frames were drawn.
  var draws: Int { state.value.draws }

  /// Waits until more frames were drawn, or the screen was left; returns whether that is so.
  func draws(moreThan draws: Int) async -> Bool {
    await state.waits(for: "a frame") { $0.draws > draws || $0.isLeft }
  }
}
