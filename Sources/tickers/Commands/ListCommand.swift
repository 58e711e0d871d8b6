import Arguments
import MarketCore
import Reports
import Screens

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
      + [changes, ValueOption.turnoverCurrency.option] + RowsLook.options
      + FormatOptions<Ticker>.options(Format.allCases, hasTemplate: true)
      + Watch<Ticker>.options + Session.options,
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
    let look = try RowsLook(invocation)
    let watch = try Watch<Ticker>(invocation)
    let session = try Session(
      invocation, in: world, output.format == .openmetrics ? .single : .endless,
      waits: watch.until != nil, hasScreen: output.isTable)
    var feed = ListFeed(try session.market(), query, in: currency)
    try output.check(exchanges: feed.market.clients.count)
    if let help = rows.help ?? help { return { world.print(help) } }
    feed.watch = watch
    feed.keepsTurnovers = session.isScreen
    feed.requestsShownQuotes = session.isScreen || output.namesColumns
    return { [feed] in await session.run(feed, output, look: look) }
  }
}
