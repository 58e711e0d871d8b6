import MarketCore

extension PollJob {
  /// Polls and prints a report per poll; returns the exit status.
  func print<Row: MarketCore.Row>(
    _ output: FormatOptions<Row>, report: @escaping @Sendable (ViewModel) -> Report
  ) async -> ExitStatus {
    let looks = TextLooks(of: context)
    var job = self
    if let directives = output.format?.directives {
      job.notices = { notices($0, $1) + directives.notices(on: report($0)) }
    }
    return await job.print { output.text(of: report($0), isFirst: $1, looks) }
  }
}

extension PollJob where ViewModel: RowsViewModel {
  /// Polls and shows the rows on a screen, or prints them; returns the exit status.
  ///
  /// - Parameters:
  ///   - name: the name of the rows in formats that have one.
  ///   - fetchOfKept: the fetch by the filters of a screen; `nil` where it does not depend on them.
  ///   - footer: the rows below those of the list, in which each source is named then.
  func run(
    _ output: FormatOptions<ViewModel.Row>, name: String,
    fetchOfKept: ListScreen<ViewModel>.FetchOfKept? = nil,
    footer: (@Sendable (ViewModel) -> [Report.Member])? = nil
  ) async -> ExitStatus {
    if let help = output.help { return context.world.write(help) ?? .success }
    let layout = Layout(output, isMultiExchange: context.isMultiExchange)
    guard output.isTable, context.isOnScreen else {
      return await print(output) { layout.report($0, name: name, footer: footer) }
    }
    return await show {
      ListScreen(
        $0, layout: layout, hasTrend: output.hasTrend, table: output.table(TextLooks(of: context)),
        fetchOfKept: fetchOfKept, footer: footer ?? { _ in [] })
    }
  }
}
