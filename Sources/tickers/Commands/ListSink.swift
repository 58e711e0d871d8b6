import MarketCore

/// The output of a list: a screen, tables, a format or a template.
struct ListSink<F: Field> {
  private let options: FormatOptions<F>
  private let name: String
  /// The template when no option asks for a format.
  private let bare: Template<F>?
  private let closing: @Sendable ([Warning]) -> [Report.Member]

  /// - Parameters:
  ///   - name: the name of the rows in formats that have one.
  ///   - bare: the template when no option asks for a format; without one, a table.
  ///   - closing: the values after the rows in documents, from the warnings of the answers.
  init(
    _ options: FormatOptions<F>, name: String, bare: Template<F>? = nil,
    closing: @escaping @Sendable ([Warning]) -> [Report.Member] = { _ in [] }
  ) {
    self.options = options
    self.name = name
    self.closing = closing
    self.bare = options.format == nil && options.columns == nil ? bare : nil
  }

  /// Runs a job; returns the exit status.
  ///
  /// - Parameters:
  ///   - supplements: the rows beside those of the list; `nil` if the list has none.
  ///   - fetchOfKept: the fetch by the filters; `nil` where it does not depend on them.
  func run<Element: Listed>(
    _ job: PollJob<ListViewModel<Element>>, with supplements: Layout<F>.Supplements<Element>? = nil,
    fetchOfKept: ListScreen<Element>.FetchOfKept? = nil
  ) async -> ExitStatus where Element.F == F {
    let isTable = options.template ?? bare == nil && options.format ?? .table == .table
    if isTable, options.help == nil, job.session.isOnScreen {
      return await job.show(
        ListScreen(
          job.viewModel, layout: layout(for: .table, of: job.session), hasTrend: options.hasTrend,
          table: table(of: job.session), fetch: job.fetch, fetchOfKept: fetchOfKept,
          book: { BookCommand.screen(of: $0) }, history: { HistoryCommand.screen(of: $0) },
          supplements: supplements ?? { _ in [] }))
    }
    return await print(job, with: supplements)
  }

  /// Runs a job without a screen; returns the exit status.
  func print<Element: Listed>(
    _ job: PollJob<ListViewModel<Element>>, with supplements: Layout<F>.Supplements<Element>? = nil
  ) async -> ExitStatus where Element.F == F {
    if let help = options.help { return job.session.world.write(help) ?? .success }
    if let template = options.template ?? bare {
      return await job.print(text(by: template, Layout(template.fields), supplements))
    }
    let (renderer, layout) = renderer(of: job.session)
    var noticing = job
    noticing.notices = { [name] list, session in
      job.notices(list, session) + renderer.notices(on: layout.report(list, name: name))
    }
    return await noticing.print(text(by: renderer, layout, supplements))
  }

  /// The text of a list without polls.
  func text<Element: Listed>(
    of list: ListViewModel<Element>, in session: Session,
    with supplements: @escaping Layout<F>.Supplements<Element>
  ) -> String where Element.F == F {
    if let template = options.template ?? bare {
      return text(by: template, Layout(template.fields), supplements)(list, true)
    }
    let (renderer, layout) = renderer(of: session)
    return text(by: renderer, layout, supplements)(list, true)
  }

  private func renderer(of session: Session) -> (any Renderer, Layout<F>) {
    let format = options.format ?? .table
    return (format.renderer(table: table(of: session)), layout(for: format, of: session))
  }

  private func layout(for format: Format, of session: Session) -> Layout<F> {
    Layout(options, for: format, ofSeveral: session.areSeveral)
  }

  private func table(of session: Session) -> TableRenderer {
    TableRenderer(looks: TextLooks(of: session), hasHeader: options.hasHeader)
  }

  private func text<Element: Listed>(
    by renderer: any Renderer, _ layout: Layout<F>, _ supplements: Layout<F>.Supplements<Element>?
  ) -> @Sendable (ListViewModel<Element>, Bool) -> String where Element.F == F {
    { [name, closing] list, isFirst in
      var report = layout.report(list, name: name)
      report.closing = closing(list.sources.all.flatMap(\.warnings))
      if let supplements {
        report.supplements = supplements(list)
        report.sources = list.sources.named
      }
      return renderer.text(of: report, isFirst: isFirst)
    }
  }
}
