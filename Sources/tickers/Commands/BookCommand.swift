import Arguments
import MarketCore
import Reports

enum BookCommand {
  static let declaration = Command(
    "book", otherNames: ["depth", "ob", "order-book", "orderbook"],
    summary: "Show the order book of a pair",
    details: [
      "Asks are above, bids below, with the spread between the best prices. Polls until interrupted; "
        + "updates in place on a terminal, prints a ladder per poll otherwise. The levels of several "
        + "exchanges (-e kraken,coinbase) are merged into one book."
    ],
    operand: .symbols(1...1),
    options: BookOptions.options + FormatOptions<BookRow>.options(orOf: Fill.self)
      + [Condition<OrderBookViewModel>.until.option] + AlertOptions<OrderBookViewModel>.options
      + CommandContext.options,
    fields: [
      BookRow.fieldList("Fields"), OrderBookViewModel.fieldList("Fields of --until and --alert"),
      Fill.fieldList("Fields of the fill (--buy, --sell)"),
    ],
    examples: [
      .init("tickers book BTC-USD", "Watch the order book"),
      .init("tickers book BTC-USD -e kraken,coinbase", "One book of two exchanges"),
      .init("tickers book btc/usd --depth all --once", "The whole book, once"),
      .init("tickers book BTC-USD --group 50", "Aggregate levels by steps of 50 USD"),
      .init("tickers book BTC-USD --buy 2 --once", "Estimate the cost of 2 BTC"),
      .init("tickers book BTC-USD --chart --once", "Depth chart, once"),
      .init("tickers book BTC-USD --until 'spread_bp <= 1'", "Wait for a narrow spread"),
    ])

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let pairs = try invocation.pairs()
    let options = try BookOptions(invocation)
    let format = try FormatOptions<BookRow>.format(invocation) ?? .table
    let until = try invocation.value(of: Condition<OrderBookViewModel>.until)
    let context = try CommandContext(
      invocation, in: world, polls: true, hasCondition: until != nil, pairs: pairs)
    for client in context.clients { try options.check(client.exchange, in: world) }
    // Formats of rows hold rows of one kind: the fill, where there is an order.
    let isFill = options.hasOrder && ![.table, .json].contains(format)
    let help =
      try isFill
      ? FormatOptions<Fill>.read(invocation).help : FormatOptions<BookRow>.read(invocation).help
    if let help { return { world.print(help) } }
    guard let pair = pairs.first?.pair else { return { .internalError } }
    let alerts = try AlertOptions<OrderBookViewModel>(invocation)
    let job = PollJob(of: pair, options.query, in: context, until: until, alerts: alerts)
    if isFill {
      let output = try FormatOptions<Fill>.read(invocation).output
      let layout = Layout(output)
      return {
        await job.print(output) { book in
          let fill = [book.fill].compactMap(\.self)
          return Report(
            asOf: book.freshness.asOf, groups: [layout.group("fill", fill, asOf: book.asOf)])
        }
      }
    }
    let output = try FormatOptions<BookRow>.read(invocation).output
    let layout = Layout(output, isMultiExchange: context.isMultiExchange)
    if options.query.detail == .levels, layout.columns.contains(BookRow.Columns.orderID) {
      throw UsageError("column order_id requires --orders", of: "columns", "orders")
    }
    guard output.isTable else { return { await job.print(output) { layout.report($0) } } }
    let table = TableRenderer(looks: context.looks, hasHeader: output.hasHeader)
    let ladder = LadderRenderer(layout: layout, table: table)
    if context.isOnScreen {
      return {
        await job.show {
          BookScreen($0, ladder: ladder, isChart: options.isChart, hasDepth: options.hasDepth)
        }
      }
    }
    guard options.isChart else { return { await job.print(ladder.text) } }
    let chart = DepthChart(looks: table.looks, hasHeader: table.hasHeader)
    return { await job.print(chart.text) }
  }

  /// The screen of the book of a pair on an exchange, with the default options.
  static func screen(of listing: Listing, in context: CommandContext) -> BookScreen {
    let context = context.only(listing.exchange, isEndless: true)
    let table = TableRenderer(looks: context.looks)
    return BookScreen(
      PollJob(of: listing.pair, in: context),
      ladder: LadderRenderer(layout: Layout(BookRow.tableColumns), table: table))
  }
}

extension PollJob<OrderBookViewModel> {
  init(
    of pair: Pair, _ query: BookQuery = BookQuery(), in context: CommandContext,
    until condition: Condition<OrderBookViewModel>? = nil,
    alerts: AlertOptions<OrderBookViewModel> = AlertOptions()
  ) {
    let fetch = BookFetch(pair: pair, detail: query.detail)
    self.init(
      context: context,
      viewModel: OrderBookViewModel(pair: pair, query: query, of: context.exchanges),
      fetch: { await fetch($0) }, alerts: alerts, notices: { $0.notices($1) })
    if let condition { self.condition = { condition.holds(for: $0, asOf: $0.asOf) } }
  }
}

extension OrderBookViewModel {
  fileprivate func notices(_ context: CommandContext) -> [String] {
    guard sources.isMultiExchange else { return [] }
    var notices = context.clients.compactMap { client -> String? in
      guard let limit = client.exchange.info.bookLimit,
        reachesBeyond(client.exchange.id, limit: limit)
      else { return nil }
      return "\(client.exchange.title) book is limited to \(limit) levels per side"
    }
    if book.isCrossed, let bid = book.bids.first, let ask = book.asks.first {
      let titles = [bid, ask].map { context.title(of: $0.exchange) }
      notices.append("crossed market: best bid \(titles[0]) > best ask \(titles[1]) (before fees)")
    }
    return notices
  }
}
