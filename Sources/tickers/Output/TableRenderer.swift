import MarketCore
import Terminal

/// A table for people.
struct TableRenderer: Sendable {
  let looks: TextLooks
  let hasHeader: Bool

  func text(of report: Report, isFirst: Bool) -> String {
    if report.isEmpty, report.isUpdate, !isFirst { return "" }
    let terminal = looks.terminal()
    let lines = table(of: report, fitting: terminal).lines + footer(report.after, fitting: terminal)
    return looks.text(of: lines, isFirst: isFirst)
  }

  func footer(_ members: [Report.Member], fitting terminal: TerminalSize?) -> [Line] {
    members.flatMap { member -> [Line] in
      guard case .rows(let group) = member, !group.rows.isEmpty else { return [] }
      guard let line = group.line else {
        return [Line()] + table(of: Report(groups: [group]), fitting: terminal).lines
      }
      let width = looks.hasMarks ? terminal?.columns : nil
      return Line.flowing(line.map(\.controlsReplaced), width: width, .faint)
    }
  }

  /// The lines of a report, heading and rows.
  ///
  /// - Parameters:
  ///   - terminal: the size that the lines fit; without one, or without marks, any size.
  ///   - minimumWidths: the widths of a report of more rows, for the same terminal.
  func table(
    of report: Report, fitting terminal: TerminalSize?, minimumWidths: [TextTable.Widths]? = nil
  ) -> Table {
    let width = looks.hasMarks ? terminal?.columns : nil
    let fitted = columns(of: report, width: width, minimumWidths: minimumWidths).fitted(to: width)
    let heading = hasHeader ? Array(fitted.lines.prefix(1)) : []
    return Table(
      heading: heading, rows: Array(fitted.lines.dropFirst()), isWhole: fitted.isWhole,
      width: max(fitted.width, heading.first?.displayWidth ?? 0), widths: fitted.widths)
  }

  /// The widths that a report takes on a terminal.
  func widths(of report: Report, fitting terminal: TerminalSize?) -> [TextTable.Widths] {
    columns(of: report, width: looks.hasMarks ? terminal?.columns : nil).widths
  }

  private func columns(
    of report: Report, width: Int?, minimumWidths: [TextTable.Widths]? = nil
  ) -> TextTable {
    let shown = report.columns.indices.filter { report.columns[$0].isShown(in: width) }
    return TextTable(
      columns: shown.map { TextTable.Column(report.columns[$0]) },
      rows: report.rows.map { row in
        shown.map { cell(row[$0], in: report.columns[$0]) }
      }, charset: looks.charset, minimumWidths: minimumWidths)
  }

  private func cell(_ cell: Cell, in column: Report.Column) -> TextTable.Cell {
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
    if column.kind == .bar, case .number(let share) = cell.value {
      return .bar(share: share.approximate, style)
    }
    var text = cell.text.tidied
    if looks.hasMarks, column.isToned { text += mark }
    guard looks.hasMarks, cell.isChanged else { return .text(Line.Span(text, style)) }
    return .text(Line.Span(looks.palette == nil ? text + " •" : text, style.union(.changed)))
  }
}

struct Table: Sendable {
  /// One line, or none without a heading.
  let heading: [Line]
  let rows: [Line]
  let isWhole: Bool
  let width: Int
  /// The most that the cells of each column take.
  let widths: [TextTable.Widths]

  var lines: [Line] { heading + rows }
}

extension TextTable.Column {
  fileprivate init(_ column: Report.Column) {
    let isBar = column.kind == .bar
    self.init(
      isBar ? "" : column.name.uppercased(),
      isBar ? .bar : column.kind.isNumber ? .point : .leading, dropRank: column.dropRank)
  }
}
