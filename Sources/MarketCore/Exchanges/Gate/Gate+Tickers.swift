import Foundation

extension Gate {
  /// Requests `/spot/tickers`, for one pair a list of one. Names of currencies require a further request.
  package func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let name = try pairs.single.map(Self.name)
    return try await scope.tickers(
      of: pairs, withNames: details.names, names: { await names(of: $0, in: scope) }
    ) { () async throws(MarketError) in
      try await scope.get("spot", "tickers", query: ["currency_pair": name]).rows {
        (list: JSONArray) in
        try list.objects(named: "currency_pair", Self.ticker)
      }
    }
  }

  /// `{"currency_pair":"BTC_USDT","last":"27412.3","lowest_ask":"27412.4","highest_bid":"27412.3",
  /// "change_percentage":"1.7","base_volume":"312.5","quote_volume":"8566343.75","high_24h":"27500",
  /// "low_24h":"26900"}`, of 24 hours. The price 24 hours ago is not sent: it is computed from the percentage,
  /// which has two decimals. A side without orders is an empty text. A dead pair keeps its last price, and
  /// has zeros (responses of 2026-08-27). A volume can be `nan` (ccxt, unconfirmed).
  private static func ticker(_ row: JSONObject) throws -> Ticker {
    let isVolumeKnown = (try? row.text("base_volume")) != "nan"
    var ticker = try row.ticker(
      of: pair(row, "currency_pair"), last: "last", high: "high_24h", low: "low_24h",
      volume: isVolumeKnown ? "base_volume" : nil, bid: "highest_bid", ask: "lowest_ask",
      canBeEmpty: true)
    let percentage = try row.number("change_percentage", quoted: true, canBeEmpty: true)
    ticker.setOpen(changedBy: percentage?.divided(by: 100))
    return ticker
  }
}
