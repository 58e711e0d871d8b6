extension Market {
  /// The tickers of what is requested from a client. All tickers are requested if `needsAll` is true, as for
  /// rates, and for coins and patterns. If no pair matches a pattern, the answer has the failure.
  func tickers(
    from client: MarketClient, _ details: TickerDetails, needsAll: Bool
  ) async -> Result<Answer<[Ticker]>, MarketError> {
    let requested = requests.filter { $0.exchanges.contains(client.exchange.id) }.map(\.pair)
    let patterns = requested.compactMap { pair in pair.pattern.map { (pair: pair, filter: $0) } }
    let others = requested.filter { $0.pattern == nil }
    guard needsAll || !patterns.isEmpty || others.contains(where: \.isCoin) else {
      return await client.tickers(of: others, details: details)
    }
    return await client.tickers(including: others, details: details).map { answer in
      var answer = answer
      for (pair, filter) in patterns where !client.answered.contains(pair) {
        if answer.value.contains(where: { filter.matches($0.pair.symbol) }) {
          client.answered.add([pair])
        } else {
          answer.failures.append(.unknownSymbol(pair.symbol, near: []))
        }
      }
      return answer
    }
  }

  /// Whether turnovers of the requested pairs need the prices of other pairs, as rates to `currency`.
  func needsRates(to currency: String) -> Bool { requests.contains { $0.pair.quote != currency } }
}
