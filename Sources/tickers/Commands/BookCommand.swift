import Arguments
import MarketCore
import Synchronization

/// `tickers book SYMBOL`: the order book of one pair as a ladder.
enum BookCommand {
  private static let formats = Format.allCases.filter { $0 != .openmetrics }

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
      Options.format(formats).option, Options.noHeader,
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
    let format = try invocation.value(of: Options.format(formats)) ?? .table
    let asksForFill = invocation.has(Options.buy.option) || invocation.has(Options.sell.option)
    // Formats of rows hold rows of one kind: the answer, where there was a question.
    if asksForFill, ![.table, .json].contains(format) {
      return try await run(invocation, in: world, layout: fillLayout, frame: fillFrame)
    }
    return try await run(invocation, in: world, layout: bookLayout, frame: bookFrame)
  }

  private static func run<F: TableField>(
    _ invocation: Invocation, in world: World,
    layout: (Invocation, World, Bool) throws(UsageError) -> Layout<F>,
    frame: @escaping @Sendable (OrderBookViewModel, Layout<F>) -> Frame
  ) async throws(UsageError) -> ExitStatus {
    if let names = try Layout<F>.help(invocation) { return world.write(names) ?? .success }
    let pair = try invocation.pairs()[0]
    let query = try query(invocation, of: pair)
    let until = try invocation.value(of: Options.until(BookSummaryField.self))
    let session = try Session(invocation, in: world, polls: true)
    let layout = try layout(invocation, world, session.color)
    let status = StatusOfEmptyBook()
    return await Watch(
      session: session,
      viewModel: OrderBookViewModel(pair: pair, query: query),
      renderer: layout.renderer,
      frame: { frame($0, layout) },
      fetch: { client in
        var result = await client.book(pair, detail: query.detail)
        if case .success(var answer) = result, answer.value.isEmpty {
          answer.remark = await status.remark(on: pair, client)
          result = .success(answer)
        }
        return result
      },
      until: until.map { until in { viewModel in until.holds { viewModel.value(of: $0) } } }
    ).run()
  }

  private static func query(
    _ invocation: Invocation, of pair: Pair
  ) throws(UsageError) -> BookQuery {
    let query = BookQuery(
      depth: try depth(invocation),
      step: try invocation.value(of: Options.group),
      detail: invocation.has(Options.orders) ? .orders : .levels,
      order: try Options.order(invocation, of: pair))
    if query.detail == .orders, query.step != nil {
      throw UsageError("--orders shows single orders: it goes without --group")
    }
    return query
  }

  /// Ten levels a side if nobody says otherwise; of a picture, all.
  private static func depth(_ invocation: Invocation) throws(UsageError) -> Int? {
    try invocation.value(of: Options.depth) ?? (invocation.has(Options.chart) ? nil : 10)
  }

  /// The ladder and the formats of levels, or the chart.
  @Sendable private static func bookLayout(
    _ invocation: Invocation, in world: World, color: Bool
  ) throws(UsageError) -> Layout<BookField> {
    let showsOrders = invocation.has(Options.orders)
    let layout = try Layout<BookField>(
      invocation, in: world, color: color,
      table: showsOrders ? BookField.forOrders(BookField.inTable) : BookField.inTable,
      data: showsOrders ? BookField.forOrders(BookField.inData) : BookField.inData)
    if !showsOrders, layout.fields.contains(.orderID) {
      throw UsageError("--columns: order_id is of single orders: it goes with --orders")
    }
    guard invocation.has(Options.chart) else { return layout }
    guard let table = layout.renderer as? TableRenderer,
      !invocation.has(Options.columns(BookField.self).option)
    else { throw UsageError("--chart draws a picture: it goes without --format and --columns") }
    return Layout(
      ChartRenderer.fields,
      ChartRenderer(like: table, leavesOutFar: try depth(invocation) == nil, in: world))
  }

  @Sendable private static func bookFrame(
    _ viewModel: OrderBookViewModel, _ layout: Layout<BookField>
  ) -> Frame {
    func group(_ name: String, _ rows: [OrderBookViewModel.Row]) -> Frame.Group {
      Frame.Group(
        name: name,
        rows: rows.map { row in layout.fields.map { viewModel.cell(of: $0, in: row) } })
    }
    let fill: [Frame.Member] = FillField.inData.map { ($0.rawValue, viewModel.cell(of: $0).value) }
    return Frame(
      title: viewModel.pair.symbol,
      freshness: viewModel.freshness,
      columns: layout.columns,
      groups: [group("bids", viewModel.bids), group("asks", viewModel.asks)],
      summary: BookSummaryField.allCases.map { ($0.rawValue, viewModel.value(of: $0)) },
      detail: viewModel.fill == nil ? nil : ("fill", fill),
      divider: [viewModel.summary, viewModel.fillSummary])
  }

  /// The formats of rows, where the answer to a question is the row.
  @Sendable private static func fillLayout(
    _ invocation: Invocation, in world: World, color: Bool
  ) throws(UsageError) -> Layout<FillField> {
    if invocation.has(Options.chart) {
      throw UsageError("--chart draws a picture: it goes without --format and --columns")
    }
    return try Layout(invocation, in: world, color: color)
  }

  @Sendable private static func fillFrame(
    _ viewModel: OrderBookViewModel, _ layout: Layout<FillField>
  ) -> Frame {
    Frame(
      title: viewModel.pair.symbol,
      freshness: viewModel.freshness,
      columns: layout.columns,
      groups: [
        Frame.Group(name: "fill", rows: [layout.fields.map { viewModel.cell(of: $0) }])
      ])
  }
}

/// Why a book is empty. The exchange is asked once: a second request a poll would be too many.
private final class StatusOfEmptyBook: Sendable {
  private struct Known {
    var isAsked = false
    var remark: String?
  }

  private let known = Mutex(Known())

  func remark(on pair: Pair, _ client: MarketClient) async -> String? {
    let before = known.withLock { known in
      defer { known.isAsked = true }
      return known
    }
    guard !before.isAsked else { return before.remark }
    guard case .success(let answer) = await client.instrument(pair),
      let status = answer.value.status, status != .open
    else { return nil }
    let remark = status.isClosed ? "\(pair) is closed" : "\(pair) is not traded: \(status.rawValue)"
    known.withLock { $0.remark = remark }
    return remark
  }
}
