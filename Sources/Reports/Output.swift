package import MarketCore

package struct Output<Row: TableRow>: Sendable {
  /// The format, unless there is a template; `nil` for a table.
  package var format: Format?
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
    (self.format, self.template, self.columns) = (format, template, columns)
    (self.hasHeader, self.hasTrend) = (hasHeader, hasTrend)
  }

  package var isTable: Bool { template == nil && format ?? .table == .table }

  /// Whether a poll without new rows prints the last rows again. A template tells their age.
  package var repeatsRows: Bool { template?.hasStale ?? false }

  package var isForPeople: Bool { isTable || template != nil }
  /// Whether the user chose the columns, in a list or in a template.
  package var namesColumns: Bool { columns != nil || template != nil }

  package func text(of report: Report, isFirst: Bool, _ looks: TextLooks) -> String {
    if let template { return template.text(of: report) }
    let hasHeading = isFirst && hasHeader
    let format = format ?? .table
    return switch format {
    case .table:
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
