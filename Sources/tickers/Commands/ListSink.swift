import MarketCore

/// The output of a list: a screen, tables, a format or a template.
struct ListSink<Row: ListRow> {
  /// The rows below those of a list.
  typealias Footer = @Sendable (ListViewModel<Row>) -> [Report.Group]

  private let options: FormatOptions<Row>
  private let name: String
  /// The template when no option asks for a format.
  private let defaultTemplate: Template<Row>?
  private let closing: @Sendable ([Warning]) -> [Report.Member]

  /// - Parameters:
  ///   - name: the name of the rows in formats that have one.
  ///   - defaultTemplate: the template when no option asks for a format; without one, a table.
  ///   - closing: the values after the rows in documents, from the warnings of the answers.
  init(
    _ options: FormatOptions<Row>, name: String, defaultTemplate: Template<Row>? = nil,
    closing: @escaping @Sendable ([Warning]) -> [Report.Member] = { _ in [] }
  ) {
    self.options = options
    self.name = name
    self.closing = closing
    self.defaultTemplate =
      options.format == nil && options.columns == nil ? defaultTemplate : nil
  }

  /// Runs a job; returns the exit status.
  ///
  /// - Parameters:
  ///   - footer: the rows below those of the list; `nil` if the list has none.
  ///   - fetchOfKept: the fetch by the filters; `nil` where it does not depend on them.
  func run(
    _ job: PollJob<ListViewModel<Row>>, with footer: Footer? = nil,
    fetchOfKept: ListScreen<Row>.FetchOfKept? = nil
  ) async -> ExitStatus {
    let isTable = options.template ?? defaultTemplate == nil && options.format ?? .table == .table
    if isTable, options.help == nil, job.session.isOnScreen {
      return await job.show(
        ListScreen(
          job.viewModel, layout: layout(for: .table, of: job.session), hasTrend: options.hasTrend,
          table: table(of: job.session), fetch: job.fetch, fetchOfKept: fetchOfKept,
          book: { BookCommand.screen(of: $0) }, history: { HistoryCommand.screen(of: $0) },
          supplements: footer ?? { _ in [] }))
    }
    return await print(job, with: footer)
  }

  /// Runs a job without a screen; returns the exit status.
  func print(
    _ job: PollJob<ListViewModel<Row>>, with footer: Footer? = nil
  ) async -> ExitStatus {
    if let help = options.help { return job.session.world.write(help) ?? .success }
    if let template = options.template ?? defaultTemplate {
      return await job.print(text(by: template, Layout(template.columns), footer))
    }
    let (renderer, layout) = renderer(of: job.session)
    var noticing = job
    noticing.notices = { [name] list, session in
      job.notices(list, session) + renderer.notices(on: layout.report(list, name: name))
    }
    return await noticing.print(text(by: renderer, layout, footer))
  }

  /// The text of a list without polls.
  func text(
    of list: ListViewModel<Row>, in session: Session,
    with footer: @escaping Footer
  ) -> String {
    if let template = options.template ?? defaultTemplate {
      return text(by: template, Layout(template.columns), footer)(list, true)
    }
    let (renderer, layout) = renderer(of: session)
    return text(by: renderer, layout, footer)(list, true)
  }

  private func renderer(of session: Session) -> (any Renderer, Layout<Row>) {
    let format = options.format ?? .table
    return (format.renderer(table: table(of: session)), layout(for: format, of: session))
  }

  private func layout(for format: Format, of session: Session) -> Layout<Row> {
    Layout(options, for: format, isMultiExchange: session.areSeveral)
  }

  private func table(of session: Session) -> TableRenderer {
    TableRenderer(looks: TextLooks(of: session), hasHeader: options.hasHeader)
  }

  private func text(
    by renderer: any Renderer, _ layout: Layout<Row>, _ footer: Footer?
  ) -> @Sendable (ListViewModel<Row>, Bool) -> String {
    { [name, closing] list, isFirst in
      var report = layout.report(list, name: name)
      report.closing = closing(list.sources.all.flatMap(\.warnings))
      if let footer {
        report.footer = footer(list)
        report.sources = list.sources.named
      }
      return renderer.text(of: report, isFirst: isFirst)
    }
  }
}
