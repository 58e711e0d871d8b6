import Foundation

extension BlockchainCom {
  /// `/tickers/SYMBOL` for one pair, `/tickers` for several, and for one that it fails to send.
  package func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    guard let pair = pairs.single, pair.isRequestable else {
      return try await allTickers(in: scope)
    }
    do throws(MarketError) {
      let response = try await scope.get("tickers", pair.symbol)
      let ticker = try response.parsed { try Self.ticker($0) }
      guard ticker.pair == pair else { throw .malformed("unexpected pair \(ticker.pair)") }
      return try Answer([ticker], in: response)
    } catch  where canIndicateUnlistedPair(error) {
      if let answer = try? await allTickers(in: scope) { return answer }
      throw error
    }
  }

  private func allTickers(in scope: RequestScope) async throws(MarketError) -> Answer<[Ticker]> {
    try await scope.get("tickers").rows { (list: JSONArray) in
      try list.objects(named: "symbol") { try Self.ticker($0) }
    }
  }

  /// `{"symbol":"BTC-USD","price_24h":26954.18,"volume_24h":31.5,"last_trade_price":27412.35}`, where only
  /// the symbol must be there: the price 24 hours ago is 0 when there was no trade by then, the last one
  /// when there never was one; the volume is in the base currency.
  // Borrows, for a row that is consumed is copied first.
  static func ticker(_ row: borrowing JSONObject) throws -> Ticker {
    let pair = Pair(symbol: try row.name("symbol"))
    let (open, volume) = (try row.number("price_24h"), try row.number("volume_24h"))
    return Ticker(
      pair: pair, open: open, volume: volume, last: try row.number("last_trade_price"),
      showsMissingLastAsZero: true)
  }
}
