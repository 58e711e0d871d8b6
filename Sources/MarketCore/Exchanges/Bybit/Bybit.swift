/// Bybit's spot market, by version 5 of its public API. Sources, unless another one is named: the
/// documentation of 2026-07-24 (github.com/bybit-exchange/docs), and responses of June 2023 to September 2026.
/// The parameter `category=spot` is always needed: without it, `/kline` is about contracts.
package struct Bybit: JoinedSymbolExchange {
  /// 600 requests per 5 s are allowed per address. How long prices are cached is unknown, so the interval is
  /// 1 s, the shortest possible one. A side of a book has at most 1,000 levels; older clients request 200.
  /// Single orders are not sent; names of currencies require a key. Addresses in the USA and in mainland China
  /// are rejected.
  ///
  /// Codes: NEIRO is Neiro on Ethereum (sources: two open-source adapters). OMNI is OmniCat, BOB is not Build on
  /// Bitcoin, ELON is Echelon (one adapter each, unconfirmed). BABY1 is BABY (unconfirmed). CATBNB is Simon's
  /// Cat (a notice of Bybit); which coin its CAT is, is unconfirmed. MONPRO, the older MON, needs no entry.
  package let info = ExchangeInfo(
    id: "bybit", title: "Bybit", url: "https://api.bybit.com/v5/market",
    minimumPollInterval: .seconds(1)
  ) {
    $0.limit = RateLimit("requests", 600, per: .seconds(5))
    $0.periods = Period.allCases
    $0.bookLimit = 1000
    $0.sizeParameters = ["limit"]
    $0.itemParameters = ["symbol"]
    $0.codes = CoinCodes(
      [
        "NEIROCTO": "NEIRO", "NEIRO": "NEIRO.bybit", "OMNI": "OMNI.bybit", "BOB": "BOB.bybit",
        "ELON": "ELON.bybit",
      ], ifUnlisted: ["BABY1": "BABY", "CATBNB": "CAT"])
  }

  package init() {}

  /// The cached symbols of `/instruments-info`: `{"symbol":"BTCUSDT","baseCoin":"BTC","quoteCoin":"USDT",…}`.
  package func directory(
    of pairs: [Pair]?, in scope: RequestScope
  ) async throws(MarketError) -> SymbolDirectory<String> {
    try await scope.directory(ofSymbol: pairs.single?.joined) { symbol throws(MarketError) in
      try await instruments(symbol, in: scope).parsed { (root: JSONObject) in
        try Self.list(root).objects(named: "symbol", Self.symbol)
      }
    }
  }

  static func symbol(_ row: JSONObject) throws -> (symbol: String, pair: Pair) {
    try row.symbol("symbol", base: "baseCoin", quote: "quoteCoin")
  }

  /// The list in `{"retCode":0,"retMsg":"OK","result":{"category":"spot","list":[…]},"time":1795183200123}`.
  static func list(_ root: JSONObject) throws -> JSONArray {
    try root.object("result").array("list")
  }
}
