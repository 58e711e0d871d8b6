import Arguments
import MarketCore
import Reports
import Terminal

enum AlertsCommand {
  static let declaration = Command(
    "alerts", otherNames: ["alarm", "alarms", "alert", "notify"],
    summary: "Print one row per firing of an alert",
    details: [
      "--alert and the options file (!NAME = EXPR) define alerts. SYMBOLs restrict the pairs. "
        + "Polls until interrupted, or until N firings with --limit, and appends rows, also on a "
        + "terminal.",
      "With --replay alerts are rehearsed over all polls of the recording, without pauses. With --history "
        + "they are rehearsed over candles: at the end of each candle last is its close, open the "
        + "close 24 hours before, and high, low and volume cover the 24 hours before; bid, ask "
        + "and rates of other pairs are unknown. At its end a rehearsal prints how often each "
        + "alert fired. It runs --on-alert of the command line, and ignores --on-alert of the "
        + "options file.",
    ],
    operand: .symbols(0...Int.max),
    options: AlertOptions<Ticker>.options + RehearsalOptions.options
      + RowOptions<Ticker>.alertOptions + [limit.option, CurrencyOption.ofTurnover.option]
      + FormatOptions<Firing<Ticker>>.options(Format.ofStreams, hasTemplate: true)
      + CommandContext.options,
    fields: [Firing<Ticker>.fieldList("Fields")],
    examples: [
      .init(
        "tickers alerts --alert 'dip: percent < -5'", "Print each pair that falls by more than 5%"),
      .init(
        "tickers alerts BTC-USD --alert 'low: last < 25000' --on-alert ./alert.sh",
        "Run a command"),
      .init(
        "tickers alerts BTC-USD --history 90d -p 1d --alert 'dip: percent < -5'",
        "Rehearse an alert over the last 90 days"),
    ])

  private static let limit = ValueParsers.limit(help: "Exit after N firings")

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let pairs = try invocation.pairs()
    let rehearsal = try RehearsalOptions(invocation)
    let currency = try invocation.turnoverCurrency()
    let context = try CommandContext(
      invocation, in: world, polls: true, isRehearsal: rehearsal.isRehearsal, pairs: pairs,
      historyFilter: rehearsal.age == nil
        ? nil : { $0.info.periods.contains(rehearsal.period) })
    if let age = rehearsal.age {
      for client in context.clients { try rehearsal.period.check(client.exchange, in: world) }
      return try prepare(invocation, rehearsal, context) {
        query, columns, alerts, _ -> PollJob<ListViewModel<Ticker>> in
        let candles = CandleRehearsal(of: rehearsal.period, age: age, in: context)
        var job = ListCommand.job(
          query, columns, alerts: alerts, in: currency, hasMarks: false,
          // One poll covers all exchanges.
          context.only(context.client.exchange.id))
        job.fetch = { _ in await candles.poll() }
        job.failureSentence = { failure, _ in candles.sentence(on: failure) }
        job.notices = { [notices = job.notices] list, context in
          guard list.elements.isEmpty else { return notices(list, context) }
          return candles.hasFailures ? [] : ["no candles in this range"]
        }
        return job
      }
    }
    guard pairs.isEmpty else {
      return try prepare(invocation, rehearsal, context) {
        query, columns, alerts, _ -> PollJob<PricesViewModel> in
        var job = PriceCommand.job(
          query, columns, alerts: alerts, in: currency, hasMarks: false, context)
        // A pair without a price cannot fire.
        job.successStatus = { _ in .success }
        return job
      }
    }
    return try prepare(invocation, rehearsal, context) { query, columns, alerts, areNamed in
      ListCommand.job(
        query, columns, requestingQuotes: areNamed, alerts: alerts, alertFilters: query.filters,
        in: currency, hasMarks: false, context)
    }
  }

  private static func prepare<List: RowsViewModel>(
    _ invocation: Invocation, _ rehearsal: RehearsalOptions, _ context: CommandContext,
    makeJob: (
      ListQuery<List.Row>, [Column<List.Row>], AlertOptions<List.Row>, _ areNamed: Bool
    ) -> PollJob<List>
  ) throws(UsageError) -> Run where List.Row: TableRow {
    let world = context.world
    let alerts = try AlertOptions<List.Row>(invocation, isRehearsal: rehearsal.isRehearsal)
    let rows = try RowOptions<List.Row>(invocation)
    let (output, help) = try FormatOptions<Firing<List.Row>>.read(
      invocation, formats: Format.ofStreams)
    let limit = try invocation.value(of: limit)
    if let help = rows.help ?? help { return { world.print(help) } }
    guard !alerts.alerts.isEmpty else {
      // Those of the options file may be for other commands.
      let ignored = invocation.ignoredLines.map { number, reason in
        "\(invocation.file?.path ?? ""):\(number) ignored: \(reason)"
      }
      let reason = "alerts requires --alert 'NAME: EXPR', or !NAME = EXPR in the options file"
      throw UsageError(lines: [reason] + ignored)
    }
    var query = rows.query
    query.limit = nil
    let printer = FiringPrinter(
      output, alerts.alerts, isMultiExchange: context.isMultiExchange, context.looks)
    let areNamed = output.columns != nil || output.template != nil
    var job = makeJob(query, printer.columns, alerts, areNamed)
    job.firingLimit = limit
    return { [job] in
      let status = await job.printPolls { state, isFirst in
        printer.text(of: state.firings, isFirst: isFirst, among: state.viewModel.rows)
      } announce: { events in
        if !rehearsal.isRehearsal { context.notifyTerminal(events) }
      }
      if rehearsal.isRehearsal { for line in printer.summary { context.notice(line) } }
      return status
    }
  }
}

extension CommandContext {
  /// Notifies the terminal that rows are printed on.
  fileprivate func notifyTerminal(_ events: [AlertEvent]) {
    guard isOnScreen else { return }
    let sequence = TerminalNotification.sequence(
      for: events.map(\.text), by: notificationChannels, in: world.environment)
    // The next row reports a failure.
    try? world.output.write(sequence)
  }
}
