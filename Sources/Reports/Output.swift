package import MarketCore

package struct Output<Row: TableRow>: Sendable {
  /// The format; `nil` for a table, and for lines of a template.
  package var format: Format?
  /// The template of lines, or of the text in a status bar.
  package var template: Template<Row>?
  /// The chosen columns; `nil` for the default columns.
  package var columns: [Column<Row>]?
  package var hasHeader: Bool
  /// Whether a screen draws a sparkline beside each row, if there is room.
  package var hasTrend: Bool

  package init(
    _ format: Format? = nil, template: Template<Row>? = nil, columns: [Column<Row>]? = nil,
    hasHeader: Bool = true, hasTrend: Bool = Row.style.hasTrend
  ) {
    (self.format, self.columns) = (format, columns)
    self.template = template ?? (format == .waybar ? Template(Row.style.statusBar) : nil)
    (self.hasHeader, self.hasTrend) = (hasHeader, hasTrend)
  }

  package var isTable: Bool { template == nil && format ?? .table == .table }

  package var isStatusBar: Bool { format == .waybar }
  /// Whether rows are shown in a table, also if the table is only the tooltip of a status bar.
  package var hasTable: Bool { isTable || isStatusBar }
  /// Whether a poll without new rows prints the last rows again, marked as stale.
  package var repeatsRows: Bool { isStatusBar || template?.hasStale ?? false }
  package var isForPeople: Bool { isTable || template != nil }
  /// Whether the user chose the columns, in a list or in a template.
  package var namesColumns: Bool { columns != nil || template != nil }

  package func text(of report: Report, isFirst: Bool, _ looks: TextLooks) -> String {
    if let template, !isStatusBar { return template.text(of: report) }
    let hasHeading = isFirst && hasHeader
    let format = format ?? .table
    return switch format {
    case .table, .waybar:
      TableRenderer(looks: looks, hasHeader: hasHeader).text(of: report, isFirst: isFirst)
    case .tsv: report.tsv(hasHeading: hasHeading)
    case .csv: report.csv(hasHeading: hasHeading)
    case .json: report.json(numbersAreTexts: looks.numbersAreTexts, now: looks.clock?())
    case .ndjson: report.ndjson
    case .markdown: report.markdown(isFirst: isFirst)
    case .openmetrics: report.openMetrics
    case .ledger, .beancount: report.directives(format)
    case .influx: report.lineProtocol
    }
  }
}
