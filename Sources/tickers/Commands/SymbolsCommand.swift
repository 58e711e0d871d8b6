import Arguments
import MarketCore

/// `tickers symbols`: what can be traded, and in which steps.
enum SymbolsCommand {
  static let declaration = Command(
    "symbols",
    summary: "List what can be traded: status, tick size, lot size, order limits",
    details: ["Asks once, unless --interval or --count is given."],
    options: Options.rows(of: InstrumentField.self) + [Options.format(Format.ofRows).option]
      + Options.polling,
    examples: [
      .init("tickers symbols --filter BTC", "The pairs with BTC in them"),
      .init(
        "tickers symbols --where 'status == open' -o tsv -c symbol --no-header", "What is open"),
    ])

  @Sendable static func run(
    _ invocation: Invocation, in world: World
  ) async throws(UsageError) -> ExitStatus {
    if let names = try Layout<InstrumentField>.help(invocation) {
      return world.write(names) ?? .success
    }
    let session = try Session(invocation, in: world, polls: false)
    let layout = try Layout<InstrumentField>(invocation, in: world, palette: session.palette)
    return await Watch(
      session: session,
      subject: ListScreen<Instrument>(
        try Options.query(invocation), layout: layout, name: "symbols",
        fetch: { await $0.instruments() })
    ).run()
  }
}
