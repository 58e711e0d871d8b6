public import Foundation

/// The trades of a market order with an order book.
public struct Fill: Hashable, Sendable {
  /// The trades on one exchange of a merged book.
  public struct Part: Hashable, Sendable {
    public let exchange: ExchangeID
    /// The traded quantity, in the base currency.
    public fileprivate(set) var filled: Decimal = 0
    /// The cost or the proceeds, in the quote currency.
    public fileprivate(set) var total: Decimal = 0

    /// The average price, in the quote currency, with up to 38 digits.
    public var average: Decimal? { total.divided(by: filled) }

    fileprivate mutating func add(_ quantity: Decimal, _ money: Decimal) {
      filled = filled.adding(quantity)
      total = total.adding(money)
    }
  }

  public let order: MarketOrder
  public let pair: Pair
  /// The traded quantity, in the base currency.
  public let filled: Decimal
  /// The cost or the proceeds, in the quote currency; NaN if it is outside a decimal's range.
  public let total: Decimal
  /// The price of the last entry with a trade, in the quote currency; `nil` if nothing is traded.
  public let worst: Decimal?
  /// The middle of best bid and best ask before the order, in the quote currency; `nil` if a side is empty.
  package let mid: Decimal?
  /// The trades on each exchange of a merged book, in the order of ``OrderBook/exchanges``; empty for
  /// other books. The quantities and totals of the parts add up to ``filled`` and ``total``.
  public let parts: [Part]

  /// The part of the order that the book cannot fill, in the currency of the order's amount.
  public var unfilled: Decimal { order.amount.subtracting(order.isInQuote ? total : filled) }

  /// The average price, in the quote currency, with up to 38 digits; `nil` if nothing is traded.
  public var average: Decimal? { total.divided(by: filled) }

  /// The distance of the average price from the mid, in hundredths of a percent of the mid. It is above
  /// 0 if the average is worse than the mid, and below 0 if it is better. `nil` if there is no average
  /// or no mid, or the mid is 0.
  public var slippageBasisPoints: Decimal? {
    guard let average, let mid else { return nil }
    let loss = order.direction == .buy ? average.subtracting(mid) : mid.subtracting(average)
    return loss.multiplied(by: 10_000)?.divided(by: mid)
  }
}

extension OrderBook {
  /// Returns the trades of a market order. Entries are traded from the best price on, until the amount
  /// of the order is reached. With a merged book, the result has ``Fill/parts``.
  public func fill(_ order: MarketOrder) -> Fill {
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
      // The last trade has a rounded quotient. Its sums in the part and in the whole may be rounded
      // differently. Therefore the part of the last trade is the whole minus the other parts.
      let others = parts.indices.filter { $0 != last }.map { parts[$0] }
      parts[last].filled = others.reduce(filled) { $0.subtracting($1.filled) }
      parts[last].total = others.reduce(total) { $0.subtracting($1.total) }
    }
    return Fill(
      order: order, pair: pair, filled: filled, total: total, worst: worst, mid: mid,
      parts: parts.filter { !$0.filled.isZero })
  }
}
