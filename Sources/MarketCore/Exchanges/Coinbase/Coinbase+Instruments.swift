import Foundation

extension Coinbase {
  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    async let firstNames = names(of: pairs, ifNeeded: withNames, in: scope)
    let answer: Answer<[Instrument]>
    if let pair = pairs.single {
      let response = try await scope.get("products", try pair.requestableSymbol())
      answer = try Answer([response.parsed(Self.product)].compactMap(\.self), in: response)
    } else {
      answer = try await products(in: scope)
    }
    let listed = answer.value.map(\.pair)
    return answer.with(await renewed(await firstNames, for: listed, in: scope))
  }

  /// The products that can be traded: `/products` also has others, such as delisted ones.
  func products(in scope: RequestScope) async throws(MarketError) -> Answer<[Instrument]> {
    try await scope.get("products").rows { (list: JSONArray) in
      try list.objects(named: "id", Self.product)
    }
  }

  /// `{"id":"BTC-USD","status":"online","trading_disabled":false,"quote_increment":"0.01",…}`; `nil` if the
  /// product cannot be traded. Its id is the pair, which can differ from its currencies: `BTCAUCTION-USD`
  /// has the base currency BTC. A status is `online` or `delisted`; about 500 of 839 are online (September
  /// 2026). `base_min_size` and `base_max_size` were removed in 2022.
  private static func product(_ row: JSONObject) throws -> Instrument? {
    let id = try row.name("id")
    let status = try row.text("status")
    let isDisabled: Bool = try row.optionalValue("trading_disabled") ?? false
    // If one of these members is true, trading is restricted.
    let limits: [JSONKey] = ["post_only", "limit_only", "cancel_only", "auction_mode"]
    let isLimited = limits.contains { (try? row.optionalValue($0)) == true }
    let instrument = Instrument(
      pair: Pair(symbol: id), status: status,
      state: status.map { _ in isLimited ? .limited : .open },
      tickSize: try row.price("quote_increment", quoted: true),
      lotSize: try row.price("base_increment", quoted: true),
      minimumNotional: try row.number("min_market_funds", quoted: true), id: .text(id))
    return (status ?? "online") == "online" && !isDisabled ? instrument : nil
  }
}
