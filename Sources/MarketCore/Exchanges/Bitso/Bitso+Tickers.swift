import Foundation

extension Bitso {
  /// Requests `/ticker/?book=btc_mxn` for one pair: `{"success":true,"payload":{…}}`; else `/ticker/`, whose
  /// payload is a list of about 54 rows. The documentation requires `book`; without it, the list was sent in
  /// September 2026.
  package func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let name = try pairs.single.map(Self.name)
    let response = try await scope.get("ticker/", query: ["book": name])
    let found = try response.parsed { (root: JSONObject) -> (one: Ticker?, all: Rows<Ticker>?) in
      // A recorded list is replayed for one pair, too.
      if name != nil, let row = try? root.object("payload") { return (try Self.ticker(row), nil) }
      return (nil, try root.array("payload").objects(named: "book", Self.ticker))
    }
    if let rows = found.all { return try Answer(rows, in: response) }
    return try Answer([found.one].compactMap(\.self), in: response)
  }

  /// `{"high":"475000","last":"466010","created_at":"2026-11-20T14:00:00+00:00","book":"btc_mxn","volume":
  /// "31.5","vwap":"461900.25","low":"455000","ask":"466020","bid":"466010","change_24":"7810",
  /// "rolling_average_change":{"6":"0.0276"}}`, of the last 24 hours. `change_24` is the change of the price
  /// as an amount (it was not sent in 2018); the price 24 hours ago is exact. The volume is in the base
  /// currency. `created_at` is the time of the response. What is sent for a book without trades or orders is
  /// unconfirmed.
  private static func ticker(_ row: JSONObject) throws -> Ticker {
    var ticker = try row.ticker(
      of: pair(of: row), last: "last", high: "high", low: "low", volume: "volume", bid: "bid",
      ask: "ask")
    ticker.setOpen(changedByAmount: try row.number("change_24", quoted: true))
    return ticker
  }
}
