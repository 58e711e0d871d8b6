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
      + UntilOption<TickerField>.options + CommandContext.options,
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
    let context = try CommandContext(
      invocation, in: world, polls: true, hasCondition: until.expression != nil,
      isOnePoll: isExposition)
    try output.check(exchanges: context.exchanges.count)
    let used = rows.usedFields.union(until.usedFields)
    let fields = used.union(output.shownFields())
    let named = used.union(output.namedFields)
    let fetch: ListScreen<Ticker>.FetchOfKept = { filters in
      let perPair = PerPairFields(named) { pair in
        filters.allSatisfy { $0.matches(pair.symbol) }
      }
      return { await $0.tickers(fields: fields, perPair: perPair) }
    }
    let dependsOnFilter = context.clients.contains {
      !$0.exchange.offers.perPairFields.isDisjoint(with: named)
    }
    let job = PollJob(
      context: context, viewModel: ListViewModel<Ticker>(query, of: context.exchanges),
      fetch: fetch(query.filters),
      condition: until.holds(for: Ticker.self),
      notices: { list, context in
        list.notices
          + (fields.dependOnReference
            ? context.changeReferenceNotices(on: list.rows, of: list, in: output) : [])
      })
    if let help = rows.help { return { world.write(help) ?? .success } }
    return {
      await ListSink(output, name: "tickers").run(job, fetchOfKept: dependsOnFilter ? fetch : nil)
    }
  }
}

extension Set<TickerField> {
  /// Whether one of them depends on the moment that changes are measured from.
  var dependOnReference: Bool { !isDisjoint(with: [.open, .change, .percent]) }
}

extension CommandContext {
  /// The notices that changes are not over 24 hours.
  ///
  /// - Parameters:
  ///   - rows: those with the changes.
  ///   - list: the list that is shown; its cells are marked where its changes differ.
  ///   - output: a machine format has no marks.
  ///   - bare: the template when no option asks for a format.
  func changeReferenceNotices<Element: Listed>(
    on rows: [some Listed], of list: ListViewModel<Element>, in output: FormatOptions<Element.F>,
    bare: Template<Element.F>? = nil
  ) -> [String] {
    let rows = rows.filter { $0.dayChangeReference == .utcDay }
    if rows.isEmpty { return [] }
    let isText = output.template != nil || output.format ?? .table == .table
    if list.mixesChangeReferences, isText,
      output.shownFields(bare: bare).contains(where: \.isDayChange)
    {
      return ["* since 00:00 UTC"]
    }
    let sentence = "changes are since 00:00 UTC, not over the last 24 h"
    guard isMultiExchange else { return [sentence] }
    // The change of a coin, which has no exchange, is the change of its rates.
    let coins = rows.filter(\.exchange.isEmpty).map(\.pair.symbol)
    let titles = exchanges.filter(Set(rows.map(\.exchange)).contains).map(title)
    return (titles + coins).map { "\($0): \(sentence)" }
  }
}
