import Arguments
import MarketCore
import Reports

enum SymbolsCommand {
  static let declaration = Command(
    "symbols", otherNames: ["info", "markets", "pairs"],
    summary: "List trading pairs: status, tick size, lot size, order limits",
    details: ["Runs once, unless --interval or --count is given."],
    options: RowOptions<Instrument>.options + FormatOptions<Instrument>.options()
      + Session.options, fields: [Instrument.fieldList("Fields")],
    examples: [
      .init("tickers symbols --filter BTC", "Pairs with BTC in their symbol"),
      .init("tickers symbols --where 'state == open' -o tsv -c symbol --no-header", "Open pairs"),
    ])

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let rows = try RowOptions<Instrument>(invocation)
    let (output, help) = try FormatOptions<Instrument>.read(invocation)
    let session = try Session(invocation, in: world, .once, hasScreen: output.isTable)
    let query = rows.sortedQuery
    let feed = SymbolsFeed(try session.market(), query)
    if let help = rows.help ?? help { return { world.print(help) } }
    return { await session.run(feed, output) }
  }
}
