/// A pair or coin, and the exchanges that it is requested from.
package struct PairRequest: Sendable {
  package let pair: Pair
  /// At least one exchange.
  package let exchanges: [ExchangeID]
  /// Whether the pair was typed with its exchange (`kraken:BTC-USD`).
  package let isPrefixed: Bool
  /// Whether history is requested, and no exchange was chosen. Then several exchanges can be tried.
  package let isOpen: Bool

  package init(
    _ pair: Pair, on exchanges: [ExchangeID], isPrefixed: Bool = false, isOpen: Bool = false
  ) {
    (self.pair, self.exchanges) = (pair, exchanges)
    (self.isPrefixed, self.isOpen) = (isPrefixed, isOpen)
  }
}
