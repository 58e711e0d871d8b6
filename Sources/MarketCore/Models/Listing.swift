/// A pair on an exchange.
public struct Listing: Hashable, Sendable {
  /// The id of the exchange, as in `kraken`.
  public let exchange: String
  /// The market.
  public let pair: Pair

  /// A listing of these parts.
  public init(exchange: String, pair: Pair) {
    self.exchange = exchange
    self.pair = pair
  }
}
