import Foundation

extension KuCoin {
  /// Requests `/v1/market/stats` for one pair, else `/v1/market/allTickers`, which has the same weight.
  /// Names of currencies require a further request.
  package func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    try await scope.tickers(
      of: pairs, withNames: details.names, names: { await names(of: $0, in: scope) }
    ) { () async throws(MarketError) in try await rows(of: pairs, in: scope) }
  }

  private func rows(
    of pairs: [Pair]?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    if let pair = pairs.single {
      let symbol = try await symbol(of: pair, in: scope)
      do throws(MarketError) {
        let query: KeyValuePairs<String, String?> = ["symbol": symbol]
        let response = try await scope.get("v1", "market", "stats", query: query, cost: 15)
        return try Answer(
          [Self.data(of: response) { try Self.ticker(of: pair, $0) }], in: response)
      } catch .missing {
        // A recording may have only the list.
      }
    }
    return try await scope.get("v1", "market", "allTickers", cost: 15).rows { (root: JSONObject) in
      try root.object("data").array("ticker").objects(named: "symbol") { row in
        try Self.ticker(of: Self.pair(row, named: "symbolName"), row)
      }
    }
  }

  /// `{"symbol":"BTC-USDT","symbolName":"BTC-USDT","buy":"27412.3","sell":"27412.4","changeRate":"0.017",
  /// "changePrice":"458.2","open":"26954.1","high":"27500","low":"26900","vol":"312.5",
  /// "volValue":"8566343.75","last":"27412.3",…}`, of 24 hours; `vol` is in the base currency. `open` is sent
  /// since 2026; without it, it is the last price minus its change, which is equal on all rows of
  /// 2026-08-27. That values of a new pair are null is unconfirmed.
  private static func ticker(of pair: Pair, _ row: JSONObject) throws -> Ticker {
    var ticker = try row.ticker(
      of: pair, last: "last", open: "open", high: "high", low: "low", volume: "vol", bid: "buy",
      ask: "sell")
    if ticker.open == nil {
      ticker.setOpen(changedByAmount: try row.number("changePrice", quoted: true))
    }
    return ticker
  }
}
