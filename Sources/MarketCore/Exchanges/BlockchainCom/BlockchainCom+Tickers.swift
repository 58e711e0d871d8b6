import Foundation

extension BlockchainCom {
  /// `/tickers/SYMBOL` for one pair, `/tickers` for several, and for one that it fails to send.
  public func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    guard let pair = pairs.single, pair.isRequestable else {
      return try await allTickers(in: scope)
    }
    do throws(MarketError) {
      let response = try await scope.get("tickers", pair.symbol)
      let ticker = try response.parsed(Self.ticker)
      try MarketError.check(ticker.pair, is: pair)
      return try Answer([ticker], in: response)
    } catch  where canIndicateUnlistedPair(error) {
      if let answer = try? await allTickers(in: scope) { return answer }
      throw error
    }
  }

  private func allTickers(in scope: RequestScope) async throws(MarketError) -> Answer<[Ticker]> {
    let response = try await scope.get("tickers")
    return try Answer(
      response.parsed { (list: JSONArray) in try list.objects(named: "symbol", Self.ticker) },
      in: response)
  }

  /// `{"symbol":"BTC-USD","price_24h":26954.18,"volume_24h":31.5,"last_trade_price":27412.35}`; only
  /// the symbol must be there. A price is 0 when there was no trade by then, or never.
  static func ticker(_ row: JSONObject) throws -> Ticker {
    Ticker(
      pair: Pair(symbol: try row.name("symbol")), open: try row.number("price_24h"),
      volume: try row.number("volume_24h"), last: try row.number("last_trade_price"),
      showsMissingLastAsZero: true)
  }
}
