import Arguments
import MarketCore
import Terminal

/// Which fields a command shows, and in which format.
struct Layout<F: TableField>: Sendable {
  let fields: [F]
  /// Whether someone asked for these fields by name.
  let areChosen: Bool
  let renderer: any Renderer

  /// What the options ask for.
  ///
  /// - Parameters:
  ///   - formats: those that there are of these fields.
  ///   - template: what is shown when no option asks for a format.
  init(
    _ invocation: Invocation, in world: World, palette: Palette?,
    formats: [Format] = Format.ofRows, template: Template<F>? = nil
  ) throws(UsageError) {
    let format = try invocation.value(of: Options.format(formats))
    let chosen: [F]? =
      if case .fields(let fields) = try invocation.value(of: Options.columns(F.self)) {
        fields
      } else {
        nil
      }
    if let template = try invocation.value(of: Options.template(F.self)) ?? template {
      guard format == nil, chosen == nil else {
        throw UsageError(
          "--template is a format of its own: it goes without --format and --columns")
      }
      self.init(template.fields, template)
      return
    }
    let hasHeader = !invocation.has(Options.noHeader)
    let renderer: any Renderer =
      switch format ?? .table {
      case .table: TableRenderer(in: world, palette: palette, hasHeader: hasHeader)
      case .tsv: SeparatedRenderer.tsv(hasHeader: hasHeader)
      case .csv: SeparatedRenderer.csv(hasHeader: hasHeader)
      case .json: JSONRenderer()
      case .ndjson: NDJSONRenderer()
      case .markdown: MarkdownRenderer()
      case .openmetrics: OpenMetricsRenderer()
      }
    if renderer is OpenMetricsRenderer, let metrics = OpenMetricsRenderer.fields as? [F] {
      guard chosen == nil else {
        throw UsageError("openmetrics has metrics of its own: it goes without --columns")
      }
      self.init(metrics, renderer)
    } else {
      let usual = renderer is TableRenderer ? F.inTable : F.inData
      self.init(chosen ?? usual, renderer, areChosen: chosen != nil)
    }
  }

  /// These fields in that format.
  init(_ fields: [F], _ renderer: any Renderer, areChosen: Bool = false) {
    self.fields = fields
    self.renderer = renderer
    self.areChosen = areChosen
  }

  var columns: [Frame.Column] { fields.map { Frame.Column($0, isChosen: areChosen) } }

  /// The names of the fields, if the options ask for them.
  static func help(_ invocation: Invocation) throws(UsageError) -> String? {
    guard case .help = try invocation.value(of: Options.columns(F.self)) else { return nil }
    return F.allCases.map { "\($0.rawValue)\n" }.joined()
  }

  /// The frame of a list.
  func frame<Element: Listed>(
    _ viewModel: ListViewModel<Element>, name: String
  ) -> Frame
  where Element.F == F {
    let rows = viewModel.rows.map { row in fields.map { viewModel.cell(of: $0, in: row) } }
    return Frame(
      freshness: viewModel.freshness, columns: columns,
      groups: [Frame.Group(name: name, rows: rows)],
      isUpdate: viewModel.query.onlyChanges)
  }
}

extension Layout<BookField> {
  /// The same for levels or for single orders.
  func showing(_ detail: BookDetail) -> Layout {
    Layout(fields.map { $0.of(detail) }, renderer, areChosen: areChosen)
  }
}

extension ListViewModel {
  /// How many pairs are shown, of how many.
  var title: String {
    (rows.count == total ? "" : "\(rows.count) of ") + (total == 1 ? "1 pair" : "\(total) pairs")
  }
}
