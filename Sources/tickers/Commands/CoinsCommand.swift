import Arguments
import MarketCore
import Reports
import Screens

enum CoinsCommand {
  static let declaration = Command(
    "coins", otherNames: ["coin", "currencies"],
    summary: "List coins over the requested exchanges: price, 24-hour change, turnover",
    details: [
      "The price of a coin is the median of its pairs on all requested exchanges, converted to --in "
        + "and weighted by turnover; so is its change, over 24 hours where an exchange sends that. Pairs "
        + "without volume, without a price, or without an exchange rate do not count. Fiat currencies "
        + "and the currency of --in are listed only if named.",
      "Polls until interrupted; updates in place on a terminal, prints a table per poll otherwise.",
    ],
    operand: .coins,
    options: RowOptions<Coin>.options
      + [ListCommand.changes, ValueOption.turnoverCurrency.option] + RowsLook.options
      + FormatOptions<Coin>.options(Format.allCases, hasTemplate: true)
      + Watch<Coin>.options + LiveOptions.options + Session.options,
    fields: [Coin.fieldList("Fields")],
    examples: [
      .init("tickers coins -e all", "The market, over all exchanges"),
      .init("tickers coins bitcoin eth --in EUR -e all --once", "Two coins in euros"),
      .init(
        "tickers coins -e all --where 'exchanges > 1' --sort gap_bp --once",
        "Coins whose prices differ most between exchanges"),
    ])

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let rows = try RowOptions<Coin>(invocation)
    var query = rows.sortedQuery
    query.onlyChanges = invocation.has(ListCommand.changes)
    let coins = try invocation.symbols().map {
      PairArgument(exchange: $0.exchange, pair: $0.pair.coin)
    }
    let currency = try invocation.turnoverCurrency()
    let (output, help) = try FormatOptions<Coin>.read(invocation, formats: Format.allCases)
    let look = try RowsLook(invocation)
    let watch = try Watch<Coin>(invocation)
    let session = try Session(
      invocation, in: world, output.format == .openmetrics ? .single : .endless,
      waits: watch.until != nil, hasScreen: output.isTable)
    var feed = CoinsFeed(try session.market(for: coins), query, in: currency)
    if let help = rows.help ?? help { return { world.print(help) } }
    feed.watch = watch
    return { [feed] in await session.run(feed, output, look: look) }
  }
}
