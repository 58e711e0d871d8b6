public import Foundation

/// The open orders of a pair, each side best price first.
public struct OrderBook: Hashable, Sendable {
  /// One price level, or one order, of a book.
  public struct Entry: Hashable, Sendable {
    /// The exchange of the entry, in a merged book; `nil` in other books, and for a level that sums several
    /// exchanges.
    public internal(set) var exchange: ExchangeID?
    /// In the quote currency.
    public let price: Decimal
    /// In the base currency; above 0 in an answer.
    public let quantity: Decimal
    /// The number of orders at this price; 1 for a single order.
    public let orders: Int64?
    /// The exchange's id of a single order; `nil` for a price level.
    public let orderID: Identifier?

    /// A price level of these values.
    ///
    /// - Parameters:
    ///   - exchange: the exchange, for an entry of a merged book.
    ///   - price: the price, in the quote currency.
    ///   - quantity: the quantity, in the base currency.
    ///   - orders: the number of orders at this price; `nil` when it is unknown.
    public init(
      exchange: ExchangeID? = nil, price: Decimal, quantity: Decimal, orders: Int64? = nil
    ) {
      self.exchange = exchange
      self.price = price
      self.quantity = quantity
      self.orders = orders
      orderID = nil
    }

    /// A single order of these values.
    ///
    /// - Parameters:
    ///   - exchange: the exchange, for an entry of a merged book.
    ///   - price: the price, in the quote currency.
    ///   - quantity: the quantity, in the base currency.
    ///   - orderID: the exchange's id of the order; `nil` when it is unknown.
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

  /// The exchange, which a client sets; `nil` for a book of several.
  public internal(set) var exchange: ExchangeID?
  /// The exchanges of a merged book, in the order of the books that were merged; of a book made of entries,
  /// those that the entries name. Empty for a book of one exchange.
  public internal(set) var exchanges: [ExchangeID]
  /// The market.
  public internal(set) var pair: Pair
  /// Highest price first; entries of one price in the order in which they came.
  public let bids: [Entry]
  /// Lowest price first; entries of one price in the order in which they came.
  public let asks: [Entry]

  /// A book of these entries, in whatever order they come. The exchange is needed to merge it with others.
  public init(exchange: ExchangeID? = nil, pair: Pair, bids: [Entry], asks: [Entry]) {
    self.exchange = exchange
    self.pair = pair
    self.bids = bids.sortedUnlessSorted { $1.price.isBelow($0.price) }
    self.asks = asks.sortedUnlessSorted { $0.price.isBelow($1.price) }
    exchanges = (bids.lazy.compactMap(\.exchange) + asks.lazy.compactMap(\.exchange)).eachOnce
  }

  /// The entries of several books of one pair, each with its exchange: best price first, those of one
  /// price in the order of the books.
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

  /// The entries of one side, best first.
  package func entries(_ side: Side) -> [Entry] { side == .bid ? bids : asks }

  /// The bid with the highest price, the first that came; `nil` when there are no bids.
  public var bestBid: Entry? { bids.first }

  /// The ask with the lowest price, the first that came; `nil` when there are no asks.
  public var bestAsk: Entry? { asks.first }

  /// A book without bids and asks, as that of a closed pair.
  public var isEmpty: Bool { bids.isEmpty && asks.isEmpty }

  /// The best bid is above the best ask: the exchange's two sides do not belong together.
  public var isCrossed: Bool { spread.map { $0 < 0 } ?? false }

  /// Best ask minus best bid, in the quote currency, below 0 when the book is crossed; `nil` when a
  /// side is empty.
  public var spread: Decimal? {
    guard let bid = bestBid, let ask = bestAsk else { return nil }
    return ask.price.subtracting(bid.price).finite
  }

  /// The middle of best bid and best ask, in the quote currency; `nil` when a side is empty.
  public var mid: Decimal? {
    guard let bid = bestBid, let ask = bestAsk else { return nil }
    return bid.price.adding(ask.price).divided(by: 2)
  }

  /// The spread in hundredths of a percent of the mid; `nil` when a side is empty or the mid is 0.
  public var spreadBasisPoints: Decimal? {
    mid.flatMap { spread?.multiplied(by: 10_000)?.divided(by: $0) }
  }

  /// (bid − ask) ÷ (bid + ask) quantity, −1 … 1; `nil` when the book is empty.
  ///
  /// - Parameter depth: the number of price levels per side that count, best first; `nil` for all.
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
  /// The price levels of one side, best first: its entries, those of one price added up. Of a book of
  /// several exchanges, each has levels of its own, unless there is a step.
  ///
  /// - Parameters:
  ///   - side: bids or asks.
  ///   - step: the width of a level in the quote currency, above 0: bids are rounded down to a
  ///     multiple of it and asks up, so that no level is better than the book.
  ///     Without one, each price is a level.
  ///   - limit: the most levels, 0 or more; `nil` for all.
  ///   - worst: the worst price of a level; `nil` for any.
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
  /// Both at the price of this one; how many orders that is, is unknown if it is of either.
  fileprivate func joined(with other: Self) -> Self {
    let sum = orders.flatMap { orders in other.orders.map(orders.addingReportingOverflow) }
    return Self(
      exchange: exchange, price: price, quantity: quantity.adding(other.quantity),
      orders: sum.flatMap { $0.overflow ? nil : $0.partialValue })
  }
}

extension Decimal {
  /// The multiple of a step that is next to the number, below or above; the number itself, if that
  /// multiple has too many digits.
  fileprivate func multiple(of step: Decimal, _ rule: RoundingMode) -> Decimal {
    let count = (divided(by: step) ?? .nan).rounded(toPlaces: 0, rule)
    var multiple = count.multiplied(by: step) ?? .nan
    // Of a quotient, the digits behind the 38th were cut off before, perhaps to the wrong side.
    if rule == .down, isBelow(multiple) { multiple = multiple.subtracting(step) }
    if rule == .up, multiple.isBelow(self) { multiple = multiple.adding(step) }
    let distance = rule == .down ? subtracting(multiple) : multiple.subtracting(self)
    return distance.isFinite && !distance.isSignMinus && distance.isBelow(step) ? multiple : self
  }
}

extension Sequence where Element: Equatable {
  /// Each element once, in the order of their first places: for few different ones.
  package var eachOnce: [Element] {
    reduce(into: []) { all, element in if !all.contains(element) { all.append(element) } }
  }
}

extension Array {
  /// The elements in this order, equal ones as they came: books are mostly sent sorted.
  fileprivate func sortedUnlessSorted(by precedes: (Element, Element) -> Bool) -> [Element] {
    zip(self, dropFirst()).contains { precedes($1, $0) } ? sorted(by: precedes) : self
  }
}

/// The kind of the entries of an order book.
public enum BookDetail: Sendable {
  /// A price level.
  case levels
  /// A single order.
  case orders
}

/// A side of an order book.
public enum Side: String, CaseIterable, Codable, Sendable {
  /// Orders to buy.
  case bid
  /// Orders to sell.
  case ask

  /// Whether a price stands behind another in the book.
  func isWorse(_ price: Decimal, than other: Decimal) -> Bool {
    self == .bid ? price.isBelow(other) : other.isBelow(price)
  }
}
