import Arguments
import MarketCore

/// `tickers price SYMBOL...`: the last price, bare and exact.
enum PriceCommand {
  static let declaration = Command(
    "price",
    otherNames: ["get", "last", "quote"],
    summary: "Print the last price of a pair, exact and bare",
    details: [
      "Of several pairs, a line each: symbol, tab, price. Asks once, unless --interval, --count "
        + "or --until is given. With --until and --quiet, only the poll that meets the condition "
        + "is printed."
    ],
    operand: .symbols(.oneOrMore),
    options: FormatOptions<TickerField>.options(Format.ofRows, hasTemplate: true)
      + UntilOption<TickerField>.options + Session.options,
    fields: [TickerField.list("Fields")],
    examples: [
      .init("tickers price BTC-USD", "The price, for a script"),
      .init(
        "tickers price BTC-USD --until 'last > 30000' --quiet", "Wait in silence for a price"),
      .init("tickers price BTC-USD -t '{symbol} {last} {percent}' -i 60", "A status bar"),
    ])

  @Sendable static func prepare(
    _ invocation: Invocation, in world: World
  ) throws(UsageError) -> Run {
    let typed = try invocation.pairs()
    let pairs = typed.map(\.pair)
    let output = try FormatOptions<TickerField>(invocation)
    let until = try UntilOption<TickerField>(invocation)
    let bare: Template<TickerField> =
      pairs.count == 1
      ? Template(raw: .last, separator: "") : Template(raw: .symbol, .last, separator: "\t")
    let fields = until.usedFields.union(output.shownFields(bare: bare))
    let session = try Session(
      invocation, in: world, polls: false, hasCondition: until.expression != nil, pairs: typed)
    let job = PollJob(
      session: session,
      viewModel: ListViewModel<Ticker>(ListQuery()),
      fetch: { await $0.tickers(of: pairs, fields: fields).map(withPrice) },
      condition: until.holds(for: Ticker.self),
      printsOnlyMet: until.expression != nil && session.isQuiet,
      // A warning names the pairs without a price.
      notices: { $0.changeReferenceNotices(fields) },
      successStatus: { $0.total < pairs.count ? .data : .success })
    return { await ListSink(output, name: "tickers", bare: bare).run(job) }
  }

  /// Only the tickers that have a price; a warning names the others.
  @Sendable private static func withPrice(_ answer: Answer<[Ticker]>) -> Answer<[Ticker]> {
    var priced = answer.map { tickers in tickers.filter { $0.last != nil } }
    let missing = answer.value.filter { $0.last == nil }.map(\.pair.symbol)
    if !missing.isEmpty {
      let symbols = missing.joined(separator: ", ")
      priced.warnings.append(.note("the exchange leaves out the price of \(symbols)"))
    }
    return priced
  }
}
