import MarketCore
import Terminal

/// The formats of `--format`.
enum Format: String, CaseIterable, Sendable {
  case table, tsv, csv, json, ndjson, markdown, openmetrics, ledger, beancount

  /// The formats of any rows; the others have a form of their own.
  static let ofRows = allCases.filter { $0.columns == nil }
  /// The formats of rows that are appended one by one.
  static let ofStreams: [Format] = [.table, .tsv, .csv, .ndjson]
  /// The formats of rows that have a price and a time.
  static let ofPrices = allCases.filter { $0 != .openmetrics }

  /// The columns that a format needs, as far as rows have them; `nil` for a format of any columns.
  var columns: [String]? {
    self == .openmetrics
      ? Report.openMetricsColumns : directives.map { _ in PriceDirectives.columns }
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
    return switch format ?? .table {
    case .table:
      TableRenderer(looks: looks, hasHeader: hasHeader).text(of: report, isFirst: isFirst)
    case .tsv: report.tsv(hasHeading: hasHeading)
    case .csv: report.csv(hasHeading: hasHeading)
    case .json: report.json
    case .ndjson: report.ndjson
    case .markdown: report.markdown(isFirst: isFirst)
    case .openmetrics: report.openMetrics
    case .ledger: PriceDirectives.ledger.text(of: report)
    case .beancount: PriceDirectives.beancount.text(of: report)
    }
  }
}
