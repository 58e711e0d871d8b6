import MarketCore
package import Terminal

/// Draws reports as tables for people.
package struct TableRenderer: Sendable {
  /// The column with the sort marker. `isPending` is true if the user has moved the marker, but the rows are
  /// not sorted by the column yet.
  package typealias Marker = (column: String, isDescending: Bool, isPending: Bool)

  package struct Table {
    package let heading: [Line]
    package let rows: [Line]
    package let columns: [String]
    /// The number of columns that ``TextTable`` has dropped to fit the width.
    package let dropped: Int
    package let width: Int
    /// The widths of the widest cells of each column. The next table can use them as minimum widths.
    package let widths: [TextTable.Widths]
  }

  package let looks: TextLooks
  package let hasHeader: Bool

  package init(looks: TextLooks, hasHeader: Bool = true) {
    (self.looks, self.hasHeader) = (looks, hasHeader)
  }

  package func text(of report: Report, isFirst: Bool) -> String {
    if report.isEmpty, report.isUpdate, !isFirst { return "" }
    let terminal = looks.terminal()
    return looks.text(
      of: lines(of: report, fitting: terminal) + footer(report.after, fitting: terminal),
      isFirst: isFirst)
  }

  package func footer(_ members: [Report.Member], fitting terminal: TerminalSize?) -> [Line] {
    members.flatMap { member -> [Line] in
      guard case .rows(let group) = member, !group.rows.isEmpty else { return [] }
      guard let line = group.line else {
        return [Line()] + lines(of: Report(groups: [group]), fitting: terminal)
      }
      return Line.flowing(line.map(\.controlsReplaced), width: looks.width(of: terminal), .faint)
    }
  }

  private func lines(of report: Report, fitting terminal: TerminalSize?) -> [Line] {
    let table = table(of: report, fitting: terminal)
    return table.heading + table.rows
  }

  /// Returns the table of a report, fitted to a terminal. `minimumWidths` are from an earlier table.
  package func table(
    of report: Report, fitting terminal: TerminalSize?, minimumWidths: [TextTable.Widths]? = nil,
    marker: Marker? = nil
  ) -> Table {
    let width = looks.width(of: terminal)
    let columns = report.columns
    let shown = columns.indices.filter { columns[$0].isShown(in: width) }
    // Prices in different currencies can have very different numbers of digits.
    let amounts = shown.indices.filter { columns[shown[$0]].kind.isMoney }
    var currencies = amounts.map { _ in [String?]() }
    let rows = report.rows.map { row in
      for (index, place) in amounts.enumerated() {
        currencies[index].append(row[shown[place]].currency)
      }
      // The kind is passed instead of the column, because copying a column is expensive.
      return shown.map { cell(row[$0], columns[$0].kind, isToned: columns[$0].isToned) }
    }
    let table = TextTable(
      columns: shown.map { TextTable.Column(columns[$0], marker: marker) }, rows: rows,
      charset: looks.charset, minimumWidths: minimumWidths,
      groups: Dictionary(uniqueKeysWithValues: zip(amounts, currencies)))
    let fitted = table.fitted(to: width)
    let heading = hasHeader ? Array(fitted.lines.prefix(1)) : []
    return Table(
      heading: heading, rows: Array(fitted.lines.dropFirst()),
      columns: fitted.shown.map { columns[shown[$0]].name },
      dropped: shown.count - fitted.shown.count,
      width: max(fitted.width, heading.first?.displayWidth ?? 0), widths: fitted.widths)
  }

  private func cell(_ cell: Cell, _ kind: ColumnKind, isToned: Bool) -> TextTable.Cell {
    // If all cells have the same style, a line is a single text.
    let style = looks.palette == nil && !looks.hasMarks ? .plain : TextStyle(cell.tone)
    if kind == .bar, case .number(let share) = cell.value {
      return .bar(share: share.approximate, style)
    }
    var text = cell.text.tidied
    if looks.hasMarks, isToned, let arrow = cell.tone.arrow { text += " " + arrow }
    guard looks.hasMarks, cell.isChanged else { return .text(Line.Span(text, style)) }
    // Without colours, the mark has the direction.
    let mark = looks.palette == nil ? " " + (cell.tone.arrow ?? "•") : ""
    return .text(Line.Span(text + mark, style.union(.changed)))
  }
}

extension Tone {
  fileprivate var arrow: String? {
    switch self {
    case .up: "▲"
    case .down: "▼"
    case .flat: nil
    }
  }
}

extension ColumnKind {
  fileprivate var alignment: TextTable.Alignment {
    switch self {
    case .bar: .bar
    // The letters k, M and B stand below one another.
    case .turnover: .trailing
    default: isNumber ? .point : .leading
    }
  }
}

extension TextTable.Column {
  fileprivate init(_ column: Report.Column, marker: TableRenderer.Marker?) {
    let isBar = column.kind == .bar
    let isMarked = marker?.column == column.name
    let sign = isMarked ? marker?.isDescending == true ? " ▼" : " ▲" : ""
    self.init(
      (isBar ? "" : column.name.uppercased()) + sign,
      column.kind.alignment, dropRank: column.dropRank,
      isSelected: isMarked && marker?.isPending == true)
  }
}
