/// Gate's spot market, by version 4 of its public API. Sources, unless another one is named: its documentation,
/// as copied in November 2025 (github.com/rosssaunders/coincise), the SDK gateapi-python of July 2025,
/// responses of August and September 2026, as other clients recorded them, and the client ccxt 4.5.90.
package struct Gate: Exchange {
  /// 200 requests in 10 seconds are allowed per address and path: one limit for all paths is safe. How long
  /// prices are cached is unknown, so the interval is 1 s, the shortest possible one. The depth limit of books
  /// is from ccxt (unconfirmed). Single orders are not sent. Of each period, the newest 10,000 candles
  /// are available (`Maximum 10000 points ago are allowed`). 6h and 12h are not documented, but were answered
  /// on 2026-09-25.
  ///
  /// Codes (source: one open-source adapter, unconfirmed): MPH is Morpher, BIFI is Bitcoin File, GTC is
  /// Game.com, VAI is VAIOT.
  package let info = ExchangeInfo(
    id: "gate", title: "Gate", url: "https://api.gateio.ws/api/v4",
    minimumPollInterval: .seconds(1)
  ) {
    $0.limit = RateLimit("requests", 200, per: .seconds(10))
    $0.hasNames = true
    $0.periods = Period.allCases
    ($0.historyDepth, $0.bookLimit) = (10_000, 1000)
    $0.sizeParameters = ["limit", "from"]
    $0.codes = CoinCodes([
      "88MPH": "MPH", "MPH": "MPH.gate", "BIFI": "BIFI.gate", "GTC": "GTC.gate",
      "VAI": "VAI.gate",
    ])
  }

  package init() {}

  /// The name of a pair in a request: `BTC_USDT`. It need not be ASCII (`币安人生_USDT`).
  static func name(of pair: Pair) throws(MarketError) -> String {
    guard let base = pair.base, let quote = pair.quote, pair.symbol.utf8.count <= 64,
      !pair.symbol.contains(where: { "_./".contains($0) || $0.isWhitespace })
    else { throw .notRequestable(pair) }
    return "\(base)_\(quote)"
  }

  /// The pair of a name such as `BTC_USDT`.
  static func pair(_ row: JSONObject, _ key: JSONKey) throws -> Pair {
    guard let pair = Pair(name: try row.name(key), separator: "_") else {
      throw row.invalid(key, "not in the form BASE_QUOTE")
    }
    return pair
  }
}

extension Gate {
  /// Names of the base currencies of these pairs: cached, from the row of one pair, or from the list,
  /// which is requested again, at most once per hour, if it lacks one of them.
  func names(of pairs: [Pair], in scope: RequestScope) async -> NameList {
    if let pair = pairs.first, let base = pair.base, pairs.count == 1,
      scope.cache.cached([String: String].self) == nil
    {
      let (names, warnings) = await scope.cache.optional("name for \(base)", about: base) {
        () async throws(MarketError) -> [String: String] in
        let listed = try await instruments(of: [pair], withNames: true, in: scope).value
        return listed.first?.name.map { [base: $0] } ?? [:]
      }
      return NameList(byCode: names, warnings: warnings)
    }
    return await scope.currencyNames(of: pairs) { () async throws(MarketError) in
      try await scope.get("spot", "currency_pairs").parsed { (list: JSONArray) in
        try list.objects(named: "id", Self.currency)
      }
    }
  }

  private static func currency(_ row: JSONObject) throws -> (code: String, name: String)? {
    let base = try pair(row, "id").base ?? ""
    return try row.currencyName("base_name").map { (base, $0) }
  }
}
