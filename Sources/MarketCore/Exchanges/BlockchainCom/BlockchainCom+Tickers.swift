extension BlockchainCom {
  /// Requests `/tickers/SYMBOL` for one pair. Requests `/tickers` for several or all pairs, for one whose
  /// symbol cannot be in a path, and for one that seems to be unlisted.
  package func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    guard let pair = pairs.single, pair.isRequestable else {
      return try await allTickers(in: scope)
    }
    do throws(MarketError) {
      let response = try await scope.get("tickers", pair.symbol)
      let ticker = Ticker(try response.parsed { try BlockchainTicker($0) })
      guard ticker.pair == pair else { throw .malformed("unexpected pair \(ticker.pair)") }
      return try Answer([ticker], in: response)
    } catch  where canIndicateUnlistedPair(error) {
      if let answer = try? await allTickers(in: scope) { return answer }
      throw error
    }
  }

  private func allTickers(in scope: RequestScope) async throws(MarketError) -> Answer<[Ticker]> {
    try await scope.get("tickers").rows { (list: JSONArray) in
      try list.objects(named: .symbol) { Ticker(try BlockchainTicker($0)) }
    }
  }
}
