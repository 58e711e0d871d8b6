import Arguments
import MarketCore

enum PriceCommand {
  static let declaration = Command(
    "price", otherNames: ["get", "last", "quote"], summary: "Print the last price only, unrounded",
    details: [
      "With several pairs, one line each: symbol, tab, price; the exchange first if there are "
        + "several. Runs once, unless --interval, --count or --until is given. With --until and "
        + "--quiet, only the poll that meets the condition is printed."
    ],
    operand: .symbols(1...Int.max),
    options: FormatOptions<Ticker>.options(Format.ofPrices, hasTemplate: true)
      + [Condition<Ticker>.until.option] + CommandContext.options,
    fields: [Ticker.fieldList("Fields")],
    examples: [
      .init("tickers price BTC-USD", "The price, for a script"),
      .init("tickers price BTC-USD --until 'last > 30000' --quiet", "Wait for a price"),
      .init("tickers price BTC-USD -t '{symbol} {last} {percent}' -i 1m", "A status bar"),
    ])

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let typed = try invocation.pairs()
    var output = try FormatOptions<Ticker>(invocation, formats: Format.ofPrices)
    let until = try invocation.value(of: Condition<Ticker>.until)
    let context = try CommandContext(
      invocation, in: world, polls: false, hasCondition: until != nil, pairs: typed)
    try output.check(exchanges: context.exchanges.count)
    if output.template == nil, output.format == nil, output.columns == nil {
      let names =
        context.isMultiExchange ? ["exchange", "symbol"] : typed.count == 1 ? [] : ["symbol"]
      let fields = (names + ["last"]).map { "{\($0):raw}" }
      output.template = try? Template(fields.joined(separator: "\t"))
    }
    let columns = (until?.columns ?? []).union(Layout(output).columns)
    let listings = context.pairRequests.flatMap { asked in
      asked.exchanges.map { Listing(exchange: $0, pair: asked.pair) }
    }
    var viewModel = ListViewModel<Ticker>(ListQuery(listings: listings), of: context.exchanges)
    // The exchange of a prefix has to list the pair.
    viewModel.sources.required = Set(context.pairRequests.filter(\.isPrefixed).flatMap(\.exchanges))
    let job = PollJob(
      context: context, viewModel: viewModel,
      fetch: { client in
        let pairs = listings.filter { $0.exchange == client.exchange.id }.map(\.pair)
        return await client.tickers(of: pairs, details: TickerDetails(for: columns)).map(withPrice)
      },
      condition: until?.holds(), printsOnlyMet: until != nil && context.isQuiet,
      // A warning names the pairs without a price.
      notices: { [output] list, context in
        columns.dependOnReference
          ? context.changeReferenceNotices(on: list.rows, of: list, in: output) : []
      },
      // Of several exchanges, one price is an answer.
      successStatus: { $0.total < (context.isMultiExchange ? 1 : typed.count) ? .data : .success })
    return { [output] in await job.run(output, name: "tickers") }
  }

  /// The tickers that have a price, with a warning about the others.
  @Sendable private static func withPrice(_ answer: Answer<[Ticker]>) -> Answer<[Ticker]> {
    var priced = answer.map { tickers in tickers.filter { $0.last != nil } }
    let missing = answer.value.filter { $0.last == nil }.map(\.pair.symbol)
    if !missing.isEmpty {
      priced.warnings.append(.note("no price for \(missing.joined(separator: ", "))"))
    }
    return priced
  }
}
