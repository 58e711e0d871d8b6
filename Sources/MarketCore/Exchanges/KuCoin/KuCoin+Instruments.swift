extension KuCoin {
  private typealias Listed = (symbol: String, instrument: Instrument)

  /// Requests `/v2/symbols/SYMBOL` for one pair, else `/v2/symbols`.
  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    var symbol: String?
    if let pair = pairs.single { symbol = try await self.symbol(of: pair, in: scope) }
    let answer = try await symbols(symbol, in: scope).map { $0.map(\.instrument) }
    guard withNames else { return answer }
    return answer.with(await names(of: answer.value.map(\.pair), in: scope))
  }

  /// The cached symbols of all pairs, or of the pair whose symbol this is.
  func directory(
    of symbol: String? = nil, in scope: RequestScope,
    isOutdated: (SymbolDirectory<String>) -> Bool = { _ in false }
  ) async throws(MarketError) -> SymbolDirectory<String> {
    try await scope.directory(about: symbol ?? "", isOutdated: isOutdated) {
      () async throws(MarketError) in
      let listed = try await symbols(symbol, in: scope)
      return SymbolDirectory(
        listed.value.map { ($0.symbol, $0.instrument.pair) }, listed.warnings)
    }
  }

  private func symbols(
    _ symbol: String?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Listed]> {
    if let symbol {
      do throws(MarketError) {
        let response = try await scope.get("v2", "symbols", symbol, cost: 4)
        return try Answer([Self.data(of: response, Self.listed)], in: response)
      } catch .missing {
        // A recording may have only the list.
      }
    }
    return try await scope.get("v2", "symbols", cost: 4).rows { (root: JSONObject) in
      try root.array("data").objects(named: "symbol", Self.listed)
    }
  }

  /// `{"symbol":"BTC-USDT","name":"BTC-USDT","baseMinSize":"0.00001","baseMaxSize":"10000000000",
  /// "baseIncrement":"0.00000001","priceIncrement":"0.1","minFunds":"0.1","enableTrading":true,
  /// "callauctionIsEnabled":false,…}`; `minFunds`, the smallest value of an order, can be null (BTC-EUR,
  /// May 2025). During a call auction, `enableTrading` can be false (SXT-USDT, May 2025).
  private static func listed(_ row: JSONObject) throws -> Listed {
    let symbol = try row.name("symbol")
    let isAuction: Bool = try row.optionalValue("callauctionIsEnabled") ?? false
    let isEnabled: Bool? = try row.optionalValue("enableTrading")
    let status = isAuction ? "call auction" : isEnabled.map { $0 ? "enabled" : "disabled" }
    let instrument = Instrument(
      pair: try pair(row, named: "name"), status: status,
      state: isAuction ? .limited : isEnabled.map { $0 ? .open : .closed },
      tickSize: try row.price("priceIncrement", quoted: true),
      lotSize: try row.price("baseIncrement", quoted: true),
      minimumOrder: try row.price("baseMinSize", quoted: true),
      maximumOrder: try row.price("baseMaxSize", quoted: true),
      minimumNotional: try row.price("minFunds", quoted: true), id: .text(symbol))
    return (symbol, instrument)
  }
}
