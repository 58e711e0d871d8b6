import Arguments
import MarketCore
import Terminal

/// Which fields a command shows, and in which format.
struct Layout<F: TableField>: Sendable {
  let fields: [F]
  let renderer: any Renderer

  /// What the options ask for.
  ///
  /// - Parameter template: what is shown when no option asks for a format.
  init(
    _ invocation: Invocation, in world: World, color: Bool, template: Template<F>? = nil
  ) throws(UsageError) {
    let format = try invocation.value(of: Options.format(Format.allCases))
    let columns: [F]? =
      if case .fields(let fields) = try invocation.value(of: Options.columns(F.self)) {
        fields
      } else {
        nil
      }
    if let template = try invocation.value(of: Options.template(F.self)) ?? template {
      guard format == nil, columns == nil else {
        throw UsageError(
          "--template is a format of its own: it goes without --format and --columns")
      }
      (fields, renderer) = (template.fields, template)
      return
    }
    let hasHeader = !invocation.has(Options.noHeader)
    switch format ?? .table {
    case .table:
      fields = columns ?? F.inTable
      renderer = TableRenderer(
        width: { world.canRedraw ? world.output.size()?.columns : nil }, marks: world.canRedraw,
        color: color, hasHeader: hasHeader)
    case .tsv:
      (fields, renderer) = (columns ?? F.inData, SeparatedRenderer.tsv(hasHeader: hasHeader))
    case .csv:
      (fields, renderer) = (columns ?? F.inData, SeparatedRenderer.csv(hasHeader: hasHeader))
    case .json: (fields, renderer) = (columns ?? F.inData, JSONRenderer())
    case .ndjson: (fields, renderer) = (columns ?? F.inData, NDJSONRenderer())
    case .markdown: (fields, renderer) = (columns ?? F.inData, MarkdownRenderer())
    case .openmetrics:
      guard let metrics = OpenMetricsRenderer.fields as? [F] else {
        throw UsageError("openmetrics is a format of list only")
      }
      guard columns == nil else {
        throw UsageError("openmetrics has metrics of its own: it goes without --columns")
      }
      (fields, renderer) = (metrics, OpenMetricsRenderer())
    }
  }

  /// The names of the fields, if the options ask for them.
  static func help(_ invocation: Invocation) throws(UsageError) -> String? {
    guard case .help = try invocation.value(of: Options.columns(F.self)) else { return nil }
    return F.allCases.map { "\($0.rawValue)\n" }.joined()
  }

  /// The frame of a list.
  func frame<Element: Listed>(
    _ viewModel: ListViewModel<Element>, name: String, nothing: String? = "no pair matches"
  ) -> Frame
  where Element.F == F {
    let rows = viewModel.rows.map { row in fields.map { viewModel.cell(of: $0, in: row) } }
    let (shown, total) = (viewModel.rows.count, viewModel.total)
    return Frame(
      title: (shown == total ? "" : "\(shown) of ") + (total == 1 ? "1 pair" : "\(total) pairs"),
      freshness: viewModel.freshness, columns: fields.map(Frame.Column.init),
      groups: [Frame.Group(name: name, rows: rows)],
      nothing: nothing, isUpdate: viewModel.query.onlyChanges)
  }
}
