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
    options: Watch<Ticker>.alertOptions + RehearsalOptions.options
      + RowOptions<Ticker>.alertOptions + [limit.option, CurrencyOption.ofTurnover.option]
      + FormatOptions<Firing<Ticker>>.options(Format.ofStreams, hasTemplate: true)
      + Session.options,
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
    let session = try Session(
      invocation, in: world, rehearsal.isRehearsal ? .rehearsal : .endless, hasScreen: false)
    if let age = rehearsal.age {
      let market = try session.market(for: pairs) { $0.info.periods.contains(rehearsal.period) }
      for client in market.clients { try rehearsal.period.check(client.exchange, in: world) }
      return try prepare(invocation, rehearsal, market, session) { query, columns, _ -> ListFeed in
        var feed = ListFeed(
          rehearsing: market, query, in: currency, rehearsal.period, age: age)
        (feed.columns, feed.showsMarks) = (columns, false)
        feed.keepsTurnovers = session.voice.isRedrawn
        return feed
      }
    }
    let market = try session.market(for: pairs)
    if pairs.isEmpty {
      return try prepare(invocation, rehearsal, market, session) {
        query, columns, areNamed -> ListFeed in
        var feed = ListFeed(market, query, in: currency)
        (feed.columns, feed.showsMarks, feed.requestsShownQuotes) = (columns, false, areNamed)
        feed.keepsTurnovers = session.voice.isRedrawn
        return feed
      }
    }
    return try prepare(invocation, rehearsal, market, session) { query, columns, _ -> PriceFeed in
      var feed = PriceFeed(market, query, in: currency)
      // A pair without a price cannot fire.
      (feed.columns, feed.showsMarks, feed.requiresPrices) = (columns, false, false)
      feed.keepsTurnovers = session.voice.isRedrawn
      return feed
    }
  }

  private static func prepare<Source: Feed>(
    _ invocation: Invocation, _ rehearsal: RehearsalOptions, _ market: Market, _ session: Session,
    makeFeed: (
      ListQuery<Source.Model.Row>, [Column<Source.Model.Row>], _ areNamed: Bool
    ) -> Source
  ) throws(UsageError) -> Run where Source.Model: RowsViewModel, Source.Model.Row: TableRow {
    let (world, voice) = (session.world, session.voice)
    var watch = try Watch<Source.Model.Row>(invocation, isRehearsal: rehearsal.isRehearsal)
    let rows = try RowOptions<Source.Model.Row>(invocation)
    let (output, help) = try FormatOptions<Firing<Source.Model.Row>>.read(
      invocation, formats: Format.ofStreams)
    watch.firingLimit = try invocation.value(of: limit)
    if let help = rows.help ?? help { return { world.print(help) } }
    guard !watch.alerts.isEmpty else {
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
      output, watch.alerts, isMultiExchange: market.isMultiExchange, voice.looks)
    var feed = makeFeed(query, printer.columns, output.namesColumns)
    feed.watch = watch
    return { [feed] in
      let status = await session.print(
        PollState(feed, at: session.pace),
        announce: { if !rehearsal.isRehearsal { voice.notifyTerminal(of: $0) } }
      ) { state, isFirst in
        printer.text(of: state.firings, isFirst: isFirst, among: state.model.rows)
      }
      if rehearsal.isRehearsal { for line in printer.summary { voice.notice(line) } }
      return status
    }
  }
}

extension Voice {
  /// Notifies the terminal that rows are printed on.
  fileprivate func notifyTerminal(of events: [AlertEvent]) {
    guard isRedrawn else { return }
    let sequence = TerminalNotification.sequence(
      for: events.map(\.text), by: notificationChannels, in: world.environment)
    // The next row reports a failure.
    try? world.output.write(sequence)
  }
}
