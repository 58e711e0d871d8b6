import Arguments
import Foundation
import MarketCore
import Reports

extension BookQuery {
  static let depthOption = ValueOption<Int?>(
    Option(
      "depth", short: "d", value: "N|all", candidates: .words(["all"]), help: "Levels per side",
      defaultText: "10; on a screen as many as fit; --chart: all")
  ) { text throws(InvalidValue) in
    if text.lowercased() == "all" { return nil }
    if let depth = try? ValueParsers.positiveInteger(text) { return depth }
    throw .expected("a whole number above 0, or all")
  }

  private static let groupOption = ValueOption(
    Option(
      "group", short: "g", value: "PRICE",
      help: "Aggregate levels by price step (bids down, asks up)")
  ) { text throws(InvalidValue) in
    // With a larger step and prices of many decimals, calculations may need more digits than `Decimal` has.
    let largest = Decimal(sign: .plus, exponent: 20, significand: 1)
    guard let step = Decimal(exact: text), step > 0, step <= largest else {
      throw .expected("a price above 0 with at most 20 digits")
    }
    return step
  }

  private static let ordersOption = Option("orders", help: "Show individual orders (level 3)")
    .conflicts(with: "group") { _, _ in "--orders cannot be combined with --group" }

  private static let marketOrders = [
    (direction: MarketOrder.Direction.buy, option: orderOption("buy", "buying", or: "sell")),
    (.sell, orderOption("sell", "selling", or: "buy")),
  ]

  /// Makes an option for an order. Only the pair of the command decides whether the value is a quantity or an
  /// amount, so the option accepts an amount of any currency.
  private static func orderOption(
    _ name: String, _ action: String, or other: String
  ) -> ValueOption<String> {
    ValueOption(
      Option(
        name, value: "QTY", help: "Estimate \(action) QTY (or an amount: 1000USD) at market",
        details: [
          "The order is never sent. In tsv, csv, ndjson and markdown the row is the fill. --buy and "
            + "--sell are mutually exclusive."
        ]
      ).conflicts(with: other) { _, _ in "--buy and --sell are mutually exclusive" },
      check: { text throws(InvalidValue) in
        let currency = text.drop { !$0.isLetter }
        guard MarketOrder(.buy, text, of: Pair("X-\(currency)")) != nil else {
          throw .expected("a quantity above 0 (2) or an amount (1000USD)")
        }
      }
    ) { $0 }
  }

  static let compareOption = Option(
    "compare", help: "Compare --buy or --sell on each exchange, the best first"
  ).conflicts(with: "chart", "orders") { _, _ in
    "--compare cannot be combined with --chart or --orders"
  }

  private static let feeOption = ValueOption<(exchange: ExchangeID?, percent: Decimal)>(
    Option(
      "fee", value: "[NAME=]PERCENT",
      help: "Taker fee for --buy or --sell: 0.25, or on one exchange: kraken=0.4", defaultText: "0",
      repeats: true)
  ) { text throws(InvalidValue) in
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let percent = Decimal(exact: parts.last ?? ""), (0...100).contains(percent) else {
      throw .expected("a percentage from 0 to 100, or one of an exchange, e.g. 0.25 or kraken=0.4")
    }
    guard parts.count == 2 else { return (nil, percent) }
    let exchange = World.exchanges.first { $0.id.rawValue == parts[0].lowercased() }
    guard let exchange else {
      throw .described([World.exchanges.sentence(onUnknown: String(parts[0]))])
    }
    return (exchange.id, percent)
  }

  static let chartOption = Option(
    "chart", help: "Show the depth chart",
    details: ["Cannot be combined with --format or --columns."]
  ).conflictingWithFormats

  static let options =
    [depthOption.option, groupOption.option, ordersOption] + marketOrders.map(\.option.option)
    + [compareOption, feeOption.option, chartOption, currencyOption.option]

  private static let currencyOption = ValueOption.currency(
    help: "Of a coin, prefer the pair in CURRENCY", defaultText: "USD",
    details: [
      "A coin means the first of its pairs in CURRENCY, USDT, USDC or EUR that was traded on any of the "
        + "exchanges, else the pair with the largest turnover. A notice names it."
    ])

  /// Returns the typed symbol, and the preferred currency for a coin. A coin with an order of an amount, as in
  /// `--buy 1000EUR`, is the pair in the currency of the amount.
  static func symbol(
    _ invocation: Invocation
  ) throws(UsageError) -> (symbol: PairArgument?, currency: String) {
    let currency = try invocation.value(of: currencyOption)
    guard var symbol = try invocation.symbol() else { return (nil, "USD") }
    if !symbol.pair.isCoin, currency != nil {
      throw UsageError("--in requires a coin; \(symbol.pair) is a pair", of: "in", "SYMBOL")
    }
    for order in marketOrders where symbol.pair.isCoin {
      symbol.pair = symbol.pair.inCurrency(of: try invocation.value(of: order.option) ?? "")
    }
    return (symbol, currency ?? "USD")
  }

  static func hasOrder(_ invocation: Invocation) -> Bool {
    marketOrders.contains { invocation.has($0.option.option) }
  }

  init(_ invocation: Invocation, of pair: Pair?) throws(UsageError) {
    let depth = try invocation.value(of: Self.depthOption)
    self.init(
      // By default, a chart shows all levels.
      depth: depth ?? (invocation.has(Self.chartOption) ? nil : 10), imbalanceDepth: depth ?? 10,
      step: try invocation.value(of: Self.groupOption),
      detail: invocation.has(Self.ordersOption) ? .orders : .levels,
      order: try pair.flatMap { pair throws(UsageError) in try Self.order(invocation, of: pair) },
      fees: TakerFees(try invocation.values(of: Self.feeOption)))
    for option in [Self.compareOption, Self.feeOption.option]
    where invocation.has(option) && !Self.hasOrder(invocation) {
      throw UsageError("\(option.longSpelling) requires --buy or --sell", of: option.name, "buy")
    }
  }

  func check(_ exchange: any Exchange, in world: World) throws(UsageError) {
    guard detail == .orders else { return }
    try world.check(exchange, offers: "single orders", for: "orders") { $0.info.hasOrders }
  }

  private static func order(
    _ invocation: Invocation, of pair: Pair
  ) throws(UsageError) -> MarketOrder? {
    for (direction, option) in marketOrders {
      guard let text = try invocation.value(of: option) else { continue }
      if let order = MarketOrder(direction, text, of: pair) { return order }
      let (base, quote) = (pair.base ?? pair.symbol, pair.quote ?? "USD")
      let expected = "a quantity of \(base) above 0 (2) or an amount of \(quote) (1000\(quote))"
      throw UsageError(
        lines: InvalidValue.expected(expected).lines(about: text, of: option.option.longSpelling),
        of: [option.option.name, "SYMBOL"])
    }
    return nil
  }
}

extension Option {
  /// The option, which cannot be combined with templates, chosen columns, and formats other than a table.
  var conflictingWithFormats: Option {
    conflicts(with: "format", "columns") { [longSpelling] _, value in
      let isAllowed = [Format.table.rawValue, FormatOptions<BookRow>.helpValue].contains(value)
      return isAllowed ? nil : "\(longSpelling) cannot be combined with --format or --columns"
    }
    .conflicts(with: "template") { [longSpelling] _, _ in
      "\(longSpelling) cannot be combined with --template"
    }
  }
}
