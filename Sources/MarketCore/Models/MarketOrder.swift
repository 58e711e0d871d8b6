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

  /// Buy or sell.
  public let direction: Direction
  /// The size, above 0: a quantity of the base currency, or an amount of the quote currency.
  public let amount: Decimal
  /// Whether ``amount`` is in the quote currency, to be spent or raised.
  public let isInQuote: Bool

  /// An order of these parts. The amount is above 0.
  public init(_ direction: Direction, _ amount: Decimal, isInQuote: Bool = false) {
    self.direction = direction
    self.amount = amount
    self.isInQuote = isInQuote
  }

  /// The order that a text names: a quantity of the pair's base currency (`2`, `2BTC`), or an
  /// amount of its quote currency (`1000USD`); `nil` when it is neither, or not above 0.
  public init?(_ direction: Direction, _ text: String, of pair: Pair) {
    func amount(in currency: String?) -> Decimal? {
      guard let currency, text.uppercased().hasSuffix(currency) else { return nil }
      return Decimal(exact: text.dropLast(currency.count).trimmingCharacters(in: .whitespaces))
    }
    let quantity = Decimal(exact: text) ?? amount(in: pair.base)
    guard let number = quantity ?? amount(in: pair.quote), number > 0 else { return nil }
    self.init(direction, number, isInQuote: quantity == nil)
  }

  /// The side of a book that it trades with.
  package var takes: Side { direction == .buy ? .ask : .bid }
}
