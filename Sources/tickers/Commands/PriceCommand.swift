import Arguments
import MarketCore

/// `tickers price SYMBOL...`: the last price, bare and exact.
enum PriceCommand {
  static let declaration = Command(
    "price",
    summary: "Print the last price of a pair, exact and bare",
    details: [
      "Of several pairs, a line each: symbol, tab, price. Asks once, unless --interval, --count "
        + "or --until is given."
    ],
    operand: .symbols(.oneOrMore),
    options: [
      Options.template(TickerField.self).option, Options.until(TickerField.self).option,
    ] + Options.polling,
    examples: [
      .init("tickers price BTC-USD", "The price, for a script"),
      .init("tickers price BTC-USD -t '{symbol} {last} {percent}' -i 60", "A status bar"),
    ])

  @Sendable static func run(
    _ invocation: Invocation, in world: World
  ) async throws(UsageError) -> ExitStatus {
    let pairs = try invocation.pairs()
    let session = try Session(invocation, in: world, polls: false)
    let layout = try Layout<TickerField>(
      invocation, in: world, palette: nil,
      template: pairs.count == 1
        ? Template(raw: .last, separator: "") : Template(raw: .symbol, .last, separator: "\t"))
    return await Watch(
      session: session,
      subject: ListScreen<Ticker>(
        ListQuery(), layout: layout, name: "tickers", nothing: nil,
        fetch: { await $0.tickers(of: pairs).map(withPrice) }),
      until: try Options.untilHolds(invocation),
      status: { $0.total < pairs.count ? .data : .success }
    ).run()
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
