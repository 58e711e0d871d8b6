import Arguments
import MarketCore
import Reports

enum SymbolsCommand {
  static let declaration = Command(
    "symbols", otherNames: ["info", "markets", "pairs"],
    summary: "List trading pairs: status, tick size, lot size, order limits",
    details: ["Runs once, unless --interval or --count is given."],
    options: RowOptions<Instrument>.options + FormatOptions<Instrument>.options()
      + CommandContext.options, fields: [Instrument.fieldList("Fields")],
    examples: [
      .init("tickers symbols --filter BTC", "Pairs with BTC in their symbol"),
      .init("tickers symbols --where 'state == open' -o tsv -c symbol --no-header", "Open pairs"),
    ])

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let rows = try RowOptions<Instrument>(invocation)
    let (output, help) = try FormatOptions<Instrument>.read(invocation)
    let context = try CommandContext(invocation, in: world, polls: false)
    let makeJob: ListScreen<ListViewModel<Instrument>>.MakeJob = { query, columns in
      let hasNames = query.usedColumns.union(columns).contains(Instrument.Columns.name)
      return PollJob(
        context: context, viewModel: ListViewModel(query, of: context.exchanges),
        fetch: { await $0.instruments(withNames: hasNames, filters: query.filters) },
        request: Set(query.filters.needingNames).union(hasNames ? ["name"] : []))
    }
    let job = makeJob(
      rows.sortedQuery, Layout(output).columns)
    if let help = rows.help ?? help { return { world.print(help) } }
    return { await job.run(output, name: "symbols", makeJob: makeJob) }
  }
}
