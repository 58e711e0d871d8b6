public import Foundation

/// An order to trade at once, at whatever prices stand in the book.
public struct MarketOrder: Hashable, Sendable {
  /// What the one who places the order does.
  public enum Direction: String, Sendable {
    /// Takes what is asked for the base currency, cheapest first.
    case buy
    /// Takes what is bid for it, dearest first.
    case sell
  }

  /// How much to trade, above 0.
  public enum Amount: Hashable, Sendable {
    /// A quantity of the base currency.
    case base(Decimal)
    /// An amount of the quote currency, to be spent or raised.
    case quote(Decimal)
  }

  /// Buy or sell.
  public let direction: Direction
  /// How much.
  public let amount: Amount

  /// An order of these parts. The amount is above 0.
  public init(_ direction: Direction, _ amount: Amount) {
    self.direction = direction
    self.amount = amount
  }

  /// The order that a text names: a quantity of the pair's base currency (`2`, `2BTC`), or an
  /// amount of its quote currency (`1000USD`); `nil` when it is neither, or not above 0.
  public init?(_ direction: Direction, _ text: String, of pair: Pair) {
    func amount(in currency: String?) -> Decimal? {
      guard let currency, text.uppercased().hasSuffix(currency) else { return nil }
      return Decimal(exact: text.dropLast(currency.count).trimmingCharacters(in: .whitespaces))
    }
    if let base = Decimal(exact: text) ?? amount(in: pair.base) {
      self.init(direction, .base(base))
    } else if let quote = amount(in: pair.quote) {
      self.init(direction, .quote(quote))
    } else {
      return nil
    }
    guard requested > 0 else { return nil }
  }

  /// The number of ``amount``.
  public var requested: Decimal {
    switch amount {
    case .base(let quantity): quantity
    case .quote(let money): money
    }
  }
}

/// What an order book makes of a market order.
public struct Fill: Hashable, Sendable {
  /// The order.
  public let order: MarketOrder
  /// How much is traded, in the base currency.
  public let filled: Decimal
  /// What that costs or brings, in the quote currency; not a number when it leaves a decimal's
  /// range.
  public let total: Decimal
  /// The price of the last entry that was touched, in the quote currency; `nil` if nothing is
  /// traded.
  public let worst: Decimal?
  /// The middle of the book before the order, in the quote currency; `nil` when a side is empty.
  public let mid: Decimal?

  /// What the book can't fill, in the currency that the order's amount is in.
  public var unfilled: Decimal {
    switch order.amount {
    case .base(let quantity): quantity - filled
    case .quote(let money): money - total
    }
  }

  /// The price on average, in the quote currency, to 38 digits; `nil` if nothing is traded.
  public var average: Decimal? { filled.isZero ? nil : (total / filled).finite }

  /// How much worse than the mid the average price is, in hundredths of a percent of the mid, below
  /// 0 when it is better; `nil` when there is no average or no mid, or the mid is 0.
  public var slippageBasisPoints: Decimal? {
    guard let average, let mid else { return nil }
    let loss = order.direction == .buy ? average - mid : mid - average
    return (loss * 10_000 / mid).finite
  }
}

extension OrderBook {
  /// What a market order would cost or bring: walks the book from its best price on, as far as the
  /// order goes.
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
