import MarketCore

/// The output of a list: a screen, tables, a format or a template.
struct ListSink<F: Field> {
  private let options: FormatOptions<F>
  private let name: String
  /// The template when no option asks for a format.
  private let bare: Template<F>?

  /// - Parameters:
  ///   - name: the name of the rows in formats that have one.
  ///   - bare: the template when no option asks for a format; without one, a table.
  init(_ options: FormatOptions<F>, name: String, bare: Template<F>? = nil) {
    self.options = options
    self.name = name
    self.bare = options.format == nil && options.columns == nil ? bare : nil
  }

  /// Runs a job; returns the exit status.
  func run<Element: Listed>(_ job: PollJob<ListViewModel<Element>>) async -> ExitStatus
  where Element.F == F {
    if let help = options.help { return job.session.world.write(help) ?? .success }
    if let template = options.template ?? bare {
      return await job.print(text(by: template, Layout(template.fields)))
    }
    let table = TableRenderer(looks: TextLooks(of: job.session), hasHeader: options.hasHeader)
    let format = options.format ?? .table
    if format == .table, job.session.isOnScreen {
      return await job.show(
        ListScreen(
          job.viewModel, layout: Layout(options, for: .table), hasTrend: options.hasTrend,
          table: table, fetch: job.fetch,
          book: { BookCommand.screen(of: $0) }))
    }
    return await job.print(
      text(by: format.renderer(table: table), Layout(options, for: format)))
  }

  private func text<Element: Listed>(
    by renderer: any Renderer, _ layout: Layout<F>
  ) -> @Sendable (ListViewModel<Element>, Bool) -> String where Element.F == F {
    { [name] list, isFirst in
      renderer.text(of: layout.report(list, name: name), isFirst: isFirst)
    }
  }
}
