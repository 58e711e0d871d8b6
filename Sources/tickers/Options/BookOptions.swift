import Arguments
import Foundation
import MarketCore

/// Which part of an order book is shown, and how.
struct BookOptions: OptionGroup {
  private static let depthOption = ValueOption<Int?>(
    Option(
      "depth", short: "d", .value(placeholder: "N|all", candidates: .words(["all"])),
      help: "Levels a side", defaultText: "10; all with --chart")
  ) { text throws(InvalidValue) in
    if text.lowercased() == "all" { return nil }
    guard let depth = try? Values.positiveInteger(text) else {
      throw InvalidValue.expected("a whole number above 0, or all")
    }
    return depth
  }

  private static let groupOption = ValueOption(
    Option(
      "group", short: "g", .value(placeholder: "PRICE"),
      help: "Add levels up into price steps of this size (bids down, asks up)")
  ) { text throws(InvalidValue) in
    // Multiples of a larger step and the digits of a price do not fit into one decimal.
    guard let step = Decimal(exact: text), step > 0, step <= largestStep else {
      throw InvalidValue.expected("a price above 0, of at most 20 digits")
    }
    return step
  }

  private static let largestStep = Decimal(sign: .plus, exponent: 20, significand: 1)

  private static let ordersOption = Option(
    "orders", help: "Single orders with their ids, instead of levels")

  private static let fillFormats = "tsv, csv, ndjson and markdown then hold the fill"

  /// Accepts what is an order of some pair.
  @Sendable private static func checkAmount(_ text: String) throws(InvalidValue) {
    let currency = text.drop { !$0.isLetter }
    guard MarketOrder(.buy, text, of: Pair(typed: "X-\(currency)")) != nil else {
      throw InvalidValue.expected("a quantity above 0, as in 2, or an amount, as in 1000USD")
    }
  }

  /// Whether it is a quantity or an amount depends on the pair.
  private static let buyOption = ValueOption(
    Option(
      "buy", .value(placeholder: "QTY"),
      help: "The cost of a market order to buy QTY, or to spend an amount, as in 1000USD; "
        + fillFormats),
    check: checkAmount
  ) { $0 }
  private static let sellOption = ValueOption(
    Option(
      "sell", .value(placeholder: "QTY"),
      help: "The proceeds of a market order to sell QTY, or to raise an amount, as in 1000USD; "
        + fillFormats),
    check: checkAmount
  ) { $0 }

  private static let chartOption = Option(
    "chart", help: "Draw the cumulative depth instead of the ladder")

  static let options = [
    depthOption.option, groupOption.option, ordersOption, buyOption.option, sellOption.option,
    chartOption,
  ]

  /// The pair, perhaps with its exchange; `nil` when only help on the columns is asked for.
  let typed: TypedPair?
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
      // Of a picture, all levels.
      depth: depth ?? (isChart ? nil : 10),
      step: try invocation.value(of: Self.groupOption),
      detail: invocation.has(Self.ordersOption) ? .orders : .levels,
      order: try typed.flatMap { typed throws(UsageError) in
        try Self.order(invocation, of: typed.pair)
      })
    if query.detail == .orders, query.step != nil {
      throw UsageError("--orders shows single orders: it goes without --group")
    }
  }

  /// A question that the exchange cannot answer.
  func check(_ exchange: any Exchange, in world: World) throws(UsageError) {
    guard query.detail == .orders else { return }
    try world.check(exchange, offers: "single orders") { $0.offers.hasOrders }
  }

  /// The market order of `--buy` or `--sell`.
  private static func order(
    _ invocation: Invocation, of pair: Pair
  ) throws(UsageError) -> MarketOrder? {
    let typed = [
      (MarketOrder.Direction.buy, buyOption.option, try invocation.value(of: buyOption)),
      (.sell, sellOption.option, try invocation.value(of: sellOption)),
    ]
    var orders: [MarketOrder] = []
    for case (let direction, let option, let text?) in typed {
      guard let order = MarketOrder(direction, text, of: pair) else {
        throw UsageError(lines: invalid(of: pair).lines(about: text, of: option.longSpelling))
      }
      orders.append(order)
    }
    if orders.count > 1 {
      throw UsageError("--buy and --sell are two questions: ask one at a time")
    }
    return orders.first
  }

  private static func invalid(of pair: Pair) -> InvalidValue {
    guard let base = pair.base, let quote = pair.quote else {
      return .expected("a quantity above 0")
    }
    return .expected(
      "a quantity of \(base) above 0, as in 2, or an amount of \(quote), as in 1000\(quote)")
  }
}
