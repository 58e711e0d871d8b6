public import Foundation

/// The open orders of a pair. On each side, the best price is first.
public struct OrderBook: Hashable, Sendable {
  /// A price level or a single order in a book.
  public struct Entry: Hashable, Sendable {
    /// The exchange of the entry in a merged book. `nil` in other books, and for a level that adds up
    /// several exchanges.
    public internal(set) var exchange: ExchangeID?
    /// In the quote currency.
    public let price: Decimal
    /// In the base currency; above 0 in an answer.
    public let quantity: Decimal
    /// The number of orders at this price; 1 for a single order, `nil` if it is unknown.
    public let orders: Int64?
    /// The id that the exchange gives to a single order; `nil` for a price level.
    public let orderID: Identifier?

    /// Creates a price level.
    ///
    /// - Parameters:
    ///   - exchange: the exchange of the entry in a merged book.
    ///   - price: the price, in the quote currency.
    ///   - quantity: the quantity, in the base currency.
    ///   - orders: the number of orders at this price; `nil` if it is unknown.
    public init(
      exchange: ExchangeID? = nil, price: Decimal, quantity: Decimal, orders: Int64? = nil
    ) {
      self.exchange = exchange
      self.price = price
      self.quantity = quantity
      self.orders = orders
      orderID = nil
    }

    /// Creates a single order.
    ///
    /// - Parameters:
    ///   - exchange: the exchange of the entry in a merged book.
    ///   - price: the price, in the quote currency.
    ///   - quantity: the quantity, in the base currency.
    ///   - orderID: the id that the exchange gives to the order; `nil` if it is unknown.
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

  /// The exchange, which a client sets; `nil` for a merged book.
  public internal(set) var exchange: ExchangeID?
  /// The exchanges of a merged book, in the order of the books that were merged. If the book was created
  /// from entries, the exchanges of these entries. Empty for the book of one exchange.
  public internal(set) var exchanges: [ExchangeID]
  public internal(set) var pair: Pair
  /// The highest price is first. Entries with equal prices have the order in which they were sent.
  public let bids: [Entry]
  /// The lowest price is first. Entries with equal prices have the order in which they were sent.
  public let asks: [Entry]

  /// Creates a book of entries, which can have any order. The exchange is needed to merge the book with
  /// other books.
  public init(exchange: ExchangeID? = nil, pair: Pair, bids: [Entry], asks: [Entry]) {
    self.exchange = exchange
    self.pair = pair
    self.bids = bids.sortedUnlessSorted { $1.price.isBelow($0.price) }
    self.asks = asks.sortedUnlessSorted { $0.price.isBelow($1.price) }
    exchanges = (bids.lazy.compactMap(\.exchange) + asks.lazy.compactMap(\.exchange)).eachOnce
  }

  /// Merges books of one pair. Each entry has the exchange of its book. The best price is first. Entries
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

  /// Returns the entries of one side, the best price first.
  package func entries(_ side: Side) -> [Entry] { side == .bid ? bids : asks }

  /// The bid with the highest price, the first one if several have it; `nil` if there are no bids.
  public var bestBid: Entry? { bids.first }

  /// The ask with the lowest price, the first one if several have it; `nil` if there are no asks.
  public var bestAsk: Entry? { asks.first }

  /// Whether the book has no bids and no asks, such as the book of a closed pair.
  public var isEmpty: Bool { bids.isEmpty && asks.isEmpty }

  /// Whether the best bid is above the best ask. The two sides that the exchange sent then do not belong
  /// together.
  public var isCrossed: Bool { spread.map { $0 < 0 } ?? false }

  /// Best ask minus best bid, in the quote currency; `nil` if a side is empty. Below 0 if the book is
  /// crossed.
  public var spread: Decimal? {
    guard let bid = bestBid, let ask = bestAsk else { return nil }
    return ask.price.subtracting(bid.price).finite
  }

  /// The middle of best bid and best ask, in the quote currency; `nil` if a side is empty.
  public var mid: Decimal? {
    guard let bid = bestBid, let ask = bestAsk else { return nil }
    return bid.price.adding(ask.price).divided(by: 2)
  }

  /// The spread in hundredths of a percent of the mid; `nil` if a side is empty or the mid is 0.
  public var spreadBasisPoints: Decimal? {
    mid.flatMap { spread?.multiplied(by: 10_000)?.divided(by: $0) }
  }

  /// Returns (bid − ask) ÷ (bid + ask) of the quantities, within −1 … 1; `nil` if the book is empty.
  ///
  /// - Parameter depth: the number of price levels of each side, the best price first; `nil` for all.
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
  /// Returns the price levels of one side, the best price first. Entries with equal prices are added up.
  /// In a merged book, each exchange has separate levels, unless there is a step.
  ///
  /// - Parameters:
  ///   - side: bids or asks.
  ///   - step: the width of a level in the quote currency, above 0; `nil` for a level at each price.
  ///     Bids are rounded down to a multiple of the step, and asks are rounded up, so that no level is
  ///     better than the book.
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
  /// Returns this entry plus another entry, at the price of this entry. The number of orders is unknown
  /// if it is unknown for one of both.
  fileprivate func joined(with other: Self) -> Self {
    let sum = orders.flatMap { orders in other.orders.map(orders.addingReportingOverflow) }
    return Self(
      exchange: exchange, price: price, quantity: quantity.adding(other.quantity),
      orders: sum.flatMap { $0.overflow ? nil : $0.partialValue })
  }
}

extension Decimal {
  /// Returns the nearest multiple of a step below or above the number; the number itself if the multiple
  /// has too many digits.
  fileprivate func multiple(of step: Decimal, _ rule: RoundingMode) -> Decimal {
    let count = (divided(by: step) ?? .nan).rounded(toPlaces: 0, rule)
    var multiple = count.multiplied(by: step) ?? .nan
    // The quotient was cut off after 38 digits. The multiple may therefore be on the wrong side of the
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
  /// Returns the elements in order. Equal elements keep their order. Most books are sent sorted and are
  /// not sorted again.
  fileprivate func sortedUnlessSorted(by precedes: (Element, Element) -> Bool) -> [Element] {
    zip(self, dropFirst()).contains { precedes($1, $0) } ? sorted(by: precedes) : self
  }
}

/// The kind of the entries in an order book.
public enum BookDetail: Sendable {
  case levels
  case orders
}

/// A side of an order book.
public enum Side: String, CaseIterable, Codable, Sendable {
  /// Orders to buy.
  case bid
  /// Orders to sell.
  case ask

  /// Whether a price is worse than another price on this side of the book.
  func isWorse(_ price: Decimal, than other: Decimal) -> Bool {
    self == .bid ? price.isBelow(other) : other.isBelow(price)
  }
}
