import Arguments
import MarketCore

/// `tickers book SYMBOL`: the order book of one pair as a ladder.
enum BookCommand {
  static let declaration = Command(
    "book",
    summary: "Show the order book of a pair",
    details: [
      "Asks above, bids below, the best prices at the spread between them. Polls until it is "
        + "stopped: redraws the ladder on a terminal, appends ladders elsewhere."
    ],
    operand: .symbols(.one),
    options: [
      Options.depth.option, Options.group.option, Options.orders, Options.buy.option,
      Options.sell.option, Options.chart, Options.columns(BookField.self).option,
      Options.format(Format.ofRows).option, Options.noHeader,
      Options.until(BookSummaryField.self).option,
    ] + Options.polling,
    examples: [
      .init("tickers book BTC-USD", "Watch the best ten levels a side"),
      .init("tickers book btc/usd --depth all --once", "The whole book, once"),
      .init("tickers book BTC-USD --group 50", "Levels of 50 dollars, to see the walls"),
      .init("tickers book BTC-USD --buy 2 --once", "What two bitcoins would cost now"),
      .init("tickers book BTC-USD --chart --once", "The depth of the book as a picture"),
      .init("tickers book BTC-USD --until 'spread_bp <= 1'", "Wait for a narrow spread"),
    ])

  @Sendable static func run(
    _ invocation: Invocation, in world: World
  ) async throws(UsageError) -> ExitStatus {
    let format = try invocation.value(of: Options.format(Format.ofRows)) ?? .table
    let pair = try invocation.pairs()[0]
    let query = try query(invocation, of: pair)
    let session = try Session(invocation, in: world, polls: true)
    let until = try invocation.value(of: Options.until(BookSummaryField.self)).map { until in
      { @Sendable (viewModel: OrderBookViewModel) in until.holds { viewModel.value(of: $0) } }
    }
    // Formats of rows hold rows of one kind: the answer, where there was a question.
    if query.order != nil, ![.table, .json].contains(format) {
      if let names = try Layout<FillField>.help(invocation) {
        return world.write(names) ?? .success
      }
      try checkChart(invocation, format)
      let rows = FillRows(
        viewModel: OrderBookViewModel(pair: pair, query: query),
        layout: try Layout(invocation, in: world, palette: session.palette))
      return await Watch(session: session, subject: rows, until: until).run()
    }
    if let names = try Layout<BookField>.help(invocation) { return world.write(names) ?? .success }
    try checkChart(invocation, format)
    let layout = try Layout<BookField>(invocation, in: world, palette: session.palette)
    if query.detail == .levels, layout.fields.contains(.orderID) {
      throw UsageError("--columns: order_id is of single orders: it goes with --orders")
    }
    let screen = BookScreen(
      pair: pair, query: query, ladder: layout, isChart: invocation.has(Options.chart))
    return await Watch(session: session, subject: screen, until: until).run()
  }

  /// The book of a pair as it is if no option says otherwise.
  static func screen(of pair: Pair, in session: Session) -> BookScreen {
    let table = TableRenderer(in: session.world, palette: session.palette, hasHeader: true)
    return BookScreen(
      pair: pair, query: BookQuery(), ladder: Layout(BookField.inTable, table), isChart: false)
  }

  private static func query(
    _ invocation: Invocation, of pair: Pair
  ) throws(UsageError) -> BookQuery {
    let query = BookQuery(
      // Of a picture, all levels.
      depth: try invocation.value(of: Options.depth) ?? (invocation.has(Options.chart) ? nil : 10),
      step: try invocation.value(of: Options.group),
      detail: invocation.has(Options.orders) ? .orders : .levels,
      order: try Options.order(invocation, of: pair))
    if query.detail == .orders, query.step != nil {
      throw UsageError("--orders shows single orders: it goes without --group")
    }
    return query
  }

  private static func checkChart(
    _ invocation: Invocation, _ format: Format
  ) throws(UsageError) {
    guard invocation.has(Options.chart) else { return }
    if format != .table || invocation.has(Options.columns(BookField.self).option) {
      throw UsageError("--chart draws a picture: it goes without --format and --columns")
    }
  }
}
