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
  case table, tsv, csv, json, ndjson, markdown, openmetrics

  /// The formats of any rows; the others have a form of their own.
  static let ofRows = allCases.filter { $0 != .openmetrics }

  /// The renderer of the format.
  ///
  /// - Parameter table: the renderer of tables.
  func renderer(table: TableRenderer) -> any Renderer {
    switch self {
    case .table: table
    case .tsv: SeparatedRenderer.tsv(hasHeader: table.hasHeader)
    case .csv: SeparatedRenderer.csv(hasHeader: table.hasHeader)
    case .json: JSONRenderer()
    case .ndjson: NDJSONRenderer()
    case .markdown: MarkdownRenderer()
    case .openmetrics: OpenMetricsRenderer()
    }
  }
}
