/// Bitso's spot market, by version 3 of its API. Sources: docs.bitso.com (2025 and 2026), where noted the code
/// of open-source clients, and responses of 2018 to September 2026.
package struct Bitso: Exchange {
  /// api.bitso.com/v3 is another address of the same API, but without candles (July 2026). 60 requests per
  /// minute are allowed per address. An address that exceeds this limit is locked out for a minute, and if
  /// this is repeated, for 24 hours. So at most 5 requests are sent per 5 s, and the interval is 5 s.
  ///
  /// Names of currencies are not in the documentation. No codes are needed. `usd` is Bitso's own digital
  /// dollar, whose price is about 1 USD, so USD-MXN is the rate of a currency.
  package let info = ExchangeInfo(
    id: "bitso", title: "Bitso", url: "https://bitso.com/api/v3", minimumPollInterval: .seconds(5)
  ) {
    $0.limit = RateLimit("requests", 5, per: .seconds(5))
    $0.hasOrders = true
    $0.periods = [.oneMinute, .fiveMinutes, .fifteenMinutes, .thirtyMinutes, .oneHour]
    $0.bookLimit = 50
    $0.itemParameters = ["book"]
  }

  package init() {}

  /// The name of a pair in a request: `btc_mxn`.
  static func name(of pair: Pair) throws(MarketError) -> String {
    try pair.requestableSymbol(separator: "_").lowercased()
  }

  /// The pair in the member `book` of a row.
  static func pair(of row: JSONObject) throws -> Pair {
    guard let pair = Pair(name: try row.name("book"), separator: "_") else {
      throw row.invalid("book", "not in the form base_quote")
    }
    return pair
  }
}
