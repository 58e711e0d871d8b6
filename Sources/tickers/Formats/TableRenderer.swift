import MarketCore
import Terminal

/// A table for people.
struct TableRenderer: Renderer {
  /// How many columns of characters there are; `nil` for as many as the table takes.
  let width: @Sendable () -> Int?
  /// Whether up and down are marked by ▲ and ▼.
  let marks: Bool
  let color: Bool
  let hasHeader: Bool

  func text(of frame: Frame, isFirst: Bool) -> String {
    if frame.isEmpty, frame.isUpdate, !isFirst { return "" }
    let lines = lines(of: frame).map { $0.rendered(color: color) + "\n" }.joined()
    return isFirst ? lines : "\n" + lines
  }

  func lines(of frame: Frame) -> [Line] {
    let columns = frame.columns.map { column in
      Columns.Column(
        column.name.uppercased(), column.isNumber ? .point : .leading, rank: column.rank)
    }
    let lines = Columns(columns: columns, rows: rows(of: frame)).lines(fitting: width())
    return hasHeader ? lines : Array(lines.dropFirst())
  }

  /// The line of a ladder that is to be seen on a small terminal: the divider.
  func focus(of frame: Frame) -> Int? {
    frame.divider == nil ? nil : (hasHeader ? 1 : 0) + (frame.groups.last?.rows.count ?? 0)
  }

  private func rows(of frame: Frame) -> [Columns.Row] {
    let groups = frame.groups.map { group in
      group.rows.map { row in Columns.Row.cells(zip(row, frame.columns).map(span)) }
    }
    guard let divider = frame.divider, groups.count == 2 else { return groups.flatMap(\.self) }
    return groups[1].reversed() + [.line(Line(divider.withoutControls, .dim))] + groups[0]
  }

  private func span(_ cell: Cell, in column: Frame.Column) -> Line.Span {
    let (mark, style): (String, Style) =
      switch cell.tone {
      case .up: (" ▲", .green)
      case .down: (" ▼", .red)
      case .flat: ("", .plain)
      }
    var text = cell.text.withoutControls
    while text.contains("  ") { text = text.replacing("  ", with: " ") }
    return Line.Span(marks && column.marksTone ? text + mark : text, style)
  }
}
