import Arguments
import MarketCore

enum ListCommand {
  private static let changes = Option(
    "changes", help: "After the first poll, show only changed rows")

  static let declaration = Command(
    "list", otherNames: ["all", "ls", "ticker", "tickers", "top", "watch"],
    summary: "List all pairs: last price, 24-hour change, volume",
    details: [
      "Polls until interrupted; updates in place on a terminal, prints a table per poll otherwise."
    ],
    options: RowOptions<Ticker>.options + [changes, TrendSource.option.option]
      + FormatOptions<Ticker>.options(Format.allCases, hasTemplate: true)
      + [Condition<Ticker>.until.option] + CommandContext.options,
    fields: [Ticker.fieldList("Fields")],
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

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let rows = try RowOptions<Ticker>(invocation)
    var query = rows.query(sortedBy: Ticker.column("symbol"))
    query.onlyChanges = invocation.has(changes)
    let output = try FormatOptions<Ticker>(invocation, formats: Format.allCases)
    let trend = try invocation.value(of: TrendSource.option) ?? .polls
    let until = try invocation.value(of: Condition<Ticker>.until)
    let context = try CommandContext(
      invocation, in: world, polls: true, hasCondition: until != nil,
      isOnePoll: output.format == .openmetrics)
    try output.check(exchanges: context.exchanges.count)
    let used = rows.usedColumns.union(until?.columns ?? [])
    let columns = used.union(Layout(output).columns)
    // A request per pair is made only for columns that an option names.
    let named = output.template?.columns ?? output.columns ?? []
    let namesQuotes = TickerDetails(for: used.union(named)).quotes
    let fetch: ListScreen<ListViewModel<Ticker>>.FetchOfKept = { filters in
      var details = TickerDetails(for: columns)
      details.quotesPerPair = nil
      if namesQuotes {
        details.quotesPerPair = { pair in filters.allSatisfy { $0.matches(pair.symbol) } }
      }
      return { [details] in await $0.tickers(details: details) }
    }
    let dependsOnFilter =
      namesQuotes && context.clients.contains(where: \.exchange.info.hasQuotesPerPair)
    let job = PollJob(
      context: context, viewModel: ListViewModel<Ticker>(query, of: context.exchanges),
      fetch: fetch(query.filters), condition: until?.holds(),
      notices: { list, context in
        list.notices
          + (columns.dependOnReference
            ? context.changeReferenceNotices(on: list.rows, of: list, in: output) : [])
      })
    if let help = rows.help { return { world.print(help) } }
    return {
      await job.run(
        output, name: "tickers", trend: trend, fetchOfKept: dependsOnFilter ? fetch : nil)
    }
  }
}

extension Set<Column<Ticker>> {
  /// Whether one of them depends on the moment that changes are measured from.
  var dependOnReference: Bool {
    !isDisjoint(with: [Ticker.column("open"), Ticker.column("change"), Ticker.column("percent")])
  }
}

extension CommandContext {
  /// The notices that changes are not over 24 hours, in a list whose cells are marked where its changes
  /// differ; a machine format has no marks.
  func changeReferenceNotices<List: RowsViewModel>(
    on rows: [some ListRow], of list: List, in output: FormatOptions<List.Row>
  ) -> [String] {
    let rows = rows.filter { $0.dayChangeReference == .utcDay }
    if rows.isEmpty { return [] }
    if list.mixesChangeReferences, output.isTable || output.template != nil,
      Layout(output).columns.contains(where: \.isDayChange)
    {
      return ["* since 00:00 UTC"]
    }
    let sentence = "changes are since 00:00 UTC, not over the last 24 h"
    guard isMultiExchange else { return [sentence] }
    // The change of a coin, which has no exchange, is the change of its rates.
    let coins = rows.filter { $0.exchange == nil }.map(\.pair.symbol)
    let titles = exchanges.filter(Set(rows.map(\.exchange)).contains).map(title)
    return (titles + coins).map { "\($0): \(sentence)" }
  }
}
