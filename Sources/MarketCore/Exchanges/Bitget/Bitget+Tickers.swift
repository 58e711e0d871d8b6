import Foundation

extension Bitget {
  /// Requests `/spot/market/tickers`, of one pair with `symbol=BTCUSDT`: an array of one row.
  package func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    try await tickers(of: pairs.single, in: scope) { symbol throws(MarketError) in
      let response = try await scope.get("spot", "market", "tickers", query: ["symbol": symbol])
      let rows = try response.parsed { (root: JSONObject) in
        try root.array("data").objects(named: "symbol", Self.ticker)
      }
      return (response, rows)
    }
  }

  /// `{"open":"26954.1","symbol":"BTCUSDT","high24h":"27500","low24h":"26900.5","lastPr":"27412.3",
  /// "quoteVolume":"8566343.75","baseVolume":"312.5","usdtVolume":"8566343.75","ts":"1795183199004",
  /// "bidPr":"27412.3","askPr":"27412.4","bidSz":"0.25","askSz":"1","openUtc":"27180",…}`: `open` is the price
  /// 24 hours ago, `openUtc` the price at 00:00 UTC. A halted pair has only its last price: the other numbers
  /// are 0, and sizes are null (response of 2026-08-27). `ts` is the time of the statistics, in milliseconds;
  /// it was renewed for a halted pair, too.
  private static func ticker(_ row: JSONObject) throws -> Ticker {
    var ticker = try row.ticker(
      of: Pair(symbol: try row.name("symbol")), last: "lastPr", open: "open", high: "high24h",
      low: "low24h", volume: "baseVolume", bid: "bidPr", ask: "askPr", canBeEmpty: true)
    ticker.tradedAt = try row.time(milliseconds: "ts", quoted: true)
    return ticker
  }
}
