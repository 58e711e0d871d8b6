import MarketCore
import Reports
import Terminal

/// The lines of a table that fit, without margins. Each row has its index among all rows.
private typealias Frame = (
  heading: [Line], rows: [(index: Int, line: Line)], footer: [Line], table: TableRenderer.Table,
  hasTrends: Bool
)

extension RowsScreen {
  /// Returns the view of the rows around the selected row, and of the footer.
  mutating func rowsView(
    heading: [String], at now: ContinuousClock.Instant, ages: [ExchangeID: String] = [:]
  ) -> ScreenView {
    table.ages = ages
    let (frame, width) = layOut()
    let shown = frame.rows.map { viewModel.rows[$0.index] }
    var view = ScreenView(
      heading: heading,
      body: lines(of: frame, width: width) + emptyLines
        + frame.footer.map { $0.indented(by: "  ") },
      finalLines: { [self] in
        let frame = self.frame(columns: room.columns, minimumWidths: nil)
        return frame.heading + frame.rows.map(\.line) + frame.footer
      })
    if polls.pace.isLive { view.listings = shown.compactMap(\.market) }
    if isSplit { addPreview(to: &view, at: now, rowWidth: width) }
    if view.sideRequest == nil {
      let trend = table.trends?.request(
        for: frame.hasTrends ? shown : [], from: market.clients, at: now)
      // What the user sees is requested first.
      view.sideRequest =
        polls.closeRequest(of: shown, at: now).map(SideRequest.close)
        ?? trend.map(SideRequest.trend) ?? polls.closeRequest(at: now).map(SideRequest.close)
    }
    return view
  }

  /// Whether a ``Preview`` fits beside the rows: on terminals from 160×30, without the heading, the status
  /// line, and the line of the keys or the two lines of an edited text.
  var canSplit: Bool {
    table.look != nil && !viewModel.rows.isEmpty && room.columns >= 160
      && room.rows >= (prompt == nil ? 27 : 26)
  }

  private var isSplit: Bool { canSplit && table.look?.view == .split }

  /// Adds the preview of the selected row right of the body, and its next request.
  private mutating func addPreview(
    to view: inout ScreenView, at now: ContinuousClock.Instant, rowWidth: Int
  ) {
    let (market, charset) = (market, table.renderer.looks.charset)
    let interval = polls.pace.interval(for: market)
    table.preview.select(selectedRow?.historyMarket, at: now)
    let width = room.columns - rowWidth - Preview.separator.count
    let lines = table.preview.lines(
      fitting: TerminalSize(columns: width, rows: room.rows), of: market, at: now,
      interval: interval, on: table.stage)
    view.body = (0..<room.rows).map { index in
      let row = index < view.body.count ? view.body[index] : Line()
      let line = index < lines.count ? lines[index] : Line()
      return row.shortened(to: rowWidth, in: charset)
        .appending(Preview.separator, .faint, at: rowWidth)
        .appending(line.shortened(to: width, in: charset))
    }
    view.isCounting = table.preview.isCounting(at: now, interval: interval)
    let isLive = polls.pace.isLive
    if let (request, due) = table.preview.request(from: market.clients, hasBook: !isLive) {
      if due <= now { view.sideRequest = request } else { view.nextRequest = due }
    }
    if isLive, let (listing, due) = table.preview.selected {
      if due <= now { view.liveBook = listing } else { view.nextRequest = due }
    }
  }

  /// Returns the heading and the rows, with a margin for the marks of the selected row and of alerts.
  private func lines(of frame: Frame, width: Int) -> [Line] {
    let (selected, marked) = (selectedIndex ?? 0, polls.markedKeys)
    let charset = table.renderer.looks.charset
    let rows = frame.rows.map { index, line in
      let mark = !marked.isEmpty && marked.contains(viewModel.rows[index].key) ? "!" : " "
      // The selected line has a single style, because other colours in it would become coloured blocks.
      return index == selected
        ? line.indented(by: "›\(mark)").padded(to: width, .selected)
        : line.indented(by: " \(mark)")
    }
    return frame.heading.map { $0.indented(by: "  ") }
      + rows.map { $0.shortened(to: width, in: charset) }
  }

  /// If there are no rows, the lines that are displayed instead; otherwise empty.
  var emptyLines: [Line] {
    guard viewModel.rows.isEmpty else { return [] }
    return Page.empty(
      viewModel.query.onlyChanges ? ["no changes"] : viewModel.notices,
      keys: prompt == nil ? keysWithoutRows.compactMap(\.self) : [], columns: room.columns)
  }

  /// Makes the lines, and returns their width. As long as only values change, columns never become narrower.
  private mutating func layOut() -> (frame: Frame, width: Int) {
    let widths = isSplit ? Preview.rowWidths(on: room.columns) : [room.columns]
    let query = viewModel.query
    let current =
      table.layout.of(viewModel.rows).columns.map(\.name) + query.filters.map(\.text)
      + table.ages.keys.map(\.rawValue).sorted()
      + [
        conditionText, query.sort?.text ?? "", "\(widths)", "\(table.hidesAmounts)",
        "\(viewModel.polled.shown.count)",
      ]
    let minimumWidths = current == table.measured ? table.minimumWidths : nil
    // The margin for the marks of a row has two cells.
    func frame(_ width: Int) -> Frame {
      self.frame(columns: width - 2, minimumWidths: minimumWidths)
    }
    // Each next width is larger, for rows that do not fit with all columns.
    let trendWidth = table.trends == nil ? 0 : Trends.minimumWidth
    var (result, width) = (frame(widths[0]), widths[0])
    for next in widths.dropFirst()
    where result.table.dropped > 0 || result.table.width + trendWidth > width - 2 {
      (result, width) = (frame(next), next)
    }
    if let marked = table.marked, !result.table.columns.contains(marked.name) {
      table.marked = nil
      result = frame(width)
    }
    (table.shownColumns, table.minimumWidths) = (result.table.columns, result.table.widths)
    table.measured = current
    return (result, width)
  }

  private func frame(columns: Int, minimumWidths: [TextTable.Widths]?) -> Frame {
    let footer = footerLines(fitting: TerminalSize(columns: columns, rows: room.rows))
    let rowRoom = max(0, room.rows - (table.renderer.hasHeader ? 1 : 0) - footer.count)
    let first = ((selectedIndex ?? 0) - rowRoom / 2).clamped(to: viewModel.rows.count - rowRoom)
    let shown = first..<min(viewModel.rows.count, first + rowRoom)
    let (fitted, place) = fitted(shown, columns: columns, minimumWidths: minimumWidths)
    let (all, polled, charset) = (viewModel.rows, viewModel.polled, table.renderer.looks.charset)
    let hasStaleRows = polled.hasStaleRows
    let rows = zip(shown, fitted.rows).map { index, line in
      let row = all[index]
      let hasAge = !table.ages.isEmpty && row.exchange.flatMap { table.ages[$0] } != nil
      let isStale = hasAge || hasStaleRows && polled.staleTime(of: row) != nil
      let line = isStale ? line.adding(.stale) : line
      guard let trends = table.trends, let place else { return (index, line) }
      let text = trends.text(of: row, length: place.length, in: charset)
      return (index, line.appending(text, at: place.start))
    }
    let heading = fitted.heading.map { line in
      place.map { line.appending(Trends.heading, .heading, at: $0.start) } ?? line
    }
    return (heading, rows, footer, fitted, place != nil)
  }

  /// Returns the footer; empty if there is too little room for the heading, a few rows and the footer.
  private func footerLines(fitting terminal: TerminalSize) -> [Line] {
    let members = table.hidesAmounts ? footer.map(\.hidingAmounts) : footer
    let lines = table.renderer.footer(members, fitting: terminal)
    return room.rows - lines.count > 3 ? lines : []
  }

  /// Returns the table of these rows, and the place of trends beside it; `nil` if no trends are displayed.
  private func fitted(
    _ rows: Range<Int>, columns: Int, minimumWidths: [TextTable.Widths]?
  ) -> (table: TableRenderer.Table, trends: (start: Int, length: Int)?) {
    let report = report(table.layout, rows: rows)
    func drawn(columns: Int) -> TableRenderer.Table {
      table.renderer.table(
        of: report, fitting: TerminalSize(columns: columns, rows: room.rows),
        minimumWidths: minimumWidths, marker: marker)
    }
    guard let trends = table.trends else { return (drawn(columns: columns), nil) }
    // Trends are displayed only if all columns fit beside them. If the terminal is at least 80 cells wide,
    // one column may be missing, unless the user chose the columns.
    let narrow = drawn(columns: columns - Trends.minimumWidth)
    let mayLackOne = room.columns >= 80 && !table.layout.areChosen
    guard narrow.dropped <= (mayLackOne ? 1 : 0) else { return (drawn(columns: columns), nil) }
    return (narrow, trends.column(beside: narrow, width: columns))
  }

  private var marker: TableRenderer.Marker? {
    let order = viewModel.query.sort
    guard let marked = table.marked, marked != order?.column else {
      return order.map { ($0.column.name, $0.isDescending, false) }
    }
    return (marked.name, marked.kind.isNumber, true)
  }
}
