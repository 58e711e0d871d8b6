/// Coinbase Exchange. Its API was called Coinbase Pro and GDAX before; api.coinbase.com is a different API.
/// Source: docs.cdp.coinbase.com/exchange, and responses of June to October 2026.
package struct Coinbase: Exchange {
  /// The list of all prices is cached for 5 seconds (`max-age=5`, response of 2026-09-11). For periods that
  /// are not listed here, the status is 400 `Unsupported granularity`. 15 requests at once are allowed, then
  /// 10 per second (docs.cdp.coinbase.com rest-api/rate-limits). The 15 at once are left to other programs
  /// at this address.
  ///
  /// Codes (sources: two open-source adapters; for BOBBOB, PAX, WLUNA and OMNI only one): VELO is
  /// Velodrome, SUP is Superfluid, OMNI is Omni Network, as on Kraken.
  package let info = ExchangeInfo(
    id: "coinbase", title: "Coinbase", url: "https://api.exchange.coinbase.com",
    minimumPollInterval: .seconds(5)
  ) {
    $0.limit = RateLimit("requests", 10, per: .seconds(1))
    ($0.hasOrders, $0.hasNames, $0.hasQuotesPerPair) = (true, true, true)
    $0.periods = [.oneMinute, .fiveMinutes, .fifteenMinutes, .oneHour, .sixHours, .oneDay]
    $0.codes = CoinCodes(
      [
        "CGLD": "CELO", "CORECHAIN": "CORE", "JUPITER": "JUP", "MANTLE": "MNT",
        "COSMOSDYDX": "DYDX", "ZETACHAIN": "ZETA", "WAXL": "AXL", "RONIN": "RON",
        "LIGHTER": "LIT", "LIT": "HEI", "FUN1": "FUN", "VELO": "VELODROME", "BOBBOB": "BOB",
        "SUP": "SUP.coinbase", "OMNI": "OMNI.kraken",
      ], ifUnlisted: ["PAX": "USDP", "WLUNA": "LUNC"])
  }

  package init() {}

  /// The cached pairs of `/products` that can be traded.
  package func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    try await scope.cache.value { () async throws(MarketError) in
      PairList(try await products(in: scope).requiringRows().value.map(\.pair))
    }
  }
}

extension Coinbase {
  /// Names of currencies, if needed: cached, from `/currencies`, or from `/currencies/CODE` for one pair.
  func names(of pairs: [Pair]?, ifNeeded isNeeded: Bool, in scope: RequestScope) async -> NameList {
    guard isNeeded else { return .none }
    guard let pair = pairs.single, let base = pair.base, pair.isRequestable,
      scope.cache.cached([String: String].self) == nil
    else { return await allNames(in: scope) }
    let (names, warnings) = await scope.cache.optional("name for \(base)", about: base) {
      () async throws(MarketError) -> [String: String] in
      do throws(MarketError) {
        let name = try await scope.get("currencies", base).parsed(Self.currency)
        return Dictionary([name].compactMap(\.self)) { first, _ in first }
      } catch .unknownSymbol {
        return [:]
      }
    }
    return NameList(byCode: names, warnings: warnings)
  }

  /// The names. Requests the list of names again, at most once per hour, if it lacks the base of a pair.
  func renewed(_ names: NameList, for pairs: [Pair], in scope: RequestScope) async -> NameList {
    guard names.byCode != nil, scope.cache.cached([String: String].self) != nil else {
      return names
    }
    return await allNames(of: pairs, in: scope)
  }

  private func allNames(of pairs: [Pair] = [], in scope: RequestScope) async -> NameList {
    await scope.currencyNames(of: pairs) { () async throws(MarketError) in
      try await scope.get("currencies").parsed { (list: JSONArray) in
        try list.objects(Self.currency)
      }
    }
  }

  private static func currency(_ row: JSONObject) throws -> (code: String, name: String)? {
    let code = try row.requiredText("id")
    return try row.text("name").map { (code, $0) }
  }
}
