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
  ///   - footerTables: the rows beside those of the list; `nil` if the list has none.
  ///   - fetchOfKept: the fetch by the filters; `nil` where it does not depend on them.
  func run<Element: Listed>(
    _ job: PollJob<ListViewModel<Element>>,
    with footerTables: Layout<F>.FooterTables<Element>? = nil,
    fetchOfKept: ListScreen<Element>.FetchOfKept? = nil
  ) async -> ExitStatus where Element.F == F {
    let isTable = options.template ?? bare == nil && options.format ?? .table == .table
    if isTable, options.help == nil, job.context.isOnScreen {
      return await job.show {
        ListScreen(
          $0, layout: layout(for: .table, of: job.context), hasTrend: options.hasTrend,
          table: table(of: job.context), fetchOfKept: fetchOfKept,
          footerTables: footerTables ?? { _ in [] })
      }
    }
    return await print(job, with: footerTables)
  }

  /// Runs a job without a screen; returns the exit status.
  func print<Element: Listed>(
    _ job: PollJob<ListViewModel<Element>>,
    with footerTables: Layout<F>.FooterTables<Element>? = nil
  ) async -> ExitStatus where Element.F == F {
    if let help = options.help { return job.context.world.write(help) ?? .success }
    if let template = options.template ?? bare {
      return await job.print(text(by: template, Layout(template.fields), footerTables))
    }
    let (renderer, layout) = renderer(of: job.context)
    var noticing = job
    noticing.notices = { [name] list, context in
      job.notices(list, context) + renderer.notices(on: layout.report(list, name: name))
    }
    return await noticing.print(text(by: renderer, layout, footerTables))
  }

  /// The text of a list without polls.
  func text<Element: Listed>(
    of list: ListViewModel<Element>, in context: CommandContext,
    with footerTables: @escaping Layout<F>.FooterTables<Element>
  ) -> String where Element.F == F {
    if let template = options.template ?? bare {
      return text(by: template, Layout(template.fields), footerTables)(list, true)
    }
    let (renderer, layout) = renderer(of: context)
    return text(by: renderer, layout, footerTables)(list, true)
  }

  private func renderer(of context: CommandContext) -> (any Renderer, Layout<F>) {
    let format = options.format ?? .table
    return (format.renderer(table: table(of: context)), layout(for: format, of: context))
  }

  private func layout(for format: Format, of context: CommandContext) -> Layout<F> {
    Layout(options, for: format, isMultiExchange: context.isMultiExchange)
  }

  private func table(of context: CommandContext) -> TableRenderer {
    TableRenderer(looks: TextLooks(of: context), hasHeader: options.hasHeader)
  }

  private func text<Element: Listed>(
    by renderer: any Renderer, _ layout: Layout<F>, _ footerTables: Layout<F>.FooterTables<Element>?
  ) -> @Sendable (ListViewModel<Element>, Bool) -> String where Element.F == F {
    { [name, closing] list, isFirst in
      var report = layout.report(list, name: name)
      report.closing = closing(list.sources.all.flatMap(\.warnings))
      if let footerTables {
        report.footerTables = footerTables(list)
        report.sources = list.sources.named
      }
      return renderer.text(of: report, isFirst: isFirst)
    }
  }
}
