import Arguments
import MarketCore

/// `tickers symbols`: trading pairs, with status, steps and order limits.
enum SymbolsCommand {
  static let declaration = Command(
    "symbols",
    otherNames: ["coins", "info", "markets", "pairs"],
    summary: "List trading pairs: status, tick size, lot size, order limits",
    details: ["Runs once, unless --interval or --count is given."],
    options: RowOptions<InstrumentField>.options + FormatOptions<InstrumentField>.options
      + CommandContext.options,
    fields: [InstrumentField.list("Fields")],
    examples: [
      .init("tickers symbols --filter BTC", "Pairs with BTC in their symbol"),
      .init(
        "tickers symbols --where 'state == open' -o tsv -c symbol --no-header", "Open pairs"),
    ])

  @Sendable static func prepare(
    _ invocation: Invocation, in world: World
  ) throws(UsageError) -> Run {
    let rows = try RowOptions<InstrumentField>(invocation)
    let output = try FormatOptions<InstrumentField>(invocation)
    let fields = rows.usedFields.union(output.shownFields())
    let context = try CommandContext(invocation, in: world, polls: false)
    let job = PollJob(
      context: context,
      viewModel: ListViewModel<Instrument>(rows.query(sortedBy: .symbol), of: context.exchanges),
      fetch: { await $0.instruments(fields: fields) })
    if let help = rows.help { return { world.write(help) ?? .success } }
    return { await ListSink(output, name: "symbols").run(job) }
  }
}
