import MarketCore

/// The output formats, which `--format` chooses.
package enum Format: String, CaseIterable, Sendable {
  case table, tsv, csv, json, ndjson, markdown, openmetrics, ledger, beancount, influx, waybar

  /// The formats for rows of any kind. The other formats require certain columns.
  package static let ofRows = allCases.filter(\.isOfRows)
  /// The formats for the firings of alerts, which are printed as they occur.
  package static let ofStreams: [Format] = [.table, .tsv, .csv, .ndjson]
  /// All formats except status bars, which have only a few rows.
  package static let ofLists = allCases.filter { $0 != .waybar }
  /// All formats of lists except OpenMetrics, which has only current data.
  package static let ofPrices = ofLists.filter { $0 != .openmetrics }
  /// The formats of the prices of symbols.
  package static let ofSymbols = ofPrices + [.waybar]
  /// The formats of totals. Holdings have the same ones, but no status bar.
  package static let ofTotals = ofRows + [.waybar]

  package var isOfRows: Bool {
    switch self {
    case .table, .tsv, .csv, .json, .ndjson, .markdown: true
    case .openmetrics, .ledger, .beancount, .influx, .waybar: false
    }
  }

  /// Returns the columns of the rows that the format uses; `nil` if the format accepts any columns.
  func columns<Row: MarketCore.Row>(of _: Row.Type) -> [Column<Row>]? {
    switch self {
    case .openmetrics: Row.columns.filter { Report.metricColumns.contains($0.name) }
    case .ledger, .beancount: Row.columns.filter { Report.directiveColumns.contains($0.name) }
    case .influx: Report.lineProtocolColumns(of: Row.self)
    default: nil
    }
  }

  /// Returns notices about rows that the format skips.
  func notices(on report: Report) -> [String] {
    self == .influx
      ? report.lineProtocolNotices : isOfDirectives ? report.directiveNotices(self) : []
  }

  /// Whether the lines are prices for accounting software. Such lines cannot name an exchange.
  package var isOfDirectives: Bool { self == .ledger || self == .beancount }
}
