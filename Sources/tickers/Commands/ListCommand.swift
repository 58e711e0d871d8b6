import Arguments
import MarketCore
import Reports

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
      + [Condition<Ticker>.until.option] + AlertOptions<Ticker>.options + CommandContext.options,
    fields: [Ticker.fieldList("Fields")],
    examples: [
      .init("tickers list --filter BTC", "Watch pairs with BTC in their symbol"),
      .init("tickers list --sort percent:desc --limit 10 --once", "Top 10 gainers"),
      .init(
        "tickers list --where 'abs(percent) >= 5 and volume > 0' --once",
        "Traded pairs that moved by 5% or more"),
      .init(
        "tickers list --filter BTC-USD --until 'last > 30000' && notify-send Bitcoin",
        "Wait for a price"),
      .init("tickers list --alert 'dip: percent < -5'", "Mark pairs that fall by more than 5%"),
    ])

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let rows = try RowOptions<Ticker>(invocation)
    var query = rows.sortedQuery
    query.onlyChanges = invocation.has(changes)
    let currency = try invocation.turnoverCurrency()
    let (output, help) = try FormatOptions<Ticker>.read(invocation, formats: Format.allCases)
    let trend = try invocation.value(of: TrendSource.option) ?? .polls
    let until = try invocation.value(of: Condition<Ticker>.until)
    let alerts = try AlertOptions<Ticker>(invocation)
    let context = try CommandContext(
      invocation, in: world, polls: true, hasCondition: until != nil,
      isOnePoll: output.format == .openmetrics)
    try output.check(exchanges: context.exchanges.count)
    // A request per pair is made only for columns that an option names.
    let areNamed = output.columns != nil || output.template != nil
    let marks = output.isTable || output.template != nil
    let makeJob: ListScreen<ListViewModel<Ticker>>.MakeJob = { query, columns in
      job(
        query, columns, requestingQuotes: context.isOnScreen || areNamed, until: until,
        alerts: alerts, alertFilters: rows.query.filters, in: currency, hasMarks: marks, context)
    }
    if let help = rows.help ?? help { return { world.print(help) } }
    return { [query] in
      await makeJob(query, Layout(output).columns).run(
        output, name: "tickers", trend: trend, makeJob: makeJob, rates: \.rates)
    }
  }

  /// The polling of all tickers, with turnovers in a currency if they are used.
  ///
  /// - Parameter alertFilters: the filters of the pairs that alerts test.
  static func job(
    _ query: ListQuery<Ticker>, _ columns: [Column<Ticker>], requestingQuotes: Bool = true,
    until: Condition<Ticker>? = nil, alerts: AlertOptions<Ticker> = AlertOptions(),
    alertFilters: [SymbolFilter] = [],
    in currency: String, hasMarks: Bool = true, _ context: CommandContext
  ) -> PollJob<ListViewModel<Ticker>> {
    let used = query.usedNames(until: until, alerts, columns)
    // Keys can add turnovers.
    let turnover = context.isOnScreen || used.contains("turnover") ? currency : nil
    var (details, filters) = (TickerDetails(for: used), query.filters)
    var named = query.usedColumns.union(until?.columns ?? []).union(alerts.columns)
    if requestingQuotes { named.formUnion(columns) }
    let quotes = TickerDetails(for: Set(named.map(\.name))).quotes
    if !quotes || !context.clients.contains(where: \.exchange.info.hasQuotesPerPair) {
      filters = []
    }
    details.quotesPerPair = nil
    if quotes {
      let alertsTestQuotes = TickerDetails(for: Set(alerts.columns.map(\.name))).quotes
      details.quotesPerPair = { [filters] listed in
        let kept = filters.kept(of: listed)
        return alertsTestQuotes ? kept.union(alertFilters.kept(of: listed)) : kept
      }
    }
    details.filters = query.filters + alertFilters
    return PollJob<ListViewModel<Ticker>>(
      context: context, viewModel: ListViewModel(query, of: context.exchanges, in: turnover),
      fetch: { [details] client in await client.tickers(details: details) },
      request: used.intersection(TickerDetails.columns).union(filters.map(\.text))
        .union(query.filters.needingNames),
      condition: until?.holds(), alerts: alerts,
      notices: { list, context in
        list.notices + context.missingRates(to: currency, isMissing: list.lacksRates)
          + (used.dependOnReference
            ? context.changeReferenceNotices(
              on: list.rows, of: list, columns: columns, hasMarks: hasMarks) : [])
      })
  }

  /// The screen of the pairs of a coin.
  static func screen(
    of coin: Coin, in context: CommandContext, trend: TrendSource
  ) -> ListScreen<ListViewModel<Ticker>> {
    let query = ListQuery<Ticker>(
      filters: [SymbolFilter("\(coin.code)-*")],
      sort: RowOrder(Ticker.Columns.turnover, descending: true))
    let layout = Layout(Output<Ticker>(), isMultiExchange: context.isMultiExchange)
    let makeJob: ListScreen<ListViewModel<Ticker>>.MakeJob = { query, columns in
      job(query, columns, in: coin.currency, context.forAllPairs)
    }
    return ListScreen(
      makeJob(query, layout.columns), layout: layout.withoutQuoteCodes, trend: trend,
      table: TableRenderer(looks: context.looks), makeJob: makeJob)
  }
}

extension [SymbolFilter] {
  /// The pairs that all of them keep.
  fileprivate func kept(of listed: Set<Pair>) -> Set<Pair> {
    let symbols = flatMap(\.symbols).filter { listed.contains(Pair(symbol: $0)) }
    let filters = map { $0.knowing(listed: Set(symbols)) }
    return listed.filter { pair in filters.allSatisfy { $0.matches(pair.symbol) } }
  }

  /// The texts of those for which names are requested.
  var needingNames: [String] { filter(\.mayNeedNames).map { "name \($0.text)" } }
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
    on rows: [some ListRow], of list: List, columns: [Column<List.Row>], hasMarks: Bool
  ) -> [String] {
    let rows = rows.filter { $0.dayChangeReference == .utcDay }
    if rows.isEmpty { return [] }
    if list.mixesChangeReferences, hasMarks, columns.contains(where: \.isDayChange) {
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
