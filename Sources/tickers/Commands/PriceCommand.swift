import Arguments
import MarketCore
import Reports

enum PriceCommand {
  static let declaration = Command(
    "price", otherNames: ["get", "last", "quote"], summary: "Print the last price only, unrounded",
    details: [
      "With several pairs, one line each: symbol, tab, price; the exchange first if there are "
        + "several. Runs once, unless --interval, --count or --until is given. With --until and "
        + "--quiet, only the poll that meets the condition is printed.",
      "A symbol without a quote currency is a coin, priced as by coins: BTC is the price of bitcoin "
        + "over the requested exchanges, kraken:BTC that on Kraken.",
      "With --at, the price of a coin is its conversion rate at that moment. If no exchange is chosen, each "
        + "pair uses the first exchange that has its price history.",
    ],
    operand: .symbols(1...Int.max, orCoins: true),
    options: [CurrencyOption.ofTurnover.option, at.option]
      + FormatOptions<PriceRow>.options(Format.ofPrices, hasTemplate: true)
      .accepting(valuesOf: FormatOptions<PastPrice>.options(Format.ofPrices, hasTemplate: true))
      + [Condition<PriceRow>.until.option] + AlertOptions<PriceRow>.options
      + CommandContext.options,
    fields: [PriceRow.fieldList("Fields", and: PastPrice.candleColumns)],
    examples: [
      .init("tickers price BTC-USD", "The price, for a script"),
      .init("tickers price btc eth --in EUR -e all", "Coins in euros, over all exchanges"),
      .init("tickers price BTC-USD --until 'last > 30000' --quiet", "Wait for a price"),
      .init("tickers price BTC-USD -t '{symbol} {last} {percent}' -i 1m", "A status bar"),
      .init("tickers price BTC-USD -e kraken --at 2026-11-17", "The price at the end of a day"),
    ])

  static let at = PastOptions.at(help: "Print prices at a past moment (2026-11-20, 90d)")

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    if invocation.has(at.option) { return try preparePast(invocation, in: world) }
    let typed = try invocation.pairs()
    let currency = try invocation.turnoverCurrency()
    let (options, help) = try FormatOptions<PriceRow>.read(invocation, formats: Format.ofPrices)
    var output = options
    let until = try invocation.value(of: Condition<PriceRow>.until)
    let alerts = try AlertOptions<PriceRow>(invocation)
    let context = try CommandContext(
      invocation, in: world, polls: false, hasCondition: until != nil, pairs: typed)
    // The list includes the fields that only --at has.
    if help != nil { return { world.print(FormatOptions<PastPrice>.names) } }
    // The price of a coin is of no exchange, unless that was typed.
    let isOfExchanges = typed.contains { !$0.isCoin || $0.exchange != nil }
    try output.check(exchanges: isOfExchanges ? context.exchanges.count : 0)
    if output.template == nil, output.format == nil, output.columns == nil {
      output.template = lines(of: typed, isMultiExchange: context.isMultiExchange)
    }
    let marks = output.isTable || output.template != nil
    let makeJob: ListScreen<PricesViewModel>.MakeJob = { query, columns in
      job(query, columns, until: until, alerts: alerts, in: currency, hasMarks: marks, context)
    }
    var query = ListQuery<PriceRow>()
    query.watchlists = invocation.watchlists
    return { [output, query] in
      await makeJob(query, Layout(output).columns).run(
        output, name: "tickers", makeJob: makeJob, rates: \.summary.rates)
    }
  }

  /// The polling of the requested prices, with turnovers in a currency if they are used.
  static func job(
    _ query: ListQuery<PriceRow>, _ columns: [Column<PriceRow>], until: Condition<PriceRow>? = nil,
    alerts: AlertOptions<PriceRow>, in currency: String, hasMarks: Bool, _ context: CommandContext
  ) -> PollJob<PricesViewModel> {
    let used = query.usedNames(until: until, alerts, columns)
    let hasTurnovers = used.contains("turnover")
    var viewModel = PricesViewModel(
      context.priceRequests, query, of: context.exchanges, coinExchanges: context.coinExchanges,
      // Keys can add turnovers.
      in: currency, hasTurnovers: hasTurnovers || context.isOnScreen)
    // The exchange of a prefix has to list the pair.
    viewModel.sources.required = Set(
      context.pairRequests.filter(\.isPrefixed).flatMap(\.exchanges))
    // Rates are prices of other pairs.
    let pairs = context.pairRequests
    let needsRates = pairs.contains {
      $0.pair.base == nil || hasTurnovers && $0.pair.quote != currency
    }
    return PollJob(
      context: context, viewModel: viewModel,
      fetch: { client in
        await client.prices(
          of: context.pairRequests.filter { $0.exchanges.contains(client.exchange.id) }
            .map(\.pair),
          withAll: needsRates, details: TickerDetails(for: used))
      },
      request: used.intersection(TickerDetails.columns.union(["turnover"])),
      condition: until?.holds(), printsOnlyMet: until != nil && context.isQuiet, alerts: alerts,
      notices: { list, context in
        let unpriced = list.summary.unpriced
        return (unpriced.isEmpty ? [] : [noPrice(of: unpriced)])
          + context.missingRates(to: currency, isMissing: list.summary.lacksRates)
          + (used.contains("percent")
            ? context.percentNotices(without: list.summary.exchangesWithoutDayAgo) : [])
          + (used.dependOnReference
            ? context.changeReferenceNotices(
              on: list.rows, of: list, columns: columns, hasMarks: hasMarks) : [])
      },
      // Of several exchanges, one price is an answer.
      successStatus: { $0.total < (context.isMultiExchange ? 1 : pairs.count) ? .data : .success }
    )
  }

  /// The price, after the names that tell it from others.
  static func lines<Row: MarketRow & TableRow>(
    of typed: [PairArgument], isMultiExchange: Bool
  ) -> Template<Row> {
    var names = ["last"]
    if typed.count > 1 || isMultiExchange && !typed[0].isCoin { names.append("symbol") }
    if isMultiExchange { names.append("exchange") }
    return Template(Row.columns.filter { names.contains($0.name) }, separator: "\t")
  }

  fileprivate static func noPrice(of symbols: [String]) -> String {
    "no price for \(symbols.joined(separator: ", "))"
  }
}

extension CommandContext {
  /// The exchanges of coins without a prefix.
  fileprivate var coinExchanges: [ExchangeID] {
    pairRequests.first { $0.pair.base == nil && !$0.isPrefixed }?.exchanges ?? []
  }

  fileprivate var priceRequests: [PriceRequest] {
    pairRequests.flatMap { request -> [PriceRequest] in
      guard request.pair.base == nil else {
        return request.exchanges.map { .pair(Listing(exchange: $0, pair: request.pair)) }
      }
      let exchange = request.isPrefixed ? request.exchanges[0] : nil
      return [.coin(request.pair.symbol, exchange: exchange)]
    }
  }
}

extension MarketClient {
  /// The tickers of pairs, perhaps with all others, and a warning about those that have no price.
  fileprivate func prices(
    of pairs: [Pair], withAll: Bool, details: TickerDetails
  ) async -> Result<Answer<[Ticker]>, MarketError> {
    var details = details
    details.quotesPerPair = { $0.intersection(pairs) }
    let result =
      withAll
      ? await tickers(including: pairs, details: details)
      : await tickers(of: pairs, details: details)
    return result.map { answer in
      let wanted = Set(pairs.map { answer.names[$0] ?? $0 })
      let unpriced = answer.value.filter { $0.last == nil && wanted.contains($0.pair) }
      guard !unpriced.isEmpty else { return answer }
      var answer = answer
      answer.warnings.append(.note(PriceCommand.noPrice(of: unpriced.map(\.pair.symbol))))
      return answer
    }
  }
}
