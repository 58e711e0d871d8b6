import MarketCore
import Reports

/// The polling of one view model. Its ``PollState`` is printed, or shown on a screen.
struct PollJob<ViewModel: MarketViewModel>: Sendable {
  typealias Fetch = @Sendable (MarketClient) async -> Result<Answer<ViewModel.Value>, MarketError>
  typealias AnsweredPoll = Poll<Answer<ViewModel.Value>>

  var context: CommandContext
  /// The view model before its first poll, of the exchanges of the context.
  var viewModel: ViewModel
  var fetch: Fetch
  /// Whether the fetch itself makes several tries, as that of candles does for each page.
  var hasOwnTries = false
  /// What the fetch depends on beside the exchanges. Polling restarts where a key changes it.
  var request: Set<String> = []
  var condition: (@Sendable (ViewModel) -> Bool)?
  var printsOnlyMet = false
  var alerts = AlertOptions<ViewModel.WatchedRow>()
  /// The number of firings after which polling ends; `nil` for no end.
  var firingLimit: Int?
  /// Whether it polls a recording or candles, without pauses.
  var isRehearsal: Bool { context.interval == .zero }
  var notices: @Sendable (ViewModel, CommandContext) -> [String] = { list, _ in list.notices }
  /// A sentence of its own for a failure of an exchange; `nil` for the usual one.
  var failureSentence: @Sendable (MarketError, _ exchange: ExchangeID?) -> String? = { _, _ in nil }
  /// Whether rows exist without any response (cash holdings).
  var showsWithoutAnswer = false
  /// The exit status when the last poll succeeded.
  var successStatus: @Sendable (ViewModel) -> ExitStatus = { _ in .success }

  /// The polls, one by one, or those of a beat together.
  func polls(
    control: PollControl = PollControl(), gathers: Bool
  ) -> some AsyncSequence<[AnsweredPoll], Never> & Sendable {
    let clock = context.world.pollerClock(context.world.clock)
    let poller = Poller(
      interval: context.interval, count: context.count, clock: clock, control: control)
    return poller.polls(of: context.clients, gathers: gathers) { client in
      context.isOneShot && !hasOwnTries
        ? await client.retrying(clock: clock, fetch) : await fetch(client)
    }
  }

  func sentence(on failure: MarketError, of exchange: ExchangeID?) -> String {
    if let sentence = failureSentence(failure, exchange) { return sentence }
    // The sentence itself names the exchange.
    if failure.unlisted != nil { return failure.sentence(on: [context.title(of: exchange)]) }
    // All exchanges end together.
    if failure.isEnd { return "\(failure)" }
    return context.attributed("\(failure)", to: exchange)
  }

  /// Polls and prints the polls of each beat together, with a notice per firing of an alert; returns the
  /// exit status.
  func print(_ text: @Sendable (ViewModel, _ isFirst: Bool) -> String) async -> ExitStatus {
    await printPolls({ text($0.viewModel, $1) }) { [context] events in
      for event in events {
        context.notice("\(FieldValue.moment(event.time).text ?? "") \(event.text)")
      }
    }
  }

  /// Polls and prints the polls of each beat together; returns the exit status.
  ///
  /// - Parameter announce: shows the firings of a beat, if there are any.
  func printPolls(
    _ text: @Sendable (PollState<ViewModel>, _ isFirst: Bool) -> String,
    announce: @Sendable ([AlertEvent]) -> Void
  ) async -> ExitStatus {
    var job = self
    job.context = context.traced
    let (context, world) = (job.context, context.world)
    if let status = context.prepare() { return status }
    if !context.isOneShot {
      world.output.endWhenClosed()
      if !world.output.isTerminal, world.errors.isTerminal, !isRehearsal {
        context.notice("polling every \(context.interval.brief) (use --once for a single update)")
      }
    }
    var state = PollState(job)
    // Rows of an older poll are never printed as new.
    state.viewModel.sources.keepsOlder = false
    let commands = job.alerts.command.map { AlertCommands($0, in: world, notice: context.notice) }
    var (isFirst, writeFailure) = (true, ExitStatus?.none)
    for await polls in job.polls(gathers: true) {
      state.apply(polls)
      let news = state.news(of: polls)
      for failure in news.failures { world.notify(failure) }
      for recovery in news.recoveries { context.notice(recovery) }
      if news.hasRows {
        writeFailure = world.write(text(state, isFirst))
        isFirst = false
      }
      let events = state.alertEvents
      if !events.isEmpty {
        announce(events)
        commands?.run(for: events)
      }
      for notice in news.notices { context.notice(notice) }
      world.notify(errors: news.problems)
      if writeFailure != nil || state.isMet || state.hasEnded { break }
    }
    await commands?.finish(waits: writeFailure != .success)
    return writeFailure ?? state.exitStatus
  }

  /// Polls and prints a report per poll; returns the exit status.
  func print<Row: TableRow>(
    _ output: Output<Row>, report: @escaping @Sendable (ViewModel) -> Report
  ) async -> ExitStatus {
    var job = self
    if let format = output.format, !format.isOfRows {
      job.notices = { list, context in
        list.freshness.asOf == nil ? [] : notices(list, context) + format.notices(on: report(list))
      }
      // An exposition tells that all exchanges have failed.
      job.showsWithoutAnswer = showsWithoutAnswer || format == .openmetrics
    }
    return await job.print { output.text(of: report($0), isFirst: $1, context.looks) }
  }

  /// Polls and shows a screen; returns the exit status.
  func show(_ screen: (PollJob) -> any ScreenModel) async -> ExitStatus {
    if let status = context.prepare() { return status }
    var job = self
    // Lines between would destroy a screen that is redrawn.
    if !context.world.errors.isTerminal { job.context = context.traced }
    // The loop begins to poll as soon as it is made.
    var loop = ScreenLoop(screen(job), in: job.context, alertCommand: job.alerts.command)
    return await loop.run()
  }
}

extension PollJob where ViewModel: RowsViewModel, ViewModel.Row: TableRow {
  /// Polls and shows the rows on a screen, or prints them, with parts below, and in json with rates;
  /// returns the exit status.
  ///
  /// - Parameters:
  ///   - makeJob: makes the polling for another query or other columns.
  ///   - hidesAmounts: whether amounts are dots, see ``TableStyle/amounts``.
  func run(
    _ output: Output<ViewModel.Row>, name: String, trend: TrendSource = .polls,
    makeJob: @escaping ListScreen<ViewModel>.MakeJob, namesEachSource: Bool = false,
    hidesAmounts: Bool = false,
    rates: (@Sendable (ViewModel) -> [ConversionRate])? = nil,
    footer: @escaping @Sendable (ViewModel) -> [Report.Member] = { _ in [] }
  ) async -> ExitStatus {
    var layout = Layout(output, isMultiExchange: context.isMultiExchange)
    if output.isTable { layout = layout.withoutQuoteCodes }
    guard output.isTable, context.isOnScreen else {
      let rates = output.format == .json ? rates : nil
      return await print(output) { [layout] list in
        let members = rates.map { [Report.Member.rates($0(list))] } ?? []
        let report = layout.report(
          list, name: name, footer: footer(list) + members, namesEachSource: namesEachSource)
        return hidesAmounts ? report.hidingAmounts : report
      }
    }
    return await show { [layout] in
      ListScreen(
        $0, layout: layout, hasTrend: output.hasTrend, trend: trend,
        table: TableRenderer(looks: context.looks, hasHeader: output.hasHeader),
        hidesAmounts: hidesAmounts, makeJob: makeJob, footer: footer)
    }
  }
}

extension Duration {
  /// For people: `10 s`, `0.5 s`.
  var brief: String { NumberFormat.duration(seconds: self / .seconds(1)) }
}
