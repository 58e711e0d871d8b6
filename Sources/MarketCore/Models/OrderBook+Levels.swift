public import Foundation

extension OrderBook {
  /// The price levels of one side, best first: its entries, those of one price added up. Of a book of
  /// several exchanges, each has levels of its own, unless there is a step.
  ///
  /// - Parameters:
  ///   - side: bids or asks.
  ///   - step: the width of a level in the quote currency, above 0: bids are rounded down to a
  ///     multiple of it and asks up, so that no level is better than the book.
  ///     Without one, each price is a level.
  ///   - limit: the most levels that are wanted, 0 or more; `nil` for all.
  public func levels(_ side: Side, step: Decimal? = nil, limit: Int? = nil) -> [Entry] {
    levels(side, step: step, limit: limit, through: nil)
  }

  /// - Parameter worst: the price of the last levels that are wanted; `nil` for any.
  func levels(_ side: Side, step: Decimal?, limit: Int?, through worst: Decimal?) -> [Entry] {
    let entries = entries(side)
    var levels: [Entry] = []
    levels.reserveCapacity(worst == nil ? min(limit ?? .max, entries.count) : 0)
    for entry in entries {
      let price = step.map { entry.price.multiple(of: $0, side == .bid ? .down : .up) }
      var level = Entry(
        price: price ?? entry.price, quantity: entry.quantity, orders: entry.orders)
      if step == nil { level.exchange = entry.exchange }
      if let last = levels.last, last.price.equals(level.price), last.exchange == level.exchange {
        levels[levels.count - 1] = last.joined(with: level)
      } else if levels.count == limit || worst.map({ side.isWorse(level.price, than: $0) }) == true
      {
        break
      } else {
        levels.append(level)
      }
    }
    return levels
  }
}

extension Side {
  /// Whether a price stands behind another in the book.
  func isWorse(_ price: Decimal, than other: Decimal) -> Bool {
    self == .bid ? price.precedes(other) : other.precedes(price)
  }
}

extension OrderBook.Entry {
  /// Both at the price of this one; how many orders that is, is unknown if it is of either.
  fileprivate func joined(with other: Self) -> Self {
    let sum = orders.flatMap { one in other.orders.map { one.addingReportingOverflow($0) } }
    var entry = Self(
      price: price, quantity: quantity.plus(other.quantity),
      orders: sum.flatMap { $0.overflow ? nil : $0.partialValue })
    entry.exchange = exchange
    return entry
  }
}

extension Decimal {
  /// The multiple of a step that is next to the number, below or above; the number itself, if that
  /// multiple has too many digits.
  fileprivate func multiple(of step: Decimal, _ rule: RoundingMode) -> Decimal {
    var multiple = (self.over(step) ?? .nan).rounded(toPlaces: 0, rule).times(step) ?? .nan
    // A quotient of more than 38 digits was rounded before, perhaps to the wrong side.
    if rule == .down, precedes(multiple) { multiple = multiple.minus(step) }
    if rule == .up, multiple.precedes(self) { multiple = multiple.plus(step) }
    let distance = rule == .down ? minus(multiple) : multiple.minus(self)
    return distance.isFinite && !distance.precedes(0) && distance.precedes(step) ? multiple : self
  }
}
