extension CryptoCom {
  /// Requests `/get-tickers?instrument_name=BTC_USD` for one pair, else `/get-tickers`.
  package func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let name = try pairs.single.map(Self.name)
    let response = try await scope.get("get-tickers", query: ["instrument_name": name])
    return try response.rows { (root: JSONObject) in
      try Self.data(in: root).objects(named: "i", Self.ticker)
    }
  }

  /// `{"i":"BTC_USD","h":"27500.00","l":"26900.10","a":"27412.31","v":"312.5000","vv":"8512031.44",
  /// "c":"0.0170","b":"27412.30","k":"27412.31","oi":"0","t":1795183200159}`: `a` is the last price, `b` the
  /// bid, `k` the ask, `v` the volume in the base currency. `vv` is the volume in USD, whatever the quote.
  /// The price 24 hours ago is not sent, only the change since then, `c`, as a ratio of 4 decimals (ccxt
  /// takes it as percent). Without trades or orders, values are null. `t` is when the row was published:
  /// pairs with many and with few trades had the same time (response of 2026-08-27).
  private static func ticker(_ row: JSONObject) throws -> Ticker? {
    guard let pair = pair(of: try row.name("i")) else { return nil }
    var ticker = try row.ticker(
      of: pair, last: "a", high: "h", low: "l", volume: "v", bid: "b", ask: "k")
    ticker.setOpen(changedBy: try row.number("c", quoted: true))
    return ticker
  }
}
