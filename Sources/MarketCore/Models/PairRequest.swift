/// A pair, coin or pattern of pairs, and the exchanges that it is requested from.
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

extension Pair {
  /// The pattern whose text is the symbol, as in `ETH-*`; `nil` if the symbol has neither `*` nor `?`. No
  /// exchange lists such a symbol.
  package var pattern: SymbolFilter? {
    symbol.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
      ? SymbolFilter(symbol) : nil
  }

  /// The base of a pair; a coin and a pattern stay as they are.
  package var coin: Pair { pattern == nil ? base.map { Pair(symbol: $0) } ?? self : self }

  /// Whether this is a coin that was requested, as in `BTC`: neither a pair nor a pattern.
  package var isCoin: Bool { base == nil && pattern == nil }
}
