import MarketCore
import Terminal

/// A table for people.
struct TableRenderer: LineRenderer {
  /// How many columns of characters there are; `nil` for as many as the table takes.
  let width: @Sendable () -> Int?
  /// Whether up and down, and what is new, are marked.
  let marks: Bool
  let color: Bool
  let hasHeader: Bool

  /// A table as wide as the terminal, where there is one.
  init(in world: World, color: Bool, hasHeader: Bool) {
    width = { world.canRedraw ? world.output.size()?.columns : nil }
    marks = world.canRedraw
    self.color = color
    self.hasHeader = hasHeader
  }

  func lines(of frame: Frame) -> [Line] {
    let width = width()
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
      : groups[1].reversed() + Self.divider(of: frame, width: width).map(Columns.Row.line)
        + groups[0]
    let lines = Columns(columns: columns, rows: rows).lines(fitting: width)
    return hasHeader ? lines : Array(lines.dropFirst())
  }

  func focus(of frame: Frame) -> Int? {
    frame.divider.isEmpty
      ? nil : (hasHeader ? 1 : 0) + (frame.groups.last?.rows.count ?? 0)
  }

  /// The lines between the sides of a ladder.
  static func divider(of frame: Frame, width: Int?) -> [Line] {
    frame.divider.flatMap { parts in
      Line.flowing(parts.map(\.withoutControls), width: width, .dim)
    }
  }

  private func cell(_ cell: Cell, in column: Frame.Column) -> Columns.Cell {
    let (mark, style): (String, Style) =
      switch cell.tone {
      case .up: (" ▲", .green)
      case .down: (" ▼", .red)
      case .flat: ("", .plain)
      }
    if column.isBar, case .number(let share) = cell.value {
      return .bar(share: Double(share.plain) ?? 0, style)
    }
    var text = cell.text.withoutControls
    while text.contains("  ") { text = text.replacing("  ", with: " ") }
    if marks, column.marksTone { text += mark }
    if marks, cell.isChanged { return .text(Line.Span(color ? text : text + " •", .bold)) }
    return .text(Line.Span(text, style))
  }
}
