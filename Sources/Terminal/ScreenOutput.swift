/// What a screen has to write: the newest frame and further sequences. It is bounded, however long the
/// terminal accepts nothing.
struct ScreenOutput {
  // The alternate screen (1049), no cursor (25), and marks around a paste (2004).
  private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h"
  /// Lets the terminal show a frame when it is complete (synchronized output).
  private static let frameStart = "\u{1B}[?2026h"
  /// The most sequences that wait.
  static let maximumSequences = 16

  let isSynchronized: Bool
  /// The bytes that were begun to be written.
  var unwritten: ArraySlice<UInt8> = []
  /// The newest frame, until it is begun to be written.
  private var frame: (lines: [String], size: TerminalSize)?
  /// The sequences that follow the newest frame.
  private var sequences: [String] = []
  private var shown: [String] = []
  /// The width of the terminal at the last frame; 0 if everything is to be redrawn.
  private var columns = 0
  private var mustEnter = false

  init(isSynchronized: Bool) { self.isSynchronized = isSynchronized }

  /// Makes these lines the newest frame.
  mutating func show(_ lines: [String], on size: TerminalSize) { frame = (lines, size) }

  /// Adds a sequence that follows the newest frame. The first is dropped where too many wait.
  mutating func add(_ sequence: String) {
    sequences.append(sequence)
    if sequences.count > Self.maximumSequences { sequences.removeFirst() }
  }

  /// Makes the next frame a whole one.
  mutating func redrawAll() { columns = 0 }

  /// Makes the next frame a whole one that enters the alternate screen. What was begun is dropped.
  mutating func enter() { (mustEnter, columns, unwritten) = (true, 0, []) }

  /// The bytes to write now; `nil` for none.
  mutating func next() -> ArraySlice<UInt8>? {
    if !unwritten.isEmpty { return unwritten }
    if let (lines, size) = frame {
      frame = nil
      let change = change(to: lines, on: size)
      if !change.isEmpty { return Array(change.utf8)[...] }
    }
    return sequences.isEmpty ? nil : Array(sequences.removeFirst().utf8)[...]
  }

  /// The sequences that make a frame of the one that is shown.
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
