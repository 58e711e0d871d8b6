import Arguments
import MarketCore

/// `tickers list`: every pair, with price, change and volume.
enum ListCommand {
  static let declaration = Command(
    "list",
    summary: "List all pairs: last price, 24-hour change, volume",
    details: [
      "Polls until it is stopped: redraws the table on a terminal, appends tables elsewhere."
    ],
    options: Options.rows(of: TickerField.self)
      + [
        Options.changes, Options.format(Format.allCases).option,
        Options.template(TickerField.self).option, Options.until(TickerField.self).option,
      ] + Options.polling,
    examples: [
      .init("tickers list --filter BTC", "Watch the pairs with BTC in them"),
      .init("tickers list --sort percent:desc --limit 10 --once", "The ten best of the day"),
      .init(
        "tickers list --where 'abs(percent) >= 5 and volume > 0' --once",
        "What moves, and is traded"),
      .init(
        "tickers list --filter BTC-USD --until 'last > 30000' && notify-send Bitcoin",
        "Be told when a price is reached"),
    ])

  @Sendable static func run(
    _ invocation: Invocation, in world: World
  ) async throws(UsageError) -> ExitStatus {
    if let names = try Layout<TickerField>.help(invocation) {
      return world.write(names) ?? .success
    }
    let session = try Session(invocation, in: world, polls: true)
    let layout = try Layout<TickerField>(
      invocation, in: world, palette: session.palette, formats: Format.allCases)
    let isExposition = layout.renderer is OpenMetricsRenderer
    if isExposition { try checkOnePoll(invocation) }
    let list = ListScreen<Ticker>(
      try Options.query(invocation), layout: layout, name: "tickers",
      fetch: { await $0.tickers() })
    let watch = Watch(
      session: isExposition ? session.limited(to: 1) : session, subject: list,
      until: try Options.untilHolds(invocation))
    return await watch.run()
  }

  /// An exposition is whole after one poll.
  private static func checkOnePoll(_ invocation: Invocation) throws(UsageError) {
    let count = try invocation.value(of: Options.count) ?? 1
    if count > 1 || invocation.has(Options.interval.option)
      || invocation.has(Options.until(TickerField.self).option)
    {
      throw UsageError(
        "openmetrics is for one poll: it goes without --interval, --until and --count")
    }
  }
}

extension Options {
  /// Whether what is waited for holds for a row that is shown; `nil` when nothing is waited for.
  static func untilHolds(
    _ invocation: Invocation
  ) throws(UsageError) -> (@Sendable (ListViewModel<Ticker>) -> Bool)? {
    guard let expression = try invocation.value(of: until(TickerField.self)) else { return nil }
    return { list in
      list.rows.contains { row in expression.holds { list.value(of: $0, in: row) } }
    }
  }
}
