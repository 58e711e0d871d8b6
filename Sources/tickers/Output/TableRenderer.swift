import MarketCore
import Terminal

/// Makes a table for people of a frame.
struct TableRenderer {
  /// The room there is; `nil` for as much as the table takes.
  var width: Int?
  /// Whether up and down are marked by ▲ and ▼.
  var marks: Bool

  func lines(of frame: Frame) -> [Line] {
    Columns(
      columns: frame.columns.map { column in
        Columns.Column(
          column.name.uppercased(), column.kind == .text ? .leading : .point, rank: column.rank)
      },
      rows: frame.rows.map { row in
        switch row {
        case .cells(let cells): .cells(zip(cells, frame.columns).map(span))
        case .line(let text): .line(Line(text.withoutControls, .dim))
        }
      }
    ).lines(fitting: width)
  }

  private func span(_ cell: Cell, in column: Frame.Column) -> Line.Span {
    let (mark, style): (String, Style) =
      switch cell.tone {
      case .up: (" ▲", .green)
      case .down: (" ▼", .red)
      case .flat: ("", .plain)
      }
    let text = cell.text.withoutControls
    return Line.Span(marks && column.marksTone ? text + mark : text, style)
  }
}
