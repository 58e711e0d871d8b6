public import Foundation

/// Open orders of a pair on an exchange, or on several exchanges (a merged book). On each side, the best
/// price is first. Entries with equal prices keep their order. Prices are in the quote currency,
/// quantities in the base currency.
public struct OrderBook: Hashable, Sendable {
  /// A price level or a single order in a book.
  public struct Entry: Hashable, Sendable {
    /// The exchange of the entry in a merged book; `nil` in the book of one exchange, if it is unknown,
    /// and for a level that may add up several exchanges.
    public internal(set) var exchange: ExchangeID?
    /// The price of one unit, in the quote currency.
    public let price: Decimal
    /// The quantity, in the base currency. Above 0 in every book that a ``MarketClient`` returns.
    public let quantity: Decimal
    /// The number of orders in the entry; `nil` if it is unknown.
    public let orders: Int64?
    /// The id that the exchange gives to a single order; `nil` for a price level, or if it is unknown.
    public let orderID: Identifier?

    /// Creates a price level. `orders` is the number of orders at this price; `nil` if it is unknown.
    public init(
      exchange: ExchangeID? = nil, price: Decimal, quantity: Decimal, orders: Int64? = nil
    ) {
      self.exchange = exchange
      self.price = price
      self.quantity = quantity
      self.orders = orders
      orderID = nil
    }

    /// Creates a single order. `orderID` is the id that the exchange gives to it; `nil` if it is unknown.
    public init(
      exchange: ExchangeID? = nil, price: Decimal, quantity: Decimal, orderID: Identifier?
    ) {
      self.exchange = exchange
      self.price = price
      self.quantity = quantity
      self.orderID = orderID
      orders = 1
    }
  }

  /// The exchange; `nil` for a merged book, or if the book was created without an exchange.
  public internal(set) var exchange: ExchangeID?
  /// The exchanges of a merged book, in the order of the merged books. In a book that was created from
  /// entries, the exchanges that the entries name; empty if they name none.
  public internal(set) var exchanges: [ExchangeID]
  public internal(set) var pair: Pair
  /// The orders to buy, the highest price first.
  public let bids: [Entry]
  /// The orders to sell, the lowest price first.
  public let asks: [Entry]

  /// Creates a book of entries, which can have any order.
  public init(exchange: ExchangeID? = nil, pair: Pair, bids: [Entry], asks: [Entry]) {
    self.exchange = exchange
    self.pair = pair
    self.bids = bids.sortedUnlessSorted { $1.price.isBelow($0.price) }
    self.asks = asks.sortedUnlessSorted { $0.price.isBelow($1.price) }
    exchanges = (bids.lazy.compactMap(\.exchange) + asks.lazy.compactMap(\.exchange)).eachOnce
  }

  /// Merges books of one pair. Each entry gets the exchange of its book, if the book has one. Entries
  /// with equal prices have the order of the books.
  public init(merging books: [OrderBook], of pair: Pair) {
    func entries(_ side: Side) -> [Entry] {
      books.flatMap { book in
        var entries = book.entries(side)
        guard let exchange = book.exchange else { return entries }
        for index in entries.indices { entries[index].exchange = exchange }
        return entries
      }
    }
    self.init(pair: pair, bids: entries(.bid), asks: entries(.ask))
    exchanges = books.flatMap { book in book.exchange.map { [$0] } ?? book.exchanges }.eachOnce
  }

  package func entries(_ side: Side) -> [Entry] { side == .bid ? bids : asks }

  /// The entry with the highest price to buy; `nil` if there are no bids.
  public var bestBid: Entry? { bids.first }

  /// The entry with the lowest price to sell; `nil` if there are no asks.
  public var bestAsk: Entry? { asks.first }

  public var isEmpty: Bool { bids.isEmpty && asks.isEmpty }

  /// Whether the best bid is above the best ask, for example because prices differ between the exchanges
  /// of a merged book.
  public var isCrossed: Bool { spread.map { $0 < 0 } ?? false }

  /// Best ask minus best bid, below 0 if the book ``isCrossed``; `nil` if it cannot be computed, for
  /// example if a side is empty.
  public var spread: Decimal? {
    guard let bid = bestBid, let ask = bestAsk else { return nil }
    return ask.price.subtracting(bid.price).finite
  }

  /// The middle of best bid and best ask; `nil` if it cannot be computed, for example if a side is empty.
  public var mid: Decimal? {
    guard let bid = bestBid, let ask = bestAsk else { return nil }
    return bid.price.adding(ask.price).divided(by: 2)
  }

  /// The spread in hundredths of a percent of the mid; `nil` if a side is empty, or it cannot be
  /// computed.
  public var spreadBasisPoints: Decimal? {
    mid.flatMap { spread?.multiplied(by: 10_000)?.divided(by: $0) }
  }

  /// Returns (bids − asks) ÷ (bids + asks), where each is the sum of the quantities of a side. The result
  /// is within −1 … 1; `nil` if it cannot be computed, for example for an empty book.
  ///
  /// - Parameter depth: the number of the best price levels of each side that count; `nil` for all.
  public func imbalance(depth: Int? = nil) -> Decimal? {
    func quantity(_ side: Side) -> Decimal {
      levels(side, limit: depth).reduce(0) { $0.adding($1.quantity) }
    }
    let (bid, ask) = (quantity(.bid), quantity(.ask))
    return bid.subtracting(ask).divided(by: bid.adding(ask))
  }
}

// MARK: - Levels

extension OrderBook {
  /// Returns the price levels of one side, the best price first. A level adds up consecutive entries with
  /// equal prices, after these are rounded to the step; without a step, only entries of the same exchange.
  ///
  /// - Parameters:
  ///   - side: bids or asks.
  ///   - step: the width of a level in the quote currency, above 0; `nil` for a level at each price. Bids
  ///     are rounded down to a multiple of the step, and asks are rounded up, so that no level is better
  ///     than the book.
  ///   - limit: the maximum number of levels, 0 or more; `nil` for all.
  ///   - worst: the worst price of a level; `nil` for any price.
  public func levels(
    _ side: Side, step: Decimal? = nil, limit: Int? = nil, through worst: Decimal? = nil
  ) -> [Entry] {
    var levels: [Entry] = []
    for entry in entries(side) {
      let price = step.map { entry.price.multiple(of: $0, side == .bid ? .down : .up) }
      let level = Entry(
        exchange: step == nil ? entry.exchange : nil, price: price ?? entry.price,
        quantity: entry.quantity, orders: entry.orders)
      if let last = levels.last, last.exchange == level.exchange, last.price.equals(level.price) {
        levels[levels.count - 1] = last.joined(with: level)
        continue
      }
      let isBeyond = worst.map { side.isWorse(level.price, than: $0) } ?? false
      if isBeyond || levels.count == limit { break }
      levels.append(level)
    }
    return levels
  }
}

extension OrderBook.Entry {
  /// Returns the sum of both entries. Its number of orders is `nil` if it is unknown or too large.
  fileprivate func joined(with other: Self) -> Self {
    let sum = orders.flatMap { orders in other.orders.map(orders.addingReportingOverflow) }
    return Self(
      exchange: exchange, price: price, quantity: quantity.adding(other.quantity),
      orders: sum.flatMap { $0.overflow ? nil : $0.partialValue })
  }
}

extension Decimal {
  /// Returns the number rounded to a multiple of a step; unchanged if the multiple cannot be computed.
  fileprivate func multiple(of step: Decimal, _ rule: RoundingMode) -> Decimal {
    let count = (divided(by: step) ?? .nan).rounded(toPlaces: 0, rule)
    var multiple = count.multiplied(by: step) ?? .nan
    // The quotient may be cut off after 38 digits, so the multiple may be on the wrong side of the
    // number.
    if rule == .down, isBelow(multiple) { multiple = multiple.subtracting(step) }
    if rule == .up, multiple.isBelow(self) { multiple = multiple.adding(step) }
    let distance = rule == .down ? subtracting(multiple) : multiple.subtracting(self)
    return distance.isFinite && !distance.isSignMinus && distance.isBelow(step) ? multiple : self
  }
}

extension Sequence where Element: Equatable {
  /// Each element once, in the order of their first occurrence. Fast only for few different elements.
  package var eachOnce: [Element] {
    reduce(into: []) { all, element in if !all.contains(element) { all.append(element) } }
  }
}

extension Array {
  /// Returns the sorted elements. Equal elements keep their order. Most books are already sorted when they
  /// arrive, which is faster to find out than to sort them.
  func sortedUnlessSorted(by precedes: (Element, Element) -> Bool) -> [Element] {
    zip(self, dropFirst()).contains { precedes($1, $0) } ? sorted(by: precedes) : self
  }
}

/// Whether the entries of an order book are price levels or single orders.
public enum BookDetail: Sendable {
  case levels
  case orders
}

/// A side of an order book: the orders to buy (bids), or the orders to sell (asks).
public enum Side: String, CaseIterable, Codable, Sendable {
  case bid
  case ask

  func isWorse(_ price: Decimal, than other: Decimal) -> Bool {
    self == .bid ? price.isBelow(other) : other.isBelow(price)
  }
}
