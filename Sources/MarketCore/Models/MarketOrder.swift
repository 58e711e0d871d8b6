public import Foundation

/// An order that is traded at once, at the prices in the order book.
public struct MarketOrder: Hashable, Sendable {
  /// Whether the order buys or sells.
  public enum Direction: String, Sendable {
    /// Trades with the asks, the lowest price first.
    case buy
    /// Trades with the bids, the highest price first.
    case sell
  }

  public let direction: Direction
  /// The size: a quantity of the base currency, or an amount of the quote currency.
  public let amount: Decimal
  /// Whether ``amount`` is in the quote currency: the money to spend or to receive.
  public let isInQuote: Bool

  /// Creates an order. The amount must be above 0.
  public init(_ direction: Direction, _ amount: Decimal, isInQuote: Bool = false) {
    self.direction = direction
    self.amount = amount
    self.isInQuote = isInQuote
  }

  /// Parses the size of an order: a quantity of the pair's base currency (`2`, `2BTC`), or an amount of
  /// its quote currency (`1000USD`). For a coin, only a quantity of the coin. `nil` if the text is neither, or
  /// the number is not above 0.
  public init?(_ direction: Direction, _ text: String, of pair: Pair) {
    func amount(in currency: String?) -> Decimal? {
      guard let currency, text.uppercased().hasSuffix(currency) else { return nil }
      return Decimal(exact: text.dropLast(currency.count).trimmingCharacters(in: .whitespaces))
    }
    let quantity = Decimal(exact: text) ?? amount(in: pair.base ?? pair.symbol)
    guard let number = quantity ?? amount(in: pair.quote), number > 0 else { return nil }
    self.init(direction, number, isInQuote: quantity == nil)
  }

  /// The side of the book that the order trades with.
  package var takes: Side { direction == .buy ? .ask : .bid }
}

extension Pair {
  /// The pair of this coin whose quote is the currency of an amount, as in `1000EUR`. If the text is a quantity
  /// (`2`, `1e3`, `2BTC`) or no number, the coin itself.
  package func inCurrency(of amount: String) -> Pair {
    if MarketOrder(.buy, amount, of: self) != nil { return self }
    let ends = amount.indices.reversed().map { amount.index(after: $0) }
    guard let end = ends.first(where: { Decimal(exact: amount[..<$0]) != nil }) else { return self }
    let unit = amount[end...].trimmingCharacters(in: .whitespaces).uppercased()
    return unit.isEmpty || unit == symbol ? self : Pair(base: symbol, quote: unit)
  }
}
