extension OKX {
  package func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let response: Transport.Response
    if let pair = pairs.single {
      response = try await scope.get("market", "ticker", query: ["instId": Self.name(of: pair)])
    } else {
      response = try await scope.get("market", "tickers", query: ["instType": "SPOT"])
    }
    return try response.rows { (root: JSONObject) in
      try root.array("data").objects(named: "instId", Self.ticker)
    }
  }

  /// `{"instType":"SPOT","instId":"BTC-USDT","last":"27412.3","askPx":"27412.4","bidPx":"27412.3",
  /// "open24h":"26954.1","high24h":"27500","low24h":"26900","vol24h":"312.5","volCcy24h":"8566343.75",
  /// "sodUtc0":"27180",…,"ts":"1795183200000"}`: `vol24h` is the volume in the base currency, `volCcy24h`
  /// in the quote currency. `open24h` is the price 24 hours ago; `sodUtc0` and `sodUtc8` are prices at
  /// midnight. An empty text is an unknown value, as for a pair before its first trade (unconfirmed). `ts`
  /// is the time of the row, in milliseconds; for a suspended pair it can be years ago.
  private static func ticker(_ row: JSONObject) throws -> Ticker {
    var ticker = try row.ticker(
      of: Pair(symbol: try row.name("instId")), last: "last", open: "open24h", high: "high24h",
      low: "low24h", volume: "vol24h", bid: "bidPx", ask: "askPx", canBeEmpty: true)
    ticker.tradedAt = try row.time(milliseconds: "ts", quoted: true)
    return ticker
  }
}
