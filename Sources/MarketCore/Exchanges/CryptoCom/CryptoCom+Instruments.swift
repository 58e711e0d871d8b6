extension CryptoCom {
  /// Requests `/get-instruments`, which has no parameter for one pair.
  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    try await scope.get("get-instruments").rows { (root: JSONObject) in
      try Self.data(in: root).objects(named: "symbol", Self.instrument)
    }
  }

  /// `{"symbol":"PEPE_USD","inst_type":"CCY_PAIR","display_name":"PEPE/USD","base_ccy":"PEPE","quote_ccy":"USD",
  /// "quote_decimals":9,"quantity_decimals":0,"price_tick_size":"0.000000001","qty_tick_size":"10000",
  /// "tradable":true,…}`: steps can be larger than the decimals show. `tradable` is the only status. Limits of
  /// orders are not sent.
  private static func instrument(_ row: JSONObject) throws -> Instrument? {
    let name = try row.name("symbol")
    guard let pair = pair(of: name) else { return nil }
    let isTradable: Bool? = try row.optionalValue("tradable")
    return Instrument(
      pair: pair, status: isTradable.map { $0 ? "tradable" : "not tradable" },
      state: isTradable.map { $0 ? .open : .closed },
      tickSize: try row.price("price_tick_size", quoted: true),
      lotSize: try row.price("qty_tick_size", quoted: true), id: .text(name))
  }
}
