extension Gate {
  /// Requests `/spot/currency_pairs/BTC_USDT` for one pair, an object, else `/spot/currency_pairs`.
  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    if let name = try pairs.single.map(Self.name) {
      let response = try await scope.get("spot", "currency_pairs", name)
      return try Answer([response.parsed(Self.instrument)], in: response)
    }
    return try await scope.get("spot", "currency_pairs").rows { (list: JSONArray) in
      try list.objects(named: "id", Self.instrument)
    }
  }

  /// `{"id":"BTC_USDT","base":"BTC","base_name":"Bitcoin","quote":"USDT","quote_name":"Tether",
  /// "min_base_amount":"0.000001","min_quote_amount":"3","max_base_amount":"100","amount_precision":6,
  /// "precision":1,"trade_status":"tradable","type":"normal",…}`: `precision` is the number of decimals of
  /// prices, `amount_precision` of quantities. Each limit can be missing.
  private static func instrument(_ row: JSONObject) throws -> Instrument {
    let status = try row.text("trade_status")
    return Instrument(
      pair: try pair(row, "id"), status: status, state: status.flatMap { states[$0] },
      tickSize: try row.step(ofDecimals: "precision"),
      lotSize: try row.step(ofDecimals: "amount_precision"),
      minimumOrder: try row.price("min_base_amount", quoted: true),
      maximumOrder: try row.price("max_base_amount", quoted: true),
      minimumNotional: try row.price("min_quote_amount", quoted: true),
      id: .text(try row.name("id")), name: try row.currencyName("base_name"))
  }

  /// A `buyable` or `sellable` pair has orders of one side only.
  private static let states: [String: Instrument.State] = [
    "tradable": .open, "buyable": .limited, "sellable": .limited, "untradable": .closed,
  ]
}
