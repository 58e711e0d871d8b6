public import Foundation

/// What to show of an order book.
public struct BookQuery: Hashable, Sendable {
  /// The largest number of levels or orders to show per side, 0 or more; `nil` for all.
  public var depth: Int?
  /// The number of price levels per side that the imbalance counts, displayed or not; `nil` for all.
  package var imbalanceDepth: Int?
  /// The width of a level in the quote currency, above 0; `nil` for levels at exact prices.
  public var step: Decimal?
  /// Whether to show price levels or single orders. Single orders are never grouped.
  public var detail: BookDetail
  /// The market order whose fill is computed; `nil` if there is no order.
  public var order: MarketOrder?
  /// The fees of the order; `nil` if they are not considered.
  public var fees: TakerFees?

  /// A query with these properties.
  public init(
    depth: Int? = 10, imbalanceDepth: Int? = 10, step: Decimal? = nil,
    detail: BookDetail = .levels, order: MarketOrder? = nil, fees: TakerFees? = nil
  ) {
    self.depth = depth
    self.imbalanceDepth = imbalanceDepth
    self.step = step
    self.detail = detail
    self.order = order
    self.fees = fees
  }
}
