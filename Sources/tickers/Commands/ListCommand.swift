import Arguments
import MarketCore

enum ListCommand {
  static let changes = Option(
    "changes", help: "After the first poll, show only changed rows")

  static let declaration = Command(
    "list", otherNames: ["all", "ls", "ticker", "tickers", "top", "watch"],
    summary: "List all pairs: last price, 24-hour change, volume, turnover",
    details: [
      "Polls until interrupted; updates in place on a terminal, prints a table per poll otherwise."
    ],
    options: RowOptions<Ticker>.options
      + [changes, CurrencyOption.ofTurnover.option, TrendSource.option.option]
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
    var query = rows.query(sortedBy: Ticker.column("turnover"))
    query.onlyChanges = invocation.has(changes)
    let currency = try invocation.turnoverCurrency()
    let output = try FormatOptions<Ticker>(invocation, formats: Format.allCases)
    let trend = try invocation.value(of: TrendSource.option) ?? .polls
    let until = try invocation.value(of: Condition<Ticker>.until)
    let context = try CommandContext(
      invocation, in: world, polls: true, hasCondition: until != nil,
      isOnePoll: output.format == .openmetrics)
    try output.check(exchanges: context.exchanges.count)
    let used = query.usedColumns.union(until?.columns ?? [])
    let columns = Set(used.union(Layout(output).columns).map(\.name))
    // A request per pair is made only for columns that an option names.
    let named = Set(used.union(output.template?.columns ?? output.columns ?? []).map(\.name))
    let namesQuotes = TickerDetails(for: named).quotes
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
    var job = job(query, using: columns, in: currency, output, context)
    (job.fetch, job.condition) = (fetch(query.filters), until?.holds())
    if let help = rows.help { return { world.print(help) } }
    return { [job] in
      await job.run(
        output, name: "tickers", trend: trend, fetchOfKept: dependsOnFilter ? fetch : nil,
        rates: \.rates)
    }
  }

  /// The polling of all tickers, with turnovers in a currency if they are used.
  private static func job(
    _ query: ListQuery<Ticker>, using columns: Set<String>, in currency: String,
    _ output: FormatOptions<Ticker>, _ context: CommandContext
  ) -> PollJob<ListViewModel<Ticker>> {
    let turnover = columns.contains("turnover") ? currency : nil
    return PollJob(
      context: context, viewModel: ListViewModel(query, of: context.exchanges, in: turnover),
      fetch: { await $0.tickers(details: .none) },
      notices: { list, context in
        list.notices + context.missingRates(to: currency, isMissing: list.lacksRates)
          + (columns.dependOnReference
            ? context.changeReferenceNotices(on: list.rows, of: list, in: output) : [])
      })
  }

  /// The screen of the pairs of a coin.
  static func screen(
    of coin: Coin, in context: CommandContext, trend: TrendSource?
  ) -> ListScreen<ListViewModel<Ticker>> {
    let query = ListQuery<Ticker>(
      filters: [SymbolFilter("\(coin.code)-*")],
      sort: RowOrder(Ticker.column("turnover"), descending: true))
    let output = FormatOptions<Ticker>()
    let layout = Layout(output, isMultiExchange: context.isMultiExchange).withoutQuoteCodes
    return ListScreen(
      job(
        query, using: Set(layout.columns.map(\.name)), in: coin.currency, output,
        context.forAllPairs),
      layout: layout,
      trend: trend, table: TableRenderer(looks: context.looks))
  }
}

extension Set<String> {
  /// Whether one of these columns depends on the moment that changes are measured from.
  var dependOnReference: Bool { !isDisjoint(with: ["open", "change", "percent"]) }
}

extension CommandContext {
  /// The notice that no amount can be converted.
  func missingRates(to currency: String, isMissing: Bool) -> [String] {
    let titles = exchanges.map(title).joined(separator: ", ")
    return isMissing ? ["no exchange rate to \(currency) on \(titles)"] : []
  }

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
