/// The spot market of the Crypto.com Exchange, by version 1 of its public API. The prices of the Crypto.com
/// app are others. Sources: exchange-docs.crypto.com, as copied in November 2025
/// (github.com/rosssaunders/coincise), responses of June 2023, August and September 2026, and where noted
/// probes of September 2026 (github.com/nemanull/arbitrage-observatory).
package struct CryptoCom: Exchange {
  /// Each method allows 100 requests per second and address: one limit for all methods is safe. Whether
  /// prices are cached is unconfirmed, so the interval is 1 s, the shortest possible one. A side of a book
  /// has at most 150 levels: 50 are documented, 150 were sent, 200 were rejected (probes). Single orders and
  /// names of currencies are not sent. The exchange also has candles of 2h and 14D; only one adapter has 6h
  /// (unconfirmed).
  ///
  /// No codes of its own are known. `USD_Stable_Coin`, which one adapter maps to USDC, was a name of balances
  /// in dollars until 2022 (change log), not of a traded currency.
  package let info = ExchangeInfo(
    id: "cryptocom", title: "Crypto.com", url: "https://api.crypto.com/exchange/v1/public",
    minimumPollInterval: .seconds(1)
  ) {
    $0.limit = RateLimit("requests", 100, per: .seconds(1))
    $0.periods = Period.allCases.filter { $0 != .sixHours }
    $0.bookLimit = 150
    $0.sizeParameters = ["depth", "count"]
    $0.itemParameters = ["instrument_name"]
  }

  /// The exchange, at its own address.
  package init() {}

  /// The name of a pair in a request: `BTC_USD`.
  static func name(of pair: Pair) throws(MarketError) -> String {
    try pair.requestableSymbol(separator: "_")
  }

  /// The pair of a name such as `BTC_USD`; `nil` for contracts, whose names have no underscore:
  /// `BTCUSD-PERP`, `BTCUSD-260828`. Lists have both.
  static func pair(of name: String) -> Pair? { Pair(name: name, separator: "_") }

  /// The rows of a response: `{"id":-1,"method":"public/get-tickers","code":0,"result":{"data":[…]}}`.
  static func data(in root: JSONObject) throws -> JSONArray {
    try root.object("result").array("data")
  }
}
