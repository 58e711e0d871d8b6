/// Bitvavo's spot market, by version 2 of its API. Sources: docs.bitvavo.com (pages of 2025 and 2026), where
/// noted the code of open-source clients, and responses of 2018 to October 2026.
package struct Bitvavo: Exchange {
  /// Requests with a total weight of 1,000 are allowed per minute of the clock. An address that exceeds this
  /// limit is blocked for 15 minutes, so a weight of 50 is left to other programs at this address. At an
  /// interval of 2 s, the tickers of all pairs have a weight of 750 per minute. Single orders are not sent.
  /// Bitvavo also has candles of 2h and 8h.
  ///
  /// Codes: MIOTA is IOTA (two open-source adapters). LUNA is Terra Classic, LUNA2 is Terra 2 (unconfirmed).
  /// BOB is Build on Bitcoin, RON is Ronin; they need no entry.
  package let info = ExchangeInfo(
    id: "bitvavo", title: "Bitvavo", url: "https://api.bitvavo.com/v2",
    minimumPollInterval: .seconds(2)
  ) {
    $0.limit = RateLimit("weight", 950, per: .seconds(60))
    $0.hasNames = true
    $0.periods = Period.allCases
    $0.bookLimit = 1000
    $0.sizeParameters = ["depth", "limit"]
    $0.itemParameters = ["market"]
    $0.codes = CoinCodes(["MIOTA": "IOTA", "LUNA": "LUNC", "LUNA2": "LUNA"])
  }

  package init() {}

  /// The cached names of `/assets`: `[{"symbol":"BTC","name":"Bitcoin","decimals":8,…}]`.
  func names(of pairs: [Pair], in scope: RequestScope) async -> NameList {
    await scope.currencyNames(of: pairs) { () async throws(MarketError) in
      try await scope.get("assets").parsed { (list: JSONArray) in
        try list.objects(named: "symbol", Self.asset)
      }
    }
  }

  private static func asset(_ row: JSONObject) throws -> (code: String, name: String)? {
    let code = try row.name("symbol")
    return try row.text("name").map { (code, $0) }
  }
}
