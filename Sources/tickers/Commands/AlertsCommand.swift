import Arguments
import Foundation
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
    operand: .symbols(0...Int.max, coin: "as in price"),
    options: Watch<Ticker>.alertOptions + [historyOption.option, periodOption.option]
      + RowOptions<Ticker>.alertOptions + [limit.option, ValueOption.turnoverCurrency.option]
      + FormatOptions<Firing<Ticker>>.options(Format.ofStreams, hasTemplate: true)
      + LiveOptions.options + Session.options,
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

  private static let historyOption = ValueOption(
    Option("history", value: "AGE", help: "Rehearse over candles of the last AGE (90d, 36h, 1y)")
      .conflicts(with: "interval", "count") { _, _ in
        "--history cannot be combined with --interval or --count"
      }
  ) { text throws(InvalidValue) in
    guard let age = PastAge.seconds(text) else { throw .expected("an age such as 90d, 36h or 1y") }
    return age
  }
  private static let periodOption = ValueParsers.period(
    help: "Period of --history: ", among: Period.allCases.filter { $0 <= .oneDay },
    default: .oneHour)
  private static let limit = ValueParsers.limit(help: "Exit after N firings")

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let pairs = try invocation.symbols()
    let candles = try rehearsed(invocation)
    let isRehearsal = candles != nil || invocation.has(ConnectionOptions.replayOption.option)
    let currency = try invocation.turnoverCurrency()
    let session = try Session(
      invocation, in: world, isRehearsal ? .rehearsal : .endless, hasScreen: false)
    if let (age, period) = candles {
      let market = try session.market(for: pairs) { $0.info.periods.contains(period) }
      for client in market.clients { try period.check(client.exchange, in: world) }
      return try prepare(invocation, isRehearsal, market, session) {
        query, columns, _ -> ListFeed in
        var feed = ListFeed(
          rehearsing: market, query, in: currency, period, age: age)
        (feed.columns, feed.showsMarks) = (columns, false)
        return feed
      }
    }
    let market = try session.market(for: pairs, opensStreams: true)
    if pairs.isEmpty {
      return try prepare(invocation, isRehearsal, market, session) {
        query, columns, areNamed -> ListFeed in
        var feed = ListFeed(market, query, in: currency)
        (feed.columns, feed.showsMarks, feed.namesColumns) = (columns, false, areNamed)
        return feed
      }
    }
    return try prepare(invocation, isRehearsal, market, session) {
      query, columns, areNamed -> PriceFeed in
      var feed = PriceFeed(market, query, in: currency)
      // No alert can fire for a pair without a price, so a missing price is not an error.
      (feed.columns, feed.showsMarks, feed.requiresPrices) = (columns, false, false)
      feed.namesColumns = areNamed
      return feed
    }
  }

  /// Returns the age of the first rehearsed candles in seconds, and their period; `nil` without `--history`.
  private static func rehearsed(
    _ invocation: Invocation
  ) throws(UsageError) -> (age: TimeInterval, period: Period)? {
    let age = try invocation.value(of: historyOption)
    let period = try invocation.value(of: periodOption)
    guard let age else {
      if period != nil { throw UsageError("--period requires --history", of: "period") }
      return nil
    }
    if invocation.operands.isEmpty {
      throw UsageError("--history requires SYMBOL", of: "history")
    }
    return (age, period ?? .oneHour)
  }

  private static func prepare<SomeFeed: Feed>(
    _ invocation: Invocation, _ isRehearsal: Bool, _ market: Market, _ session: Session,
    makeFeed: (
      ListQuery<SomeFeed.Model.Row>, [Column<SomeFeed.Model.Row>], _ areNamed: Bool
    ) -> SomeFeed
  ) throws(UsageError) -> Run where SomeFeed.Model: RowsViewModel, SomeFeed.Model.Row: TableRow {
    let (world, voice) = (session.world, session.voice)
    var watch = try Watch<SomeFeed.Model.Row>(invocation, isRehearsal: isRehearsal)
    let rows = try RowOptions<SomeFeed.Model.Row>(invocation)
    let (output, help) = try FormatOptions<Firing<SomeFeed.Model.Row>>.read(
      invocation, formats: Format.ofStreams)
    watch.firingLimit = try invocation.value(of: limit)
    if let help = rows.help ?? help { return { world.print(help) } }
    guard !watch.alerts.isEmpty else {
      // The options file may have alerts that are ignored, for example alerts for other commands.
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
      var feed = feed
      feed.market = await session.choosingCandidates(of: feed.market)
      var state = PollState(feed, at: session.pace)
      state.printsFirings = true
      let status = await session.print(
        state,
        announce: { if !isRehearsal { voice.notifyTerminal(of: $0) } }
      ) { state, isFirst in
        printer.text(of: state.firings, isFirst: isFirst, among: state.model.rows)
      }
      if isRehearsal { for line in printer.summary { voice.notice(line) } }
      return status
    }
  }
}

extension Voice {
  /// Notifies the terminal of firings, if it can move its cursor and there are several polls.
  fileprivate func notifyTerminal(of events: [AlertEvent]) {
    guard isRedrawn else { return }
    let sequence = TerminalNotification.sequence(
      for: events.map(\.text), by: notificationChannels, in: world.environment)
    // If writing fails, the next write of rows reports the failure.
    try? world.output.write(sequence)
  }
}
