import Arguments
import MarketCore

/// `tickers list`: all pairs, with price, change and volume.
enum ListCommand {
  private static let formats = Format.allCases
  private static let changes = Option(
    "changes", help: "After the first poll, show only changed rows")

  static let declaration = Command(
    "list",
    otherNames: ["all", "ls", "ticker", "tickers", "top", "watch"],
    summary: "List all pairs: last price, 24-hour change, volume",
    details: [
      "Polls until interrupted; updates in place on a terminal, prints a table per poll otherwise."
    ],
    options: RowOptions<TickerField>.options + [changes]
      + FormatOptions<TickerField>.options(formats, hasTemplate: true)
      + UntilOption<TickerField>.options + Session.options,
    fields: [TickerField.list("Fields")],
    examples: [
      .init("tickers list --filter BTC", "Watch pairs with BTC in their symbol"),
      .init("tickers list --sort percent:desc --limit 10 --once", "Top 10 gainers"),
      .init(
        "tickers list --where 'abs(percent) >= 5 and volume > 0' --once",
        "Traded pairs that moved by 5% or more"),
      .init(
        "tickers list --filter BTC-USD --until 'last > 30000' && notify-send Bitcoin",
        "Alert on a price"),
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
        "openmetrics cannot be combined with --interval, --until, or --count above 1")
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
      notices: { $0.notices + $0.changeReferenceNotices(fields, $1, output.showsDayChange()) })
    if let help = rows.help { return { world.write(help) ?? .success } }
    return { await ListSink(output, name: "tickers").run(job) }
  }
}

extension ListViewModel<Ticker> {
  /// The notice that changes are not over 24 hours, when a shown or used field depends on that.
  ///
  /// - Parameter showsDayChange: whether the output has texts of such a field.
  func changeReferenceNotices(
    _ fields: Set<TickerField>, _ session: Session, _ showsDayChange: Bool
  ) -> [String] {
    guard !fields.isDisjoint(with: [.open, .change, .percent]) else { return [] }
    return session.changeReferenceNotices(
      on: rows, isMarked: mixesChangeReferences && showsDayChange)
  }
}

extension Session {
  /// The notices that changes of these rows are not over 24 hours.
  ///
  /// - Parameter isMarked: whether such a change ends in `*`.
  func changeReferenceNotices(on rows: [some Listed], isMarked: Bool) -> [String] {
    let exchanges = Set(rows.lazy.filter { $0.dayChangeReference == .utcDay }.map(\.exchange))
    if exchanges.isEmpty { return [] }
    if isMarked { return ["* since 00:00 UTC"] }
    let sentence = "changes are since 00:00 UTC, not over the last 24 h"
    // The change of a coin is that of its rates.
    if exchanges.contains("") { return [sentence] }
    return self.exchanges.filter(exchanges.contains).map { attributed(sentence, to: $0) }
  }
}

extension FormatOptions {
  /// Whether the output has texts of a field that depends on the moment a change is measured from.
  ///
  /// - Parameter bare: the template when no option asks for a format.
  func showsDayChange(bare: Template<F>? = nil) -> Bool {
    (template != nil || format ?? .table == .table)
      && shownFields(bare: bare).contains(where: \.isDayChange)
  }
}
