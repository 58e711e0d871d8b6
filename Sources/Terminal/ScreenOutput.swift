/// Collects the output that a screen has not written yet: the newest frame and further sequences. Its size is
/// limited, even if the terminal accepts nothing for a long time.
struct ScreenOutput {
  // Enters the alternate screen (1049), hides the cursor (25), and requests marks around pastes (2004).
  private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h"
  /// Makes the terminal show a frame only when it is complete (synchronized output).
  private static let frameStart = "\u{1B}[?2026h"
  static let maximumSequences = 16

  let isSynchronized: Bool
  /// The rest of the frame or sequence that is being written.
  var unwritten: ArraySlice<UInt8> = []
  /// The newest frame, unless ``next()`` has taken it.
  private var frame: (lines: [String], size: TerminalSize)?
  private var sequences: [String] = []
  private var shown: [String] = []
  /// The width of the terminal at the last frame; 0 if the next frame must draw all lines.
  private var columns = 0
  private var mustEnter = false

  init(isSynchronized: Bool) { self.isSynchronized = isSynchronized }

  mutating func show(_ lines: [String], on size: TerminalSize) { frame = (lines, size) }

  /// Adds a sequence to write after the newest frame. If too many are waiting, the oldest one is dropped.
  mutating func add(_ sequence: String) {
    sequences.append(sequence)
    if sequences.count > Self.maximumSequences { sequences.removeFirst() }
  }

  mutating func redrawAll() { columns = 0 }

  /// Makes the next frame enter the screen and draw all lines. Drops bytes that were being written.
  mutating func enter() { (mustEnter, columns, unwritten) = (true, 0, []) }

  mutating func next() -> ArraySlice<UInt8>? {
    if !unwritten.isEmpty { return unwritten }
    if let (lines, size) = frame {
      frame = nil
      let change = change(to: lines, on: size)
      if !change.isEmpty { return Array(change.utf8)[...] }
    }
    return sequences.isEmpty ? nil : Array(sequences.removeFirst().utf8)[...]
  }

  /// Returns the sequences that change the displayed frame into a new one.
  private mutating func change(to lines: [String], on size: TerminalSize) -> String {
    var change = mustEnter ? Self.entering : ""
    let redrawsAll = columns != size.columns
    for (row, line) in lines.enumerated()
    where redrawsAll || row >= shown.count || shown[row] != line {
      change += "\u{1B}[\(row + 1);1H\u{1B}[2K\(line)"
    }
    if lines.count < size.rows, redrawsAll || lines.count < shown.count {
      change += "\u{1B}[\(lines.count + 1);1H\u{1B}[J"
    }
    (shown, columns, mustEnter) = (lines, size.columns, false)
    guard isSynchronized, !change.isEmpty else { return change }
    return Self.frameStart + change + "\(EmergencyRestore.frameEnd)"
  }
}
