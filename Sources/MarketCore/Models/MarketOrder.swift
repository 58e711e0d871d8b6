public import Foundation

/// An order to trade at once, at whatever prices stand in the book.
public struct MarketOrder: Hashable, Sendable {
  /// Buy or sell.
  public enum Direction: String, Sendable {
    /// Takes the asks, cheapest first.
    case buy
    /// Takes the bids, dearest first.
    case sell
  }

  /// The size of the order, above 0.
  public enum Amount: Hashable, Sendable {
    /// A quantity of the base currency.
    case base(Decimal)
    /// An amount of the quote currency, to be spent or raised.
    case quote(Decimal)
  }

  /// Buy or sell.
  public let direction: Direction
  /// The size.
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

  /// The side of a book that it trades with.
  public var takes: Side { direction == .buy ? .ask : .bid }

  /// The number of ``amount``.
  public var requested: Decimal {
    switch amount {
    case .base(let quantity): quantity
    case .quote(let money): money
    }
  }
}
