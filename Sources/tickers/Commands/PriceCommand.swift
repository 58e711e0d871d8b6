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
    operand: .symbols(1...Int.max, coin: "its price over the exchanges"),
    options: [ValueOption.turnoverCurrency.option, at.option]
      + FormatOptions<PriceRow>.options(Format.ofSymbols, hasTemplate: true)
      .accepting(valuesOf: FormatOptions<PastPrice>.options(Format.ofSymbols, hasTemplate: true))
      + Watch<PriceRow>.options + LiveOptions.options + Session.options,
    fields: [PriceRow.fieldList("Fields", and: PastPrice.candleColumns)],
    examples: [
      .init("tickers price BTC-USD", "The price, for a script"),
      .init("tickers price btc eth --in EUR -e all", "Coins in euros, over all exchanges"),
      .init("tickers price BTC-USD --until 'last > 30000' --quiet", "Wait for a price"),
      .init("tickers price BTC-USD -t '{symbol} {last} {percent}' -i 1m", "A status bar"),
      .init("tickers price BTC-USD -e kraken --at 2026-11-17", "The price at the end of a day"),
    ])

  static let at = ValueOption.at(help: "Print prices at a past moment (2026-11-20, 90d)")

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    if invocation.has(at.option) { return try preparePast(invocation, in: world) }
    let typed = try invocation.symbols()
    let currency = try invocation.turnoverCurrency()
    var (output, help) = try FormatOptions<PriceRow>.read(invocation, formats: Format.ofSymbols)
    let watch = try Watch<PriceRow>(invocation)
    let session = try Session(
      invocation, in: world, .once, waits: watch.until != nil,
      hasScreen: output.isTable && !output.isDefault)
    var query = ListQuery<PriceRow>()
    query.watchlists = invocation.watchlists
    var feed = PriceFeed(try session.market(for: typed, opensStreams: true), query, in: currency)
    // The list includes the fields that only --at has.
    if help != nil { return { world.print(FormatOptions<PastPrice>.names) } }
    try output.check(typed, on: feed.market)
    feed.watch = watch
    feed.keepsTurnovers = session.isScreen
    // Without a currency sign in the output, the price would look converted.
    let unconverted =
      output.isDefault && invocation.isTyped(ValueOption.turnoverCurrency.option)
      ? typed.first { !$0.pair.isCoin && $0.pair.quote != currency } : nil
    if output.isDefault { output.template = lines(of: typed, on: feed.market) }
    let voice = session.voice
    return { [feed, output] in
      var feed = feed
      feed.market = await session.choosingCandidates(of: feed.market)
      if let pair = unconverted?.pair, let base = pair.base {
        voice.notice("\(pair) is a pair, which --in does not convert; for \(currency): \(base)")
      }
      return await session.run(feed, output, onlyMet: watch.until != nil && voice.isQuiet)
    }
  }

  private static func preparePast(
    _ invocation: Invocation, in world: World
  ) throws(UsageError) -> Run {
    let typed = try invocation.symbols()
    let currency = try invocation.turnoverCurrency()
    var (output, help) = try FormatOptions<PastPrice>.read(invocation, formats: Format.ofSymbols)
    let session = try Session(invocation, in: world, .single, hasScreen: false)
    let market = try session.market(for: typed) { !$0.info.periods.isEmpty }
    if let help { return { world.print(help) } }
    guard let time = try at.moment(invocation, now: market.now())?.time else { return { .success } }
    for client in market.clients {
      try world.check(client.exchange, offers: "price history", for: "at") {
        !$0.info.periods.isEmpty
      }
    }
    try output.check(typed, on: market)
    if output.isDefault { output.template = lines(of: typed, on: market) }
    let feed = PastPriceFeed(market, at: time, in: currency)
    return { [output] in await session.run(feed, output) }
  }

  /// The template of the default output: the price, preceded by the exchange and the symbol where needed.
  private static func lines<Row: MarketRow>(
    of typed: [PairArgument], on market: Market
  ) -> Template<Row> {
    var columns = [Ticker.Columns.last]
    let isSeveral = typed.count > 1 || typed[0].pair.pattern != nil
    if isSeveral || market.isMultiExchange && !typed[0].pair.isCoin {
      columns.append(Ticker.Columns.symbol)
    }
    if market.isMultiExchange { columns.append(Ticker.Columns.exchange) }
    let names = columns.map(\.name)
    return Template(Row.columns.filter { names.contains($0.name) }, separator: "\t")
  }
}

extension Output {
  var isDefault: Bool { template == nil && format == nil && columns == nil }

  /// Throws if there are several exchanges, which the format cannot name. A coin without a prefix has no
  /// exchange to name.
  fileprivate func check(_ typed: [PairArgument], on market: Market) throws(UsageError) {
    let isOfExchanges = typed.contains { !$0.pair.isCoin || $0.exchange != nil }
    try check(exchanges: isOfExchanges ? market.clients.count : 0)
  }
}
