public import Foundation

/// The trades of a market order against an order book.
public struct Fill: Hashable, Sendable {
  /// The order.
  public let order: MarketOrder
  /// The traded quantity, in the base currency.
  public let filled: Decimal
  /// The cost or the proceeds, in the quote currency; not a number when it leaves a decimal's
  /// range.
  public let total: Decimal
  /// The price of the last entry that was touched, in the quote currency; `nil` if nothing is
  /// traded.
  public let worst: Decimal?
  /// The middle of the book before the order, in the quote currency; `nil` when a side is empty.
  public let mid: Decimal?

  /// The part that the book cannot fill, in the currency of the order's amount.
  public var unfilled: Decimal {
    switch order.amount {
    case .base(let quantity): quantity - filled
    case .quote(let money): money - total
    }
  }

  /// The price on average, in the quote currency, to 38 digits; `nil` if nothing is traded.
  public var average: Decimal? { filled.isZero ? nil : (total / filled).finite }

  /// The distance of the average price from the mid, in hundredths of a percent of the mid: above 0
  /// when it is worse than the mid, below 0 when it is better; `nil` when there is no average or no
  /// mid, or the mid is 0.
  public var slippageBasisPoints: Decimal? {
    guard let average, let mid else { return nil }
    let loss = order.direction == .buy ? average - mid : mid - average
    return (loss * 10_000 / mid).finite
  }
}

extension OrderBook {
  /// The fill of a market order: walks the book from its best price on, as far as the order goes.
  public func fill(_ order: MarketOrder) -> Fill {
    var (filled, total, left): (Decimal, Decimal, Decimal) = (0, 0, order.requested)
    var worst: Decimal?
    for entry in order.direction == .buy ? asks : bids where left > 0 {
      let cost = entry.price.times(entry.quantity) ?? .nan
      worst = entry.price
      switch order.amount {
      case .base:
        let quantity = min(left, entry.quantity)
        filled += quantity
        total += quantity == entry.quantity ? cost : entry.price.times(quantity) ?? .nan
        left -= quantity
      case .quote where cost > left:
        filled += left / entry.price
        total += left
        left = 0
      case .quote:
        filled += entry.quantity
        total += cost
        left -= cost
      }
    }
    return Fill(order: order, filled: filled, total: total, worst: worst, mid: mid)
  }
}
