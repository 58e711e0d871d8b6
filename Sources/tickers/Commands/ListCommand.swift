import Arguments
import MarketCore
import Reports
import Screens

enum ListCommand {
  static let changes = Option(
    "changes", help: "After the first poll, show only changed rows")

  static let declaration = Command(
    "list", otherNames: ["all", "ls", "ticker", "tickers", "top", "watch"],
    summary: "List pairs: last price, 24-hour change, volume, turnover",
    details: [
      "Without SYMBOL all pairs are listed. A coin means all pairs with this base. "
        + "Polls until interrupted; updates in place on a terminal, prints a table per poll otherwise."
    ],
    operand: .symbols(0...Int.max, coin: "the pairs with this base"),
    options: RowOptions<Ticker>.options
      + [changes, ValueOption.turnoverCurrency.option] + RowsLook.options
      + FormatOptions<Ticker>.options(Format.ofLists, hasTemplate: true)
      + Watch<Ticker>.options + LiveOptions.options + Session.options,
    fields: [Ticker.fieldList("Fields")],
    examples: [
      .init("tickers list btc kraken:ETH-USD", "Watch the pairs of a coin, and a pair of Kraken"),
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
    let symbols = try invocation.symbols()
    let currency = try invocation.turnoverCurrency()
    let (output, help) = try FormatOptions<Ticker>.read(invocation, formats: Format.ofLists)
    let look = try RowsLook(invocation)
    let watch = try Watch<Ticker>(invocation)
    let session = try Session(
      invocation, in: world, output.format == .openmetrics ? .single : .endless,
      waits: watch.until != nil, hasScreen: output.isTable)
    var feed = ListFeed(try session.market(for: symbols), query, in: currency)
    try output.check(exchanges: feed.market.clients.count)
    if let help = rows.help ?? help { return { world.print(help) } }
    feed.watch = watch
    feed.keepsTurnovers = session.isScreen
    return { [feed] in await session.run(feed, output, look: look) }
  }
}
