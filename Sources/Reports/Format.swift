import MarketCore

/// The formats of `--format`.
package enum Format: String, CaseIterable, Sendable {
  case table, tsv, csv, json, ndjson, markdown, openmetrics, ledger, beancount, influx

  /// The formats of any rows; the others have a form of their own.
  package static let ofRows = allCases.filter(\.isOfRows)
  /// The formats of rows that are appended one by one.
  package static let ofStreams: [Format] = [.table, .tsv, .csv, .ndjson]
  /// The formats of rows that have a price and a time.
  package static let ofPrices = allCases.filter { $0 != .openmetrics }

  package var isOfRows: Bool {
    switch self {
    case .table, .tsv, .csv, .json, .ndjson, .markdown: true
    case .openmetrics, .ledger, .beancount, .influx: false
    }
  }

  /// The columns that a format needs, as far as rows have them; `nil` for a format of any columns.
  func columns<Row: MarketCore.Row>(of _: Row.Type) -> [Column<Row>]? {
    switch self {
    case .openmetrics: Report.metricColumns.compactMap(Row.column(named:))
    case .ledger, .beancount: Report.directiveColumns.compactMap(Row.column(named:))
    case .influx: Report.lineProtocolColumns(of: Row.self)
    default: nil
    }
  }

  /// Notices about omitted rows.
  package func notices(on report: Report) -> [String] {
    self == .influx
      ? report.lineProtocolNotices : isOfDirectives ? report.directiveNotices(self) : []
  }

  /// Whether it has price directives, which have no place for the name of an exchange.
  package var isOfDirectives: Bool { self == .ledger || self == .beancount }
}
