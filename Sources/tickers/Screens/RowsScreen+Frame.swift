import MarketCore
import Reports
import Terminal

extension RowsScreen {
  var finalLines: [Line] { finalRowLines }

  var finalRowLines: [Line] {
    let frame = frame(columns: room.columns, minimumWidths: nil).frame
    return frame.heading + frame.rows.map(\.line) + frame.footer
  }

  /// The lines of the last frame, with a margin for the marks of the selected row and of alerts.
  var rowLines: [Line] {
    let (selected, marked) = (selectedIndex ?? 0, polls.markedListings)
    let (frame, charset) = (table.frame, table.renderer.looks.charset)
    let rows = frame.rows.map { index, line in
      let mark = !marked.isEmpty && marked.contains(viewModel.rows[index].listing) ? "!" : " "
      // Colours inside would become coloured blocks.
      return index == selected
        ? line.indented(by: "›\(mark)").padded(to: room.columns, .selected)
        : line.indented(by: " \(mark)")
    }
    .map { $0.shortened(to: room.columns, in: charset) }
    return frame.heading.map { $0.indented(by: "  ") } + rows
  }

  var footerLines: [Line] { table.frame.footer.map { $0.indented(by: "  ") } }

  /// Makes the lines of a frame.
  mutating func layOut() {
    // Two columns are for the mark of the selected row.
    let columns = room.columns - 2
    let query = viewModel.query
    let current =
      table.layout.of(viewModel.rows).columns.map(\.name) + query.filters.map(\.text)
      + table.ages.keys.map(\.rawValue).sorted()
      + [
        conditionText, query.sort?.text ?? "", "\(columns)", "\(table.hidesAmounts)",
        "\(viewModel.sources.shown.count)",
      ]
    let minimumWidths = current == table.measured ? table.minimumWidths : nil
    var (frame, widths) = frame(columns: columns, minimumWidths: minimumWidths)
    if let marked = table.marked, !frame.columns.contains(marked.name) {
      table.marked = nil
      (frame, widths) = self.frame(columns: columns, minimumWidths: minimumWidths)
    }
    (table.frame, table.minimumWidths, table.measured) = (frame, widths, current)
  }

  /// The lines that fit, with trends beside the rows, and the widths of their columns.
  private func frame(
    columns: Int, minimumWidths: [TextTable.Widths]?
  ) -> (frame: RowsTable<Row>.Frame, widths: [TextTable.Widths]) {
    let terminal = TerminalSize(columns: columns, rows: room.rows)
    let (state, marker) = (table, marker)
    // At least the heading and a few rows are worth more than what stands below.
    let members = state.hidesAmounts ? footer.map(\.hidingAmounts) : footer
    let below = state.renderer.footer(members, fitting: terminal)
    let footer = room.rows - below.count > 3 ? below : []
    let all = viewModel.rows
    let rowRoom = max(0, room.rows - (state.renderer.hasHeader ? 1 : 0) - footer.count)
    let first = ((selectedIndex ?? 0) - rowRoom / 2).clamped(to: all.count - rowRoom)
    let shown = first..<min(all.count, first + rowRoom)
    // Only what is seen is made into lines.
    let report = state.hidesAmounts ? report(rows: shown).hidingAmounts : report(rows: shown)
    func drawn(columns: Int) -> TableRenderer.Table {
      let terminal = TerminalSize(columns: columns, rows: room.rows)
      return state.renderer.table(
        of: report, fitting: terminal, minimumWidths: minimumWidths, marker: marker)
    }
    // The trend is dropped before any other column; but from 80 columns on after one other.
    let narrow = trends.map { _ in drawn(columns: columns - Trends.minimumWidth) }
    let mayLackOne = room.columns >= 80 && !state.layout.areChosen
    let hasRoom = narrow.map { $0.dropped <= (mayLackOne ? 1 : 0) } ?? false
    let fitted = narrow.flatMap { hasRoom ? $0 : nil } ?? drawn(columns: columns)
    let place = hasRoom ? trends?.column(beside: fitted, width: columns) : nil
    let sources = viewModel.sources
    let hasStaleRows = sources.hasStaleRows
    let rows = zip(shown, fitted.rows).map { index, row in
      let age = all[index].exchange.flatMap { state.ages[$0] }
      let isStale = age != nil || hasStaleRows && sources.staleTime(of: all[index]) != nil
      let line = isStale ? row.adding(.stale) : row
      guard let trends, let place else { return (index, line) }
      let text = trends.text(of: all[index], length: place.length, in: state.renderer.looks.charset)
      return (index, line.appending(text, at: place.start))
    }
    let heading = fitted.heading.map { line in
      place.map { line.appending(Trends.heading, .heading, at: $0.start) } ?? line
    }
    return (
      RowsTable.Frame(
        heading: heading, rows: rows, footer: footer, columns: fitted.columns,
        hasTrends: place != nil), fitted.widths
    )
  }

  /// The heading with the sort marker.
  private var marker: TableRenderer.Marker? {
    let order = viewModel.query.sort
    guard let marked = table.marked, marked != order?.column else {
      return order.map { ($0.column.name, $0.isDescending, false) }
    }
    return (marked.name, marked.kind.isNumber, true)
  }
}
