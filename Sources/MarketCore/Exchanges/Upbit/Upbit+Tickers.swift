extension Upbit {
  /// FILL IN: `/tickers?symbol=BTC-USD` for one pair, a row; else `/tickers`, a list of rows.
  package func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let response = try await scope.get(
      "tickers", query: ["symbol": try pairs.single?.requestableSymbol()])
    guard pairs.single == nil else {
      return try Answer([response.parsed(Self.ticker)], in: response)
    }
    return try response.rows { (list: JSONArray) in
      try list.objects(named: "symbol", Self.ticker)
    }
  }

  /// FILL IN: `{"symbol":"BTC-USD","last":"27412.35",…}`: since when the change is measured, the
  /// currency of the volume, what is sent where there was no trade. If the row has the time of its last
  /// trade, or of its statistics, it is the ticker's `tradedAt`.
  private static func ticker(_ row: JSONObject) throws -> Ticker {
    var ticker = try row.ticker(
      of: Pair(symbol: try row.name("symbol")), last: "last", open: "open", high: "high",
      low: "low", volume: "volume")
    ticker.bid = try row.price("bid", quoted: true)
    ticker.ask = try row.price("ask", quoted: true)
    return ticker
  }
}
