import Foundation

/// The levels of a book that is built from the updates of a stream.
package struct BookSides: Sendable {
  /// The levels of each side, the worst price first: most updates are near the end.
  private var bids: [BookLevel] = []
  private var asks: [BookLevel] = []
  /// The worst prices of a book that the exchange has sent in part. Beyond them, levels are not known.
  private var worst: (bid: Decimal?, ask: Decimal?)

  package init() {}

  /// The levels of a side, the best price first.
  package func levels(_ side: Side) -> some BidirectionalCollection<BookLevel> {
    (side == .bid ? bids : asks).reversed()
  }

  /// Whether a side has lost most of the levels of a book that was sent in part: prices have moved, and the
  /// levels beyond the worst one are not known.
  package func isThin(below count: Int) -> Bool {
    worst.bid != nil && bids.count < count || worst.ask != nil && asks.count < count
  }

  /// Applies an update.
  ///
  /// - Parameters:
  ///   - depth: the number of levels of each side that the exchange maintains; `nil` for all.
  ///   - limit: the number of levels of a side at which a whole book may lack further ones, although updates
  ///     have some of them; `nil` if it lacks none.
  package mutating func apply(_ update: BookUpdate, depth: Int?, limit: Int? = nil) {
    if update.isWhole {
      // Exchanges send the best price first.
      bids = update.bids.reversed().sortedUnlessSorted { $0.price.isBelow($1.price) }
      asks = update.asks.reversed().sortedUnlessSorted { $1.price.isBelow($0.price) }
      let limit = limit ?? .max
      worst.bid = bids.count < limit ? nil : bids.first?.price
      worst.ask = asks.count < limit ? nil : asks.first?.price
    } else {
      for level in update.bids {
        if let limit = worst.bid, level.price.isBelow(limit) { continue }
        bids.set(level) { $0.isBelow($1) }
      }
      for level in update.asks {
        if let limit = worst.ask, limit.isBelow(level.price) { continue }
        asks.set(level) { $1.isBelow($0) }
      }
    }
    if let depth {
      bids.removeFirst(max(0, bids.count - depth))
      asks.removeFirst(max(0, asks.count - depth))
    }
  }
}

extension [BookLevel] {
  /// Inserts, replaces or removes the level at the price of `level`. The levels are sorted by `precedes`.
  fileprivate mutating func set(_ level: BookLevel, _ precedes: (Decimal, Decimal) -> Bool) {
    var (lower, upper, step) = (startIndex, endIndex, 1)
    // From the end, in growing steps, and then between the last two.
    while upper - step >= lower {
      if !precedes(level.price, self[upper - step].price) {
        lower = upper - step
        break
      }
      upper -= step
      step *= 2
    }
    while lower < upper {
      let middle = (lower + upper) / 2
      if precedes(level.price, self[middle].price) {
        upper = middle
      } else {
        lower = middle + 1
      }
    }
    // All levels before `lower` have the same price or one that precedes it.
    let isKnown = lower > startIndex && !precedes(self[lower - 1].price, level.price)
    switch (isKnown, level.quantity.isZero) {
    case (true, true): remove(at: lower - 1)
    case (true, false): self[lower - 1] = level
    case (false, true): break
    case (false, false): insert(level, at: lower)
    }
  }
}
