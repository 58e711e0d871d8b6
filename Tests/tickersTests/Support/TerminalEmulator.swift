import Foundation
import Terminal

/// What a terminal shows of the bytes that came: as much of ECMA-48 and of xterm as the program
/// writes, and a list of what it does not know.
struct TerminalEmulator: Sendable {
  /// Characters in rows; the second half of a wide one is empty.
  private struct Grid: Sendable {
    var rows: [[String]]
    var (row, column) = (0, 0)

    init(_ size: TerminalSize) { rows = Array(repeating: Self.blank(size), count: size.rows) }

    static func blank(_ size: TerminalSize) -> [String] {
      Array(repeating: " ", count: size.columns)
    }

    var lines: [String] {
      rows.map { row in
        String(row.joined().reversed().drop { $0 == " " }.reversed())
      }
    }
  }

  private(set) var size: TerminalSize
  /// Whether it shows the alternate screen, which keeps what was there before.
  private(set) var isAlternate = false
  private(set) var isCursorShown = true
  /// Whether it marks where a paste begins and ends.
  private(set) var marksPastes = false
  /// Whether it waits for the end of a frame before it shows what has changed.
  private(set) var isSynchronized = false
  /// The texts that were copied to its clipboard.
  private(set) var copied: [String] = []
  /// What came that is not known.
  private(set) var unknown: [String] = []
  /// How often a line went on in the next one.
  private(set) var wraps = 0
  private var main: Grid
  private var alternate: Grid
  private var scrolledOut: [String] = []
  private var undecoded: [UInt8] = []
  /// A sequence that is not whole yet.
  private var sequence = ""

  init(_ size: TerminalSize) {
    self.size = size
    (main, alternate) = (Grid(size), Grid(size))
  }

  /// The lines of the screen that is shown, without spaces at their ends.
  var lines: [String] { isAlternate ? alternate.lines : main.lines }

  /// All lines of the main screen, also those that have scrolled out, down to the last that is not
  /// empty.
  var history: [String] {
    let lines = scrolledOut + main.lines
    return Array(lines.prefix((lines.lastIndex { !$0.isEmpty } ?? -1) + 1))
  }

  /// Takes another size; what does not fit is lost, and what is new is empty.
  mutating func resize(_ size: TerminalSize) {
    func fit(_ grid: inout Grid) {
      grid.rows = (0..<size.rows).map { row in
        let old = row < grid.rows.count ? grid.rows[row] : []
        return Array((old + Grid.blank(size)).prefix(size.columns))
      }
      (grid.row, grid.column) = (min(grid.row, size.rows - 1), min(grid.column, size.columns))
    }
    self.size = size
    fit(&main)
    fit(&alternate)
  }

  /// Takes in bytes, which may end within a character.
  mutating func feed(_ bytes: some Sequence<UInt8>) {
    undecoded += bytes
    let tail = undecoded.suffix(3).reversed().enumerated().first { $1 >= 0xC0 }
    let isCut = tail.map { $1 >= 0xF0 ? $0 < 3 : $1 >= 0xE0 ? $0 < 2 : $0 < 1 } ?? false
    let whole = undecoded.count - (isCut ? (tail?.offset ?? 0) + 1 : 0)
    for scalar in String(decoding: undecoded[..<whole], as: UTF8.self).unicodeScalars {
      take(scalar)
    }
    undecoded.removeFirst(whole)
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    if !sequence.isEmpty || scalar == "\u{1B}" {
      sequence.unicodeScalars.append(scalar)
      let isWhole =
        sequence.hasPrefix("\u{1B}]")
        ? scalar == "\u{7}" : sequence.count > 2 && (0x40...0x7E).contains(scalar.value)
      if isWhole || sequence.count == 2 && !"[]".contains(Character(scalar)) {
        obey(String(sequence.dropFirst()))
        sequence = ""
      }
      return
    }
    withGrid { terminal, grid in
      switch scalar {
      case "\r": grid.column = 0
      case "\n": terminal.feedLine(&grid)
      case _ where scalar.isControl: terminal.unknown.append("\(scalar.value)")
      default: terminal.put(scalar, on: &grid)
      }
    }
  }

  private mutating func withGrid(_ change: (inout TerminalEmulator, inout Grid) -> Void) {
    var grid = isAlternate ? alternate : main
    change(&self, &grid)
    if isAlternate { alternate = grid } else { main = grid }
  }

  private mutating func feedLine(_ grid: inout Grid) {
    grid.row += 1
    guard grid.row == size.rows else { return }
    if !isAlternate { scrolledOut.append(grid.lines[0]) }
    grid.rows.removeFirst()
    grid.rows.append(Grid.blank(size))
    grid.row -= 1
  }

  private mutating func put(_ scalar: Unicode.Scalar, on grid: inout Grid) {
    let text = String(scalar)
    let width = text.displayWidth
    if width == 0 {
      if grid.column > 0 { grid.rows[grid.row][grid.column - 1] += text }
      return
    }
    if grid.column + width > size.columns {
      wraps += 1
      grid.column = 0
      feedLine(&grid)
    }
    grid.rows[grid.row][grid.column] = text
    if width == 2 { grid.rows[grid.row][grid.column + 1] = "" }
    grid.column += width
  }

  private mutating func obey(_ sequence: String) {
    let parameters = sequence.dropFirst().dropLast().split(separator: ";").map { Int($0) }
    switch (sequence.first, sequence.dropFirst().dropLast(), sequence.last) {
    case ("[", _, "m") where !parameters.contains(nil): break
    case ("[", "?25", "h"): isCursorShown = true
    case ("[", "?25", "l"): isCursorShown = false
    case ("[", "?2004", "h"): marksPastes = true
    case ("[", "?2004", "l"): marksPastes = false
    case ("[", "?2026", "h"): isSynchronized = true
    case ("[", "?2026", "l"): isSynchronized = false
    case ("[", "?1049", "h"): (isAlternate, alternate) = (true, Grid(size))
    case ("[", "?1049", "l"): isAlternate = false
    case ("[", _, "H") where parameters.count == 2:
      withGrid { terminal, grid in
        let (row, column) = (parameters[0] ?? 1, parameters[1] ?? 1)
        (grid.row, grid.column) = (
          min(row, terminal.size.rows) - 1, min(column, terminal.size.columns) - 1
        )
      }
    case ("[", "2", "K"):
      withGrid { terminal, grid in grid.rows[grid.row] = Grid.blank(terminal.size) }
    case ("[", "", "J"):
      withGrid { terminal, grid in
        for column in grid.column..<max(grid.column, terminal.size.columns) {
          grid.rows[grid.row][column] = " "
        }
        for row in (grid.row + 1)..<max(grid.row + 1, terminal.size.rows) {
          grid.rows[row] = Grid.blank(terminal.size)
        }
      }
    case ("]", let text, "\u{7}") where text.hasPrefix("52;c;"):
      let data = Data(base64Encoded: String(text.dropFirst(5)))
      copied.append(String(decoding: data ?? Data(), as: UTF8.self))
    default: unknown.append(sequence)
    }
  }
}
