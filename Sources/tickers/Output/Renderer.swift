import MarketCore
import Terminal

/// Makes text of reports, in one format.
protocol Renderer: Sendable {
  /// A report as text, whole lines or nothing.
  ///
  /// - Parameter isFirst: whether it is the first of the output.
  func text(of report: Report, isFirst: Bool) -> String
}

/// The formats of `--format`.
enum Format: String, CaseIterable, Sendable {
  case table, tsv, csv, json, ndjson, markdown, openmetrics, ledger, beancount

  /// The formats of any rows; the others have a form of their own.
  static let ofRows = allCases.filter { $0.columns == nil }
  /// The formats of rows that have a price and a time.
  static let ofPrices = allCases.filter { $0 != .openmetrics }

  /// The names of the columns that a format with a form of its own needs, as far as rows have them;
  /// `nil` for a format of any columns.
  var columns: [String]? {
    switch self {
    case .openmetrics: OpenMetricsRenderer.columns
    case .ledger, .beancount: PriceDirectiveRenderer.columns
    case .table, .tsv, .csv, .json, .ndjson, .markdown: nil
    }
  }

  /// Whether its rows have a place for the name of the exchange.
  var hasExchange: Bool { self != .ledger && self != .beancount }

  /// The renderer of the format.
  ///
  /// - Parameter table: the renderer of tables.
  func renderer(table: TableRenderer) -> any Renderer {
    switch self {
    case .table: table
    case .tsv: SeparatedRenderer.tsv(hasHeader: table.hasHeader)
    case .csv: SeparatedRenderer.csv(hasHeader: table.hasHeader)
    case .json: JSONRenderer(isPerRow: false)
    case .ndjson: JSONRenderer(isPerRow: true)
    case .markdown: MarkdownRenderer()
    case .openmetrics: OpenMetricsRenderer()
    case .ledger: PriceDirectiveRenderer.ledger
    case .beancount: PriceDirectiveRenderer.beancount
    }
  }
}

extension FormatOptions {
  /// Whether the output is a table, for which a terminal has a screen.
  var isTable: Bool { template == nil && format ?? .table == .table }

  func table(_ looks: TextLooks) -> TableRenderer {
    TableRenderer(looks: looks, hasHeader: hasHeader)
  }

  func renderer(_ looks: TextLooks) -> any Renderer {
    template ?? (format ?? .table).renderer(table: table(looks))
  }
}
