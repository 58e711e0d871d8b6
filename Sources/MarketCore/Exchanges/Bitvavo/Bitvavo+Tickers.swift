extension Bitvavo {
  /// Requests `/ticker/24h?market=BTC-EUR` for one pair, an object; else `/ticker/24h`, a list of about 440
  /// objects with a weight of 25. Whether it has markets that are not traded now is unconfirmed.
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
    let market = try pairs.single?.requestableSymbol()
    let response = try await scope.get(
      "ticker", "24h", query: ["market": market], cost: market == nil ? 25 : 1)
    if market != nil { return try Answer([response.parsed(Self.ticker)], in: response) }
    return try response.rows { (list: JSONArray) in
      try list.objects(named: "market", Self.ticker)
    }
  }

  /// `{"market":"BTC-EUR","startTimestamp":1795096800000,"timestamp":1795183200000,"open":"24806",
  /// "openTimestamp":1795096812345,"high":"2.541E+4","low":"24790","last":"25223","closeTimestamp":
  /// 1795183195123,"bid":"25222","bidSize":"0.1","ask":"25224","askSize":"0.2","volume":"31.5",
  /// "volumeQuote":"790125.25"}`. Numbers can have an exponent or zeros at their end. `open` is the price of
  /// the first trade in the 24 hours before the response. `closeTimestamp` is the time of the last one; it
  /// was not sent in 2019. `volume` is in the base currency. Without a trade in 24 hours, values are null
  /// (unconfirmed; clients allow for it).
  private static func ticker(_ row: JSONObject) throws -> Ticker {
    var ticker = try row.ticker(
      of: Pair(symbol: try row.name("market")), last: "last", open: "open", high: "high",
      low: "low", volume: "volume", bid: "bid", ask: "ask")
    ticker.tradedAt = try row.time(milliseconds: "closeTimestamp")
    return ticker
  }
}
