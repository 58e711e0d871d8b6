/// Bitget's spot market, by version 2 of its public API, which is only maintained since version 3 exists.
/// Sources, unless another one is named: www.bitget.com/api-doc, as copied in November 2025
/// (github.com/rosssaunders/coincise), and responses of August and September 2026.
package struct Bitget: JoinedSymbolExchange {
  /// 20 requests per second are allowed per address and path for the paths used here, and 6,000 per minute for
  /// all: one limit for all paths is safe. Rows of tickers are about 1 s old, so the interval is 1 s. Single
  /// orders and names of currencies are not sent.
  ///
  /// Codes: FUN is Sport.fun, not FUNToken (sources: two open-source adapters). APX, DEGEN, NEIROCTO and
  /// TONCOIN: one adapter, unconfirmed.
  package let info = ExchangeInfo(
    id: "bitget", title: "Bitget", url: "https://api.bitget.com/api/v2",
    minimumPollInterval: .seconds(1)
  ) {
    $0.limit = RateLimit("requests", 20, per: .seconds(1))
    $0.periods = Period.allCases
    $0.bookLimit = 150
    $0.sizeParameters = ["limit"]
    $0.itemParameters = ["symbol"]
    $0.codes = CoinCodes(
      ["FUN": "FUN.kraken", "APX": "APX.bitget", "DEGEN": "DEGEN.bitget"],
      ifUnlisted: ["NEIROCTO": "NEIRO", "TONCOIN": "GRAM"])
  }

  package init() {}

  /// The cached symbols of `/spot/public/symbols`: `{"symbol":"WLFIUSD1","baseCoin":"WLFI",
  /// "quoteCoin":"USD1",…}`.
  package func directory(
    of pairs: [Pair]?, in scope: RequestScope
  ) async throws(MarketError) -> SymbolDirectory<String> {
    try await scope.directory(ofSymbol: pairs.single?.joined) { symbol throws(MarketError) in
      try await symbols(symbol, in: scope).parsed { (root: JSONObject) in
        try root.array("data").objects(named: "symbol", Self.symbol)
      }
    }
  }

  static func symbol(_ row: JSONObject) throws -> (symbol: String, pair: Pair) {
    try row.symbol("symbol", base: "baseCoin", quote: "quoteCoin")
  }
}
