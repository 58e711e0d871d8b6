public import Foundation

/// The result of a market order: its trades with an order book. Quantities are in the base currency,
/// prices and totals in the quote currency.
public struct Fill: Hashable, Sendable {
  /// The trades on one exchange: the quantity, and the cost or the proceeds (`total`).
  public struct Part: Hashable, Sendable {
    /// The exchange of the traded entries.
    public let exchange: ExchangeID
    /// The traded quantity, in the base currency.
    public fileprivate(set) var filled: Decimal = 0
    /// The cost or the proceeds without fees, in the quote currency.
    public fileprivate(set) var total: Decimal = 0

    /// The average price, with up to 38 digits; `nil` if it cannot be calculated.
    public var average: Decimal? { total.divided(by: filled) }

    fileprivate mutating func add(_ quantity: Decimal, _ money: Decimal) {
      filled = filled.adding(quantity)
      total = total.adding(money)
    }
  }

  public let order: MarketOrder
  public let pair: Pair
  /// The traded quantity; NaN if it is outside a decimal's range.
  public let filled: Decimal
  /// The cost or the proceeds; NaN if it is outside a decimal's range.
  public let total: Decimal
  /// The price of the last trade; `nil` if nothing is traded.
  public let worst: Decimal?
  /// The ``OrderBook/mid`` before the order.
  package let mid: Decimal?
  /// The trades by exchange, in the order of ``OrderBook/exchanges``. Exchanges without a trade are
  /// missing. If every traded entry names its exchange, the parts add up to ``filled`` and ``total``.
  public let parts: [Part]
  /// The sum of the fees on all exchanges, in the quote currency; `nil` if fees are not considered.
  fileprivate(set) var paidFee: Decimal?

  /// The part of the order that the book cannot fill, in the currency of the order's amount.
  public var unfilled: Decimal { order.amount.subtracting(order.isInQuote ? total : filled) }

  /// The average price, with up to 38 digits; `nil` if nothing is traded, or it cannot be calculated.
  public var average: Decimal? { total.divided(by: filled) }

  /// The fee in percent of ``total``, with up to 38 digits; `nil` if fees are not considered, or nothing is
  /// traded.
  public var feePercent: Decimal? { paidFee?.percentage(of: total) }

  /// The cost plus the fee, or the proceeds minus the fee; `nil` if fees are not considered, or nothing is
  /// traded.
  public var totalWithFee: Decimal? {
    guard worst != nil, let paidFee else { return nil }
    return (order.direction == .buy ? total.adding(paidFee) : total.subtracting(paidFee)).finite
  }

  /// The distance of the average price from the mid (the middle of best bid and best ask), in hundredths
  /// of a percent of the mid: above 0 if the average is worse than the mid, below 0 if it is better.
  /// `nil` if it cannot be calculated, for example without a mid.
  public var slippageBasisPoints: Decimal? {
    guard let average, let mid else { return nil }
    let loss = order.direction == .buy ? average.subtracting(mid) : mid.subtracting(average)
    return loss.multiplied(by: 10_000)?.divided(by: mid)
  }
}

extension OrderBook {
  /// Returns the trades of a market order. Entries are traded from the best price on, until the amount
  /// of the order is reached or no entry is left. If `fees` is `nil`, fees are not considered.
  public func fill(_ order: MarketOrder, fees: TakerFees? = nil) -> Fill {
    var (filled, total): (Decimal, Decimal) = (0, 0)
    var parts = exchanges.map { Fill.Part(exchange: $0) }
    var rest = order.amount
    var (worst, last): (Decimal?, Int?)
    var hasParts = !parts.isEmpty
    for entry in entries(order.takes) where rest.isAboveZero {
      var quantity = entry.quantity
      var money = entry.price.multiplied(by: quantity) ?? .nan
      if order.isInQuote, rest.isBelow(money) {
        (quantity, money) = (rest.divided(by: entry.price) ?? .nan, rest)
      } else if !order.isInQuote, rest.isBelow(quantity) {
        (quantity, money) = (rest, entry.price.multiplied(by: rest) ?? .nan)
      }
      rest = rest.subtracting(order.isInQuote ? money : quantity)
      worst = entry.price
      (filled, total) = (filled.adding(quantity), total.adding(money))
      last = parts.firstIndex { $0.exchange == entry.exchange }
      if let last { parts[last].add(quantity, money) } else { hasParts = false }
    }
    if hasParts, let last {
      // The sums of a part and of the whole may be rounded differently, because the last trade can be a
      // quotient. Therefore the part with the last trade is the whole minus the other parts.
      let others = parts.indices.filter { $0 != last }.map { parts[$0] }
      parts[last].filled = others.reduce(filled) { $0.subtracting($1.filled) }
      parts[last].total = others.reduce(total) { $0.subtracting($1.total) }
    }
    var fill = Fill(
      order: order, pair: pair, filled: filled, total: total, worst: worst, mid: mid,
      parts: parts.filter { !$0.filled.isZero })
    // Entries that do not name their exchange belong to the exchange of the book.
    let unnamed = fill.parts.reduce(total) { $0.subtracting($1.total) }
    fill.paidFee = fees.map { fees in
      fill.parts.reduce(fees.fee(for: unnamed, on: exchange)) {
        $0.adding(fees.fee(for: $1.total, on: $1.exchange))
      }
    }
    return fill
  }
}
