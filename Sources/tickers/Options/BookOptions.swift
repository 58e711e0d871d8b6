import Arguments
import Foundation
import MarketCore

/// Which part of an order book is shown, and how.
struct BookOptions: Sendable {
  private static let depthOption = ValueOption<Int?>(
    Option(
      "depth", short: "d", .value(placeholder: "N|all", candidates: .words(["all"])),
      help: "Levels per side", defaultText: "10; on a screen as many as fit; --chart: all")
  ) { text throws(InvalidValue) in
    if text.lowercased() == "all" { return nil }
    guard let depth = try? ValueParsers.positiveInteger(text) else {
      throw InvalidValue.expected("a whole number above 0, or all")
    }
    return depth
  }

  private static let groupOption = ValueOption(
    Option(
      "group", short: "g", .value(placeholder: "PRICE"),
      help: "Aggregate levels by price step (bids down, asks up)")
  ) { text throws(InvalidValue) in
    // Multiples of a larger step and the digits of a price do not fit into one decimal.
    guard let step = Decimal(exact: text), step > 0, step <= largestStep else {
      throw InvalidValue.expected("a price above 0 with at most 20 digits")
    }
    return step
  }

  private static let largestStep = Decimal(sign: .plus, exponent: 20, significand: 1)

  private static let ordersOption = Option("orders", help: "Show individual orders (level 3)")
    .conflicts(with: "group") { _, _ in "--orders cannot be combined with --group" }

  private static let fillFormats = [
    "The order is never sent. In tsv, csv, ndjson and markdown the row is the fill. --buy and --sell "
      + "are mutually exclusive."
  ]

  /// Accepts what is an order of some pair.
  @Sendable private static func checkAmount(_ text: String) throws(InvalidValue) {
    let currency = text.drop { !$0.isLetter }
    guard MarketOrder(.buy, text, of: Pair(typed: "X-\(currency)")) != nil else {
      throw InvalidValue.expected("a quantity above 0 (2) or an amount (1000USD)")
    }
  }

  /// Whether the value is a quantity or an amount depends on the pair.
  private static let buyOption = ValueOption(
    Option(
      "buy", .value(placeholder: "QTY"),
      help: "Estimate buying QTY (or an amount: 1000USD) at market", details: fillFormats
    )
    .conflicts(with: "sell") { _, _ in "--buy and --sell are mutually exclusive" },
    check: checkAmount
  ) { $0 }
  private static let sellOption = ValueOption(
    Option(
      "sell", .value(placeholder: "QTY"),
      help: "Estimate selling QTY (or an amount: 1000USD) at market", details: fillFormats),
    check: checkAmount
  ) { $0 }

  private static let chartOption = Option(
    "chart", help: "Show the depth chart",
    details: ["Cannot be combined with --format or --columns."]
  ).conflictingWithFormats

  static let options = [
    depthOption.option, groupOption.option, ordersOption, buyOption.option, sellOption.option,
    chartOption,
  ]

  /// The pair, perhaps with its exchange; `nil` with `--columns help` alone.
  let typed: PairArgument?
  /// The part of the book.
  let query: BookQuery
  /// Whether `--depth` was given; else a screen shows as many levels as fit.
  let hasDepth: Bool
  /// Whether `--buy` or `--sell` was given.
  let hasOrder: Bool
  /// Whether the depth is drawn.
  let isChart: Bool

  init(_ invocation: Invocation) throws(UsageError) {
    typed = try invocation.pairs().first
    hasOrder = invocation.has(Self.buyOption.option) || invocation.has(Self.sellOption.option)
    isChart = invocation.has(Self.chartOption)
    hasDepth = invocation.has(Self.depthOption.option)
    let depth = try invocation.value(of: Self.depthOption)
    query = BookQuery(
      // A chart shows all levels.
      depth: depth ?? (isChart ? nil : 10),
      imbalanceDepth: depth ?? 10,
      step: try invocation.value(of: Self.groupOption),
      detail: invocation.has(Self.ordersOption) ? .orders : .levels,
      order: try typed.flatMap { typed throws(UsageError) in
        try Self.order(invocation, of: typed.pair)
      })
  }

  /// Checks that the exchange supports the options.
  func check(_ exchange: any Exchange, in world: World) throws(UsageError) {
    guard query.detail == .orders else { return }
    try world.check(exchange, offers: "single orders", for: "orders") { $0.info.hasOrders }
  }

  /// The market order of `--buy` or `--sell`.
  private static func order(
    _ invocation: Invocation, of pair: Pair
  ) throws(UsageError) -> MarketOrder? {
    for (direction, option) in [(MarketOrder.Direction.buy, buyOption), (.sell, sellOption)] {
      guard let text = try invocation.value(of: option) else { continue }
      if let order = MarketOrder(direction, text, of: pair) { return order }
      throw UsageError(
        lines: invalid(of: pair).lines(about: text, of: option.option.longSpelling),
        of: [option.option.name, "SYMBOL"])
    }
    return nil
  }

  private static func invalid(of pair: Pair) -> InvalidValue {
    guard let base = pair.base, let quote = pair.quote else {
      return .expected("a quantity above 0")
    }
    return .expected(
      "a quantity of \(base) above 0 (2) or an amount of \(quote) (1000\(quote))")
  }
}

extension Option {
  /// The same option, for a table with its usual columns only.
  var conflictingWithFormats: Option {
    conflicts(with: "format", "columns") { [longSpelling] _, value in
      let isAllowed = [Format.table.rawValue, FormatOptions<BookRow>.helpValue].contains(value)
      return isAllowed ? nil : "\(longSpelling) cannot be combined with --format or --columns"
    }
  }
}
