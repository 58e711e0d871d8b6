import Arguments
import MarketCore
import Reports
import Screens

enum BookCommand {
  static let declaration = Command(
    "book", otherNames: ["depth", "ob", "order-book", "orderbook"],
    summary: "Show the order book of a pair",
    details: [
      "Asks are above, bids below, with the spread between the best prices. Polls until interrupted; "
        + "updates in place on a terminal, prints a ladder per poll otherwise. The levels of several "
        + "exchanges (-e kraken,coinbase) are merged into one book.",
      "With --compare, the rows are the fills of the order on each exchange, the best first: the lowest "
        + "price of one unit of a purchase, the highest of a sale, with the fees of --fee. Incomplete "
        + "fills are last. If an exchange lacks a pair in USD or a stablecoin, its pair in another of these "
        + "is used; a notice names it.",
    ],
    operand: .symbols(1...1, coin: "one of its pairs"),
    options: BookQuery.options
      + FormatOptions<BookRow>.options(orOf: Fill.self)
      .accepting(valuesOf: FormatOptions<ComparedFill>.options())
      + Watch<OrderBookViewModel>.options.accepting(valuesOf: Watch<ComparedFill>.options)
      + LiveOptions.options + Session.options,
    fields: [
      BookRow.fieldList("Fields"), OrderBookViewModel.fieldList("Fields of --until and --alert"),
      Fill.fieldList("Fields of the fill (--buy, --sell)"),
      ComparedFill.fieldList("Fields of --compare, also in --until and --alert"),
    ],
    examples: [
      .init("tickers book BTC-USD", "Watch the order book"),
      .init("tickers book btc -e kraken,coinbase", "One book of two exchanges"),
      .init("tickers book btc/usd --depth all --once", "The whole book, once"),
      .init("tickers book BTC-USD --group 50", "Aggregate levels by steps of 50 USD"),
      .init("tickers book BTC-USD --buy 2 --once", "Estimate the cost of 2 BTC"),
      .init(
        "tickers book BTC-USD --buy 2 --compare --fee 0.25 --fee kraken=0.4 -e all",
        "Where to buy 2 BTC, with fees"),
      .init("tickers book BTC-USD --chart --once", "Depth chart, once"),
      .init("tickers book BTC-USD --until 'spread_bp <= 1'", "Wait for a narrow spread"),
    ])

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let (symbol, currency) = try BookQuery.symbol(invocation)
    let query = try BookQuery(invocation, of: symbol?.pair)
    if invocation.has(BookQuery.compareOption) {
      return try prepareComparison(invocation, of: symbol, in: currency, query, in: world)
    }
    let format = try FormatOptions<BookRow>.format(invocation) ?? .table
    let watch = try Watch<OrderBookViewModel>(invocation)
    let session = try Session(
      invocation, in: world, .endless, waits: watch.until != nil, hasScreen: format == .table)
    let market = try session.market(for: [symbol].compactMap(\.self), opensStreams: true)
    for client in market.clients { try query.check(client.exchange, in: world) }
    // With an order, formats that have rows of only one kind have the fill instead of the levels.
    let isFill = BookQuery.hasOrder(invocation) && ![.table, .json].contains(format)
    guard let pair = symbol?.pair else {
      // Only `--columns help` needs no symbol.
      return { world.print(isFill ? FormatOptions<Fill>.names : FormatOptions<BookRow>.names) }
    }
    let makeFeed = { @Sendable in
      var feed = BookFeed(
        await session.choosingCandidates(of: market), of: pair, query, in: currency)
      feed.watch = watch
      return feed
    }
    if isFill { return try prepareFill(invocation, session, makeFeed) }
    let (output, help) = try FormatOptions<BookRow>.read(invocation)
    if let help { return { world.print(help) } }
    let layout = Layout(output, isMultiExchange: market.isMultiExchange)
    if query.detail == .levels, layout.columns.contains(BookRow.Columns.orderID) {
      throw UsageError("column order_id requires --orders", of: "columns", "orders")
    }
    let looks = session.voice.looks
    let renderer = TableRenderer(looks: looks, hasHeader: output.hasHeader)
    let isChart = invocation.has(BookQuery.chartOption)
    return {
      let feed = await makeFeed()
      if session.isScreen {
        let screen = BookScreen(
          feed, at: session.pace, on: session.stage, layout: layout,
          hasHeader: output.hasHeader, isChart: isChart,
          hasDepth: invocation.has(BookQuery.depthOption.option))
        return await session.show(screen)
      }
      return await session.print(feed) { book, isFirst in
        guard output.isTable else {
          return output.text(of: layout.report(book), isFirst: isFirst, looks)
        }
        let terminal = looks.terminal()
        if isChart {
          return looks.text(of: renderer.depthChart(of: book, fitting: terminal), isFirst: isFirst)
        }
        let (heading, lines) = renderer.ladder(of: book, layout, fitting: terminal)
        return looks.text(of: heading + lines, isFirst: isFirst)
      }
    }
  }

  private static func prepareComparison(
    _ invocation: Invocation, of symbol: PairArgument?, in currency: String, _ query: BookQuery,
    in world: World
  ) throws(UsageError) -> Run {
    let (output, help) = try FormatOptions<ComparedFill>.read(invocation)
    let watch = try Watch<ComparedFill>(invocation)
    let session = try Session(
      invocation, in: world, .endless, waits: watch.until != nil, hasScreen: output.isTable)
    let market = try session.market(for: [symbol].compactMap(\.self))
    guard help == nil, let pair = symbol?.pair, let order = query.order else {
      return { world.print(FormatOptions<ComparedFill>.names) }
    }
    var feed = CompareFeed(market, of: pair, in: currency, order, fees: query.fees)
    feed.watch = watch
    return { [feed] in await session.run(feed, output) }
  }

  private static func prepareFill(
    _ invocation: Invocation, _ session: Session,
    _ makeFeed: @escaping @Sendable () async -> BookFeed
  ) throws(UsageError) -> Run {
    let (output, help) = try FormatOptions<Fill>.read(invocation)
    if let help { return { session.world.print(help) } }
    let layout = Layout(output)
    return {
      await session.print(await makeFeed()) { book, isFirst in
        var group = layout.group("fill", [book.fill].compactMap(\.self), asOf: book.asOf)
        group.live = book.live(book.exchange).map { [$0] }
        let report = Report(asOf: book.freshness.asOf, groups: [group])
        return output.text(of: report, isFirst: isFirst, session.voice.looks)
      }
    }
  }
}
