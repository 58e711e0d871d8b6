/// The rows of requested pairs, coins and patterns among the rows of exchanges. The rows of a coin are the
/// pairs with this base.
struct RequestedRows {
  /// The pairs and coins, by their everyday names.
  private var listings: Set<Listing> = []
  private var patterns: [(filter: SymbolFilter, exchanges: [ExchangeID])] = []

  /// The rows of these requests. `names` are as in ``PolledExchanges/names``.
  init(_ requests: [PairRequest], names: [Listing: Listing]) {
    for request in requests {
      if let pattern = request.pair.pattern {
        patterns.append((pattern, request.exchanges))
      } else {
        let listings = request.exchanges.map { Listing(exchange: $0, pair: request.pair) }
        self.listings.formUnion(listings.map { names[$0] ?? $0 })
      }
    }
  }

  func contains(_ pair: Pair, on exchange: ExchangeID?) -> Bool {
    listings.contains(Listing(exchange: exchange, pair: pair))
      || pair.base.map { listings.contains(Listing(exchange: exchange, pair: Pair(symbol: $0))) }
        ?? false
      || patterns.contains { pattern in
        pattern.exchanges.contains { $0 == exchange } && pattern.filter.matches(pair.symbol)
      }
  }
}
