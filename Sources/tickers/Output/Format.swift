import MarketCore
import Terminal

/// The formats of `--format`.
enum Format: String, CaseIterable, Sendable {
  case table, tsv, csv, json, ndjson, markdown, openmetrics, ledger, beancount, influx

  /// The formats of any rows; the others have a form of their own.
  static let ofRows = allCases.filter(\.isOfRows)
  /// The formats of rows that are appended one by one.
  static let ofStreams: [Format] = [.table, .tsv, .csv, .ndjson]
  /// The formats of rows that have a price and a time.
  static let ofPrices = allCases.filter { $0 != .openmetrics }

  var isOfRows: Bool {
    switch self {
    case .table, .tsv, .csv, .json, .ndjson, .markdown: true
    case .openmetrics, .ledger, .beancount, .influx: false
    }
  }

  /// The columns that a format needs, as far as rows have them; `nil` for a format of any columns.
  func columns<Row: MarketCore.Row>(of _: Row.Type) -> [Column<Row>]? {
    switch self {
    case .openmetrics: OpenMetrics.columns.compactMap(Row.column(named:))
    case .ledger, .beancount: PriceDirectives.columns.compactMap(Row.column(named:))
    case .influx: LineProtocol.columns(of: Row.self)
    default: nil
    }
  }

  /// Notices about omitted rows.
  func notices(on report: Report) -> [String] {
    self == .influx ? LineProtocol.notices(on: report) : directives?.notices(on: report) ?? []
  }

  /// Price directives, which have no place for the name of an exchange.
  var directives: PriceDirectives? {
    self == .ledger ? .ledger : self == .beancount ? .beancount : nil
  }
}

extension FormatOptions {
  /// Whether the output is a table, for which a terminal has a screen.
  var isTable: Bool { template == nil && format ?? .table == .table }

  /// A report as text, whole lines or nothing.
  func text(of report: Report, isFirst: Bool, _ looks: TextLooks) -> String {
    if let template { return template.text(of: report) }
    let hasHeading = isFirst && hasHeader
    var report = report
    report.callTime = looks.callTime()
    return switch format ?? .table {
    case .table:
      TableRenderer(looks: looks, hasHeader: hasHeader).text(of: report, isFirst: isFirst)
    case .tsv: report.tsv(hasHeading: hasHeading)
    case .csv: report.csv(hasHeading: hasHeading)
    case .json: report.json
    case .ndjson: report.ndjson
    case .markdown: report.markdown(isFirst: isFirst)
    case .openmetrics: OpenMetrics.text(of: report)
    case .ledger: PriceDirectives.ledger.text(of: report)
    case .beancount: PriceDirectives.beancount.text(of: report)
    case .influx: LineProtocol.text(of: report)
    }
  }
}
