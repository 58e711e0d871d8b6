public import Foundation

/// The kind of the entries of an order book.
public enum BookDetail: Sendable {
  /// A price level.
  case levels
  /// A single order.
  case orders
}

/// A side of an order book.
public enum Side: String, Sendable, CaseIterable {
  /// Orders to buy.
  case bid
  /// Orders to sell.
  case ask
}

/// The open orders of a pair, each side best price first.
public struct OrderBook: Hashable, Sendable {
  /// One price level, or one order, of a book.
  public struct Entry: Hashable, Sendable {
    /// The id of the exchange, in a book of several; else empty, and so for a level of several.
    public internal(set) var exchange = ""
    /// In the quote currency.
    public let price: Decimal
    /// In the base currency; above 0 in an answer.
    public let quantity: Decimal
    /// The number of orders at this price; 1 for a single order.
    public let orders: Int64?
    /// The exchange's id of a single order; `nil` for a price level.
    public let orderID: Identifier?

    /// A price level of these values.
    public init(price: Decimal, quantity: Decimal, orders: Int64? = nil) {
      self.price = price
      self.quantity = quantity
      self.orders = orders
      orderID = nil
    }

    /// A single order of these values.
    public init(price: Decimal, quantity: Decimal, orderID: Identifier?) {
      self.price = price
      self.quantity = quantity
      self.orderID = orderID
      orders = 1
    }
  }

  /// The id of the exchange, as in `kraken`, which a client sets; empty for a book of several.
  public internal(set) var exchange = ""
  /// The market.
  public let pair: Pair
  /// Highest price first; entries of one price in the order in which they came.
  public let bids: [Entry]
  /// Lowest price first; entries of one price in the order in which they came.
  public let asks: [Entry]

  /// A book of these entries, in whatever order they come.
  public init(pair: Pair, bids: [Entry], asks: [Entry]) {
    self.pair = pair
    self.bids = bids.sortedUnlessSorted { $1.price.precedes($0.price) }
    self.asks = asks.sortedUnlessSorted { $0.price.precedes($1.price) }
  }

  /// The entries of one side, best first.
  public func entries(_ side: Side) -> [Entry] {
    switch side {
    case .bid: bids
    case .ask: asks
    }
  }
}

extension OrderBook {
  /// A book without bids and asks, as that of a closed pair.
  public var isEmpty: Bool { bids.isEmpty && asks.isEmpty }

  /// The best bid is above the best ask: the exchange's two sides do not belong together.
  public var isCrossed: Bool { spread.map { $0 < 0 } ?? false }

  /// Best ask minus best bid, in the quote currency, below 0 when the book is crossed; `nil` when a
  /// side is empty.
  public var spread: Decimal? {
    guard let bid = bids.first, let ask = asks.first else { return nil }
    return ask.price.minus(bid.price).finite
  }

  /// The middle of best bid and best ask, in the quote currency; `nil` when a side is empty.
  public var mid: Decimal? {
    guard let bid = bids.first, let ask = asks.first else { return nil }
    return bid.price.plus(ask.price).over(2)
  }

  /// The spread in hundredths of a percent of the mid; `nil` when a side is empty or the mid is 0.
  public var spreadBasisPoints: Decimal? {
    guard let spread, let mid else { return nil }
    return spread.times(10_000)?.over(mid)
  }

  /// (bid − ask) ÷ (bid + ask) quantity, −1 … 1; `nil` when the book is empty.
  ///
  /// - Parameter depth: the number of price levels per side that count, best first; `nil` for all.
  public func imbalance(depth: Int? = nil) -> Decimal? {
    func quantity(_ side: Side) -> Decimal {
      levels(side, limit: depth).reduce(0) { $0.plus($1.quantity) }
    }
    let (bid, ask) = (quantity(.bid), quantity(.ask))
    return bid.minus(ask).over(bid.plus(ask))
  }
}

extension Array {
  /// The elements in this order, equal ones as they came. The exchange mostly sends books sorted,
  /// and seeing that costs less than sorting.
  fileprivate func sortedUnlessSorted(by precedes: (Element, Element) -> Bool) -> [Element] {
    zip(self, dropFirst()).contains { precedes($1, $0) } ? sorted(by: precedes) : self
  }
}
