import Foundation

/// A pair on an exchange.
public struct Listing: Hashable, Sendable {
  /// The exchange; `nil` if the pair belongs to no single exchange, such as a coin on several exchanges.
  public let exchange: ExchangeID?
  public let pair: Pair

  /// Creates a listing.
  public init(exchange: ExchangeID?, pair: Pair) {
    self.exchange = exchange
    self.pair = pair
  }
}
