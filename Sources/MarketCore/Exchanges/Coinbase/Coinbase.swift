/// Coinbase Exchange, whose API was Coinbase Pro's and GDAX's before; api.coinbase.com is another one.
/// Source: docs.cdp.coinbase.com/exchange, and its answers of June to October 2026.
public struct Coinbase: Exchange {
  /// All prices together are cached for 5 seconds (`max-age=5`, as answered on 2026-09-11). Candles of
  /// other periods get 400 `Unsupported granularity`.
  public let info = ExchangeInfo(
    id: "coinbase", title: "Coinbase", url: "https://api.exchange.coinbase.com",
    minimumPollInterval: .seconds(5), hasOrders: true, hasNames: true,
    periods: [.oneMinute, .fiveMinutes, .fifteenMinutes, .oneHour, .sixHours, .oneDay],
    hasQuotesPerPair: true)

  /// The exchange, at its own address.
  public init() {}

  /// 15 requests at once, then 10 a second (docs.cdp.coinbase.com rest-api/rate-limits). The burst is
  /// left to other programs at this address.
  static let limit = RateLimit("requests", 10, per: .seconds(1))

  /// The listed pairs of `/products`.
  public func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    try await scope.cache.value { () async throws(MarketError) in
      let products = try await allProducts(in: scope).value
      return PairList(products.filter(\.isListed).map(\.instrument.pair))
    }
  }
}

/// Names of currencies.
extension Coinbase {
  /// The names by their codes.
  typealias Names = [String: String]

  /// The names for some pairs or all: `/currencies/CODE` for one pair, else `/currencies`.
  func names(
    of pairs: [Pair]?, ifNeeded isNeeded: Bool, in scope: RequestScope
  ) async -> (names: Names?, warnings: [Warning]) {
    guard isNeeded else { return (nil, []) }
    guard let pair = pairs.single, let base = pair.base, pair.isRequestable,
      scope.cache.cached(Names.self) == nil
    else { return await allNames(in: scope) }
    let (names, warnings) = await scope.cache.optional("name for \(base)", about: base) {
      () async throws(MarketError) in
      do throws(MarketError) {
        let response = try await scope.get("currencies", base, limit: Self.limit)
        return Self.names([try response.parsed(Self.currency)])
      } catch .unknownSymbol {
        return Names()
      }
    }
    // A recording that lacks it may have the list.
    guard names == nil else { return (names, warnings) }
    let all = await allNames(in: scope)
    return all.names == nil ? (nil, warnings) : all
  }

  /// The names, requested again when they lack one of these, but not within the hour.
  func renewed(
    _ names: (names: Names?, warnings: [Warning]), for pairs: [Pair], in scope: RequestScope
  ) async -> (names: Names?, warnings: [Warning]) {
    guard names.names != nil, scope.cache.cached(Names.self) != nil else { return names }
    return await allNames(in: scope) { names in
      pairs.contains { pair in pair.base.map { names[$0] == nil } ?? false }
    }
  }

  private func allNames(
    in scope: RequestScope, isOutdated: (Names) -> Bool = { _ in false }
  ) async -> (names: Names?, warnings: [Warning]) {
    let (names, warnings) = await scope.cache.optional("currency names", isOutdated: isOutdated) {
      () async throws(MarketError) in
      let response = try await scope.get("currencies", limit: Self.limit)
      let rows = try response.parsed { (list: JSONArray) in try list.objects(Self.currency) }
      return Self.names(rows.elements)
    }
    return (names, warnings)
  }

  private static func names(_ currencies: [(code: String, name: String?)]) -> Names {
    Dictionary(currencies.compactMap { code, name in name.map { (code, $0) } }) { first, _ in first
    }
  }

  /// `{"id":"BTC","name":"Bitcoin",…}`.
  private static func currency(_ row: JSONObject) throws -> (code: String, name: String?) {
    (try row.requiredText("id"), try row.text("name"))
  }
}
