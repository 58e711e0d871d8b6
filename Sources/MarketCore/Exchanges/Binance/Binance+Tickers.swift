import Foundation

extension Binance {
  /// Requests `/ticker/24hr`. `type=MINI` omits bid and ask.
  package func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let isMini = !details.quotes
    let known = pairs?.filter { $0.joined != nil }
    if known?.isEmpty == true { return Answer([], asOf: .now) }
    do throws(MarketError) {
      return try await tickers(ofKnown: known, isMini: isMini, in: scope)
    } catch .unknownSymbol where known?.count ?? 1 > 1 {
      // One unknown symbol makes the request fail for all symbols.
      return try await tickers(ofKnown: nil, isMini: isMini, in: scope)
    }
  }

  private func tickers(
    ofKnown pairs: [Pair]?, isMini: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    async let firstListed = Result { () async throws(MarketError) in
      try await directory(of: pairs, in: scope)
    }
    let (symbol, selected, count) = Self.selection(of: pairs)
    let response = try await scope.get(
      "ticker", "24hr",
      query: ["symbol": symbol, "symbols": selected, "type": isMini ? "MINI" : nil],
      cost: count <= 20 ? 2 : count <= 100 ? 40 : 80)
    let rows: [Ticker]
    var warnings: [Warning] = []
    if symbol != nil {
      rows = [try response.parsed(Self.ticker)]
    } else {
      let all = try response.parsed { (list: JSONArray) in
        try list.objects(named: "symbol", Self.ticker)
      }
      rows = all.elements
      warnings = all.warnings
    }
    return try await firstListed.get().tickers(rows, in: response, warnings)
  }

  /// `{"symbol":"BTCUSDT","lastPrice":"27944.70000000",…}`, of the 24 hours until `closeTime`, with the
  /// volume in the base currency. The pair of this ticker is the symbol as it is sent, without a dash. For
  /// a dead pair, `closeTime` can be years ago, or prices, volume and the `count` of
  /// trades can be 0 (responses of 2019-08-22).
  private static func ticker(_ row: JSONObject) throws -> Ticker {
    var ticker = try row.ticker(
      of: Pair(symbol: try row.name("symbol")), last: "lastPrice", open: "openPrice",
      high: "highPrice", low: "lowPrice", volume: "volume", bid: "bidPrice", ask: "askPrice")
    ticker.tradedAt = try row.time(milliseconds: "closeTime")
    return ticker
  }
}
