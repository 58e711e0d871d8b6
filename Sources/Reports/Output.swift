package import MarketCore

/// How rows become text.
package struct Output<Row: TableRow>: Sendable {
  /// `nil` for a table, if none was chosen.
  package var format: Format?
  package var template: Template<Row>?
  /// The chosen columns; `nil` for those of the format.
  package var columns: [Column<Row>]?
  package var hasHeader: Bool
  /// Whether a screen draws a trend beside the rows.
  package var hasTrend: Bool

  package init(
    _ format: Format? = nil, template: Template<Row>? = nil, columns: [Column<Row>]? = nil,
    hasHeader: Bool = true, hasTrend: Bool = Row.style.hasTrend
  ) {
    (self.format, self.template, self.columns) = (format, template, columns)
    (self.hasHeader, self.hasTrend) = (hasHeader, hasTrend)
  }

  /// Whether the output is a table, for which a terminal has a screen.
  package var isTable: Bool { template == nil && format ?? .table == .table }

  package var isForPeople: Bool { isTable || template != nil }
  /// Whether the columns were chosen one by one.
  package var namesColumns: Bool { columns != nil || template != nil }

  /// A report as text, whole lines or nothing.
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
