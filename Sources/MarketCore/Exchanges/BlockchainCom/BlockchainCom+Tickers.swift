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
    let response = try await scope.get("tickers")
    // A decoder takes much longer. It is needed to find out which rows are invalid, and why.
    if let tickers = try? JSONReader.read(response.body, Self.tickers) {
      return try Answer(tickers, in: response)
    }
    return try response.rows { (list: JSONArray) in
      try list.objects(named: .symbol) { Ticker(try BlockchainTicker($0)) }
    }
  }

  /// Reads `/tickers`. Throws if a row is invalid.
  private static func tickers(_ reader: inout JSONReader) throws -> [Ticker] {
    var tickers: [Ticker] = []
    try reader.array { reader in
      var row = BlockchainTicker(symbol: "")
      try reader.object { name, reader in
        switch name {
        case "symbol": row.symbol = try reader.text()
        case "price_24h": row.price24h = try reader.optionalNumber()
        case "volume_24h": row.volume24h = try reader.optionalNumber()
        case "last_trade_price": row.lastTradePrice = try reader.optionalNumber()
        default: break
        }
      }
      guard row.symbol.isName else { throw MarketError.malformed("no symbol") }
      tickers.append(Ticker(row))
    }
    return tickers
  }
}
