import MarketCore
import Terminal

/// A table for people.
struct TableRenderer: Renderer {
  let looks: TextLooks
  let hasHeader: Bool

  func text(of report: Report, isFirst: Bool) -> String {
    if report.isEmpty, report.isUpdate, !isFirst { return "" }
    let terminal = looks.terminal()
    let lines =
      table(of: report, fitting: terminal).lines
      + footer(of: report.footerTables, fitting: terminal)
    return looks.text(of: lines, isFirst: isFirst)
  }

  /// The lines below a table: the rows beside its own.
  func footer(of footerTables: [Report.FooterTable], fitting terminal: TerminalSize?) -> [Line] {
    footerTables.filter { !$0.rows.isEmpty }.flatMap { footerTable in
      if let line = footerTable.line {
        let width = looks.hasMarks ? terminal?.columns : nil
        return Line.flowing(line.map(\.controlsReplaced), width: width, .faint)
      }
      let report = Report(
        freshness: Freshness(), columns: footerTable.columns,
        groups: [
          Report.Group(name: footerTable.name, rows: Report.Rows(of: footerTable.rows) { $0 })
        ]
      )
      return [Line()] + table(of: report, fitting: terminal).lines
    }
  }

  /// The lines of a report, heading and rows.
  ///
  /// - Parameters:
  ///   - terminal: the size that the lines fit; without one, or without marks, any size.
  ///   - minimumWidths: the widths of a report of more rows, for the same terminal.
  func table(
    of report: Report, fitting terminal: TerminalSize?, minimumWidths: [Columns.Widths]? = nil
  ) -> Table {
    let width = looks.hasMarks ? terminal?.columns : nil
    let fitted = columns(of: report, width: width, minimumWidths: minimumWidths).fitted(to: width)
    let heading = hasHeader ? Array(fitted.lines.prefix(1)) : []
    return Table(
      heading: heading, rows: Array(fitted.lines.dropFirst()), isWhole: fitted.isWhole,
      width: max(fitted.width, heading.first?.displayWidth ?? 0), widths: fitted.widths)
  }

  /// The widths that a report takes on a terminal.
  func widths(of report: Report, fitting terminal: TerminalSize?) -> [Columns.Widths] {
    columns(of: report, width: looks.hasMarks ? terminal?.columns : nil).widths
  }

  private func columns(
    of report: Report, width: Int?, minimumWidths: [Columns.Widths]? = nil
  ) -> Columns {
    let shown = report.columns.indices.filter { report.columns[$0].isShown(in: width) }
    return Columns(
      columns: shown.map { Columns.Column(report.columns[$0]) },
      rows: report.rows.map { row in
        shown.map { cell(row[$0], in: report.columns[$0]) }
      }, charset: looks.charset, minimumWidths: minimumWidths)
  }

  private func cell(_ cell: Cell, in column: Report.Column) -> Columns.Cell {
    let mark: String
    var style: TextStyle
    (mark, style) =
      switch cell.tone {
      case .up: (" ▲", .up)
      case .down: (" ▼", .down)
      case .flat: ("", .plain)
      }
    // A line of one style is one text.
    if looks.palette == nil, !looks.hasMarks { style = .plain }
    if column.kind == .share, case .number(let share) = cell.value {
      return .bar(share: share.approximate, style)
    }
    var text = cell.text.tidied
    if looks.hasMarks, column.marksTone { text += mark }
    guard looks.hasMarks, cell.isChanged else { return .text(Line.Span(text, style)) }
    return .text(Line.Span(looks.palette == nil ? text + " •" : text, style.union(.changed)))
  }
}

/// The lines of a table.
struct Table: Sendable {
  /// One line, or none without a heading.
  let heading: [Line]
  let rows: [Line]
  /// Whether all columns fit.
  let isWhole: Bool
  /// The width of the longest line.
  let width: Int
  /// The most that the cells of each column take.
  let widths: [Columns.Widths]

  var lines: [Line] { heading + rows }
}

extension Columns.Column {
  fileprivate init(_ column: Report.Column) {
    switch column.kind {
    case .share: self.init("", .bar, dropRank: column.dropRank)
    case .number: self.init(column.name.uppercased(), .point, dropRank: column.dropRank)
    case .text, .time: self.init(column.name.uppercased(), .leading, dropRank: column.dropRank)
    }
  }
}
