package import Foundation

/// A price level as an exchange has sent it. Its texts are kept, because checksums are over texts.
///
/// It is on the heap, because an update far from the best price moves thousands of levels, and thus only their
/// references.
package final class BookLevel: Sendable {
  package let price: Decimal
  /// The whole quantity at this price, in the base currency; 0 for a level that is removed.
  package let quantity: Decimal
  /// The number of orders; `nil` if it is unknown.
  package let orders: Int64?
  /// The price and the quantity in the exchange's spelling, such as `27412.30` and `-0.5`.
  package let priceText, quantityText: String

  package init(
    _ price: JSONReader.Number, _ quantity: JSONReader.Number, orders: Int64? = nil
  ) {
    (self.price, priceText) = (price.value, price.text)
    (self.quantity, quantityText) = (quantity.value, quantity.text)
    self.orders = orders
  }
}

extension BookLevel: Equatable {
  package static func == (lhs: BookLevel, rhs: BookLevel) -> Bool {
    (lhs.price, lhs.quantity, lhs.orders) == (rhs.price, rhs.quantity, rhs.orders)
      && (lhs.priceText, lhs.quantityText) == (rhs.priceText, rhs.quantityText)
  }
}

/// The changes of the book of a pair in a message of a stream.
package struct BookUpdate: Equatable, Sendable {
  package var pair: Pair
  /// Whether the levels are the whole book, or as much of it as the exchange sends. Otherwise each level
  /// replaces the level at its price.
  package var isWhole: Bool
  /// The levels in any order.
  package var bids: [BookLevel] = []
  package var asks: [BookLevel] = []
  /// The checksum of the book after this update; `nil` if the message does not have one.
  package var checksum: UInt32?

  package init(_ pair: Pair, isWhole: Bool) { (self.pair, self.isWhole) = (pair, isWhole) }

  var isEmpty: Bool { bids.isEmpty && asks.isEmpty }

  package mutating func add(_ level: BookLevel, _ side: Side) {
    if side == .bid { bids.append(level) } else { asks.append(level) }
  }
}
