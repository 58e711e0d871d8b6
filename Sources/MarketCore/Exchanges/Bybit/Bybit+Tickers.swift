extension Bybit {
  /// Requests `/tickers?category=spot`, of one pair with `symbol=BTCUSDT`.
  package func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    try await tickers(of: pairs.single, in: scope) { symbol throws(MarketError) in
      let response = try await scope.get(
        "tickers", query: ["category": "spot", "symbol": symbol])
      let rows = try response.parsed { (root: JSONObject) in
        try Self.list(root).objects(named: "symbol", Self.ticker)
      }
      return (response, rows)
    }
  }

  /// `{"symbol":"BTCUSDT","bid1Price":"27412.3","bid1Size":"0.25","ask1Price":"27412.4",…,
  /// "lastPrice":"27412.3","prevPrice24h":"26954.1","price24hPcnt":"0.0170","highPrice24h":"27500",
  /// "lowPrice24h":"26900.5","turnover24h":"8566343.75","volume24h":"312.5","usdIndexPrice":""}`:
  /// `volume24h` is in the base currency, `turnover24h` in the quote currency; `price24hPcnt` is a rounded
  /// ratio. Without a trade, the volume is 0, and the high, the low and the price 24 hours ago are the last
  /// price (response of 2026-08-27). A row has no time. What is sent for a side without orders is unconfirmed:
  /// an empty text or 0 is an unknown price.
  private static func ticker(_ row: JSONObject) throws -> Ticker {
    try row.ticker(
      of: Pair(symbol: try row.name("symbol")), last: "lastPrice", open: "prevPrice24h",
      high: "highPrice24h", low: "lowPrice24h", volume: "volume24h", bid: "bid1Price",
      ask: "ask1Price", canBeEmpty: true)
  }
}
