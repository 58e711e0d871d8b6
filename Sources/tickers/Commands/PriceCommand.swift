import Arguments
import MarketCore

/// `tickers price SYMBOL...`: the last price only, unrounded.
enum PriceCommand {
  static let declaration = Command(
    "price",
    otherNames: ["get", "last", "quote"],
    summary: "Print the last price only, unrounded",
    details: [
      "With several pairs, one line each: symbol, tab, price; the exchange first if there are "
        + "several. Runs once, unless --interval, --count or --until is given. With --until and "
        + "--quiet, only the poll that meets the condition is printed."
    ],
    operand: .symbols(.oneOrMore),
    options: FormatOptions<TickerField>.options(Format.ofPrices, hasTemplate: true)
      + UntilOption<TickerField>.options + CommandContext.options,
    fields: [TickerField.list("Fields")],
    examples: [
      .init("tickers price BTC-USD", "The price, for a script"),
      .init(
        "tickers price BTC-USD --until 'last > 30000' --quiet", "Wait for a price"),
      .init("tickers price BTC-USD -t '{symbol} {last} {percent}' -i 1m", "A status bar"),
    ])

  @Sendable static func prepare(
    _ invocation: Invocation, in world: World
  ) throws(UsageError) -> Run {
    let typed = try invocation.pairs()
    let output = try FormatOptions<TickerField>(invocation, formats: Format.ofPrices)
    let until = try UntilOption<TickerField>(invocation)
    let context = try CommandContext(
      invocation, in: world, polls: false, hasCondition: until.expression != nil, pairs: typed)
    try output.check(exchanges: context.exchanges.count)
    let bare: Template<TickerField> =
      context.isMultiExchange
      ? Template(raw: .exchange, .symbol, .last, separator: "\t")
      : typed.count == 1
        ? Template(raw: .last, separator: "") : Template(raw: .symbol, .last, separator: "\t")
    let fields = until.usedFields.union(output.shownFields(bare: bare))
    let listings = context.pairRequests.flatMap { request in
      request.exchanges.map { Listing(exchange: $0, pair: request.pair) }
    }
    let query = ListQuery<TickerField>(listings: listings)
    var viewModel = ListViewModel<Ticker>(query, of: context.exchanges)
    viewModel.sources.required = context.requiredExchanges
    let job = PollJob(
      context: context, viewModel: viewModel,
      fetch: { client in
        let pairs = listings.filter { $0.exchange == client.exchange.id }.map(\.pair)
        return await client.tickers(of: pairs, fields: fields).map(withPrice)
      },
      condition: until.holds(for: Ticker.self),
      printsOnlyMet: until.expression != nil && context.isQuiet,
      // A warning names the pairs without a price.
      notices: { list, context in
        fields.dependOnReference
          ? context.changeReferenceNotices(on: list.rows, of: list, in: output, bare: bare) : []
      },
      // Of several exchanges, one price is an answer.
      successStatus: { $0.total < (context.isMultiExchange ? 1 : typed.count) ? .data : .success })
    return { await ListSink(output, name: "tickers", bare: bare).run(job) }
  }

  /// The tickers that have a price, with a warning about the others.
  @Sendable private static func withPrice(_ answer: Answer<[Ticker]>) -> Answer<[Ticker]> {
    var priced = answer.map { tickers in tickers.filter { $0.last != nil } }
    let missing = answer.value.filter { $0.last == nil }.map(\.pair.symbol)
    if !missing.isEmpty {
      let symbols = missing.joined(separator: ", ")
      priced.warnings.append(.note("no price for \(symbols)"))
    }
    return priced
  }
}
