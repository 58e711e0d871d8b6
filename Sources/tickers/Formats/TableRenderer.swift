import MarketCore
import Terminal

/// A table for people.
struct TableRenderer: LineRenderer {
  let palette: Palette?
  let terminal: @Sendable () -> TerminalSize?
  /// Whether up and down, and what is new, are marked.
  let marks: Bool
  let hasHeader: Bool
  /// What the terminal can show.
  let charset: Charset

  /// A table that fits the terminal, where there is one that can be redrawn.
  init(in world: World, palette: Palette?, hasHeader: Bool) {
    terminal = world.output.size
    marks = world.canRedraw
    charset = world.charset(of: world.output)
    self.palette = palette
    self.hasHeader = hasHeader
  }

  func lines(of frame: Frame, for terminal: TerminalSize?) -> [Line] {
    fitted(frame, to: terminal).lines
  }

  /// The lines of a frame, and whether there was room for all columns.
  func fitted(_ frame: Frame, to terminal: TerminalSize?) -> (lines: [Line], isWhole: Bool) {
    let width = marks ? terminal?.columns : nil
    let shown = frame.columns.indices.filter { frame.columns[$0].terminalWidth ?? 0 <= width ?? 0 }
    let columns = shown.map { index in
      let column = frame.columns[index]
      return Columns.Column(
        column.isBar ? "" : column.name.uppercased(),
        column.isBar ? .bar : column.isNumber ? .point : .leading, rank: column.rank)
    }
    let groups = frame.groups.map { group in
      group.rows.map { row in
        Columns.Row.cells(shown.map { cell(row[$0], in: frame.columns[$0]) })
      }
    }
    let rows =
      frame.divider.isEmpty || groups.count != 2
      ? groups.flatMap(\.self)
      : groups[1].reversed()
        + Self.divider(of: frame, width: width, in: charset)
        .map(Columns.Row.line)
        + groups[0]
    let (lines, isWhole) = Columns(columns: columns, rows: rows, charset: charset)
      .fitted(to: width)
    return (hasHeader ? lines : Array(lines.dropFirst()), isWhole)
  }

  /// The lines between the sides of a ladder.
  static func divider(of frame: Frame, width: Int?, in charset: Charset) -> [Line] {
    frame.divider.flatMap { parts in
      Line.flowing(
        parts.map { $0.withoutControls.transliterated(to: charset) }, width: width, .faint)
    }
  }

  private func cell(_ cell: Cell, in column: Frame.Column) -> Columns.Cell {
    let (mark, style): (String, Style) =
      switch cell.tone {
      case .up: (" ▲", .up)
      case .down: (" ▼", .down)
      case .flat: ("", .plain)
      }
    if column.isBar, case .number(let share) = cell.value {
      return .bar(share: Double(share.plain) ?? 0, style)
    }
    var text = cell.text.withoutControls
    if text.utf8.contains(UInt8(ascii: " ")) {
      text = text.split(separator: " ").joined(separator: " ")
    }
    if marks, column.marksTone { text += mark }
    guard marks, cell.isChanged else { return .text(Line.Span(text, style)) }
    return .text(Line.Span(palette == nil ? text + " •" : text, style.union(.changed)))
  }
}
