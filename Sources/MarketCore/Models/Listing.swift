/// A pair on an exchange.
public struct Listing: Hashable, Sendable {
  /// The exchange; `nil` if there is no single exchange, as for a coin, or if it is unknown.
  public let exchange: ExchangeID?
  public let pair: Pair

  /// Creates a listing.
  public init(exchange: ExchangeID?, pair: Pair) {
    self.exchange = exchange
    self.pair = pair
  }
}
