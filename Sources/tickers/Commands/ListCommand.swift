import Arguments
import MarketCore

/// `tickers list`: every pair, with price, change and volume.
enum ListCommand {
  private static let formats = Format.allCases
  private static let changes = Option(
    "changes", help: "After the first poll, show only the rows that changed")

  static let declaration = Command(
    "list",
    otherNames: ["all", "ls", "ticker", "tickers", "top", "watch"],
    summary: "List all pairs: last price, 24-hour change, volume",
    details: [
      "Polls until it is stopped: redraws the table on a terminal, appends tables elsewhere."
    ],
    operandHint: RowOptions<TickerField>.operandHint,
    options: RowOptions<TickerField>.options + [changes]
      + FormatOptions<TickerField>.options(formats, hasTemplate: true)
      + UntilOption<TickerField>.options + Session.options,
    fields: [TickerField.list("Fields")],
    examples: [
      .init("tickers list --filter BTC", "Watch the pairs with BTC in them"),
      .init("tickers list --sort percent:desc --limit 10 --once", "The ten best of the day"),
      .init(
        "tickers list --where 'abs(percent) >= 5 and volume > 0' --once",
        "Traded pairs that moved by 5% or more"),
      .init(
        "tickers list --filter BTC-USD --until 'last > 30000' && notify-send Bitcoin",
        "Be told when a price is reached"),
    ])

  @Sendable static func prepare(
    _ invocation: Invocation, in world: World
  ) throws(UsageError) -> Run {
    let rows = try RowOptions<TickerField>(invocation)
    var query = rows.query(sortedBy: .symbol)
    query.onlyChanges = invocation.has(changes)
    let output = try FormatOptions<TickerField>(invocation, formats: formats)
    let until = try UntilOption<TickerField>(invocation)
    let polling = try PollOptions(invocation)
    let isExposition = output.format == .openmetrics
    if isExposition, polling.count ?? 1 > 1 || polling.interval != nil || until.expression != nil {
      throw UsageError(
        "openmetrics is for one poll: it goes without --interval, --until and --count")
    }
    let session = try Session(
      invocation, in: world, polls: true, hasCondition: until.expression != nil,
      isOnePoll: isExposition)
    try output.check(exchanges: session.exchanges.count)
    let used = rows.usedFields.union(until.usedFields)
    let fields = used.union(output.shownFields())
    let filters = query.filters
    let individual = IndividualFields(used.union(output.namedFields)) { pair in
      filters.allSatisfy { $0.matches(pair.symbol) }
    }
    let job = PollJob(
      session: session, viewModel: ListViewModel<Ticker>(query, of: session.exchanges),
      fetch: { await $0.tickers(fields: fields, individually: individual) },
      condition: until.holds(for: Ticker.self),
      notices: { $0.notices + $0.changeReferenceNotices(fields, $1) })
    if let help = rows.help { return { world.write(help) ?? .success } }
    return { await ListSink(output, name: "tickers").run(job) }
  }
}

extension ListViewModel<Ticker> {
  /// The notice that changes are not of 24 hours, when a shown or used field depends on that.
  func changeReferenceNotices(_ fields: Set<TickerField>, _ session: Session) -> [String] {
    guard !fields.isDisjoint(with: [.open, .change, .percent]) else { return [] }
    return session.changeReferenceNotices(on: rows)
  }
}

extension Session {
  /// The notices that changes of these tickers are not of 24 hours.
  func changeReferenceNotices(on tickers: [Ticker]) -> [String] {
    exchanges.filter { exchange in
      tickers.contains { $0.exchange == exchange && $0.changeReference == .utcDay }
    }.map { attributed("changes are since midnight UTC, not of 24 hours", to: $0) }
  }
}
