extension Bitvavo {
  /// Requests `/markets`. For one pair, too: which form the response has with `market` is unconfirmed.
  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    let answer = try await scope.get("markets").rows { (list: JSONArray) in
      try list.objects(named: "market", Self.instrument)
    }
    guard withNames else { return answer }
    return answer.with(await names(of: answer.value.map(\.pair), in: scope))
  }

  /// `{"market":"BTC-EUR","status":"trading","base":"BTC","quote":"EUR","pricePrecision":null,"tickSize":
  /// "1.00","quantityDecimals":8,"minOrderInBaseAsset":"0.00006607","minOrderInQuoteAsset":"5.00",
  /// "maxOrderInBaseAsset":"1000000000",…}`. Until 2025, `tickSize` was null, and `pricePrecision` was the
  /// number of significant digits of a price, which is not a step.
  private static func instrument(_ row: JSONObject) throws -> Instrument {
    let name = try row.name("market")
    let status = try row.text("status")
    return Instrument(
      pair: Pair(symbol: name), status: status, state: status.flatMap { states[$0] },
      tickSize: try row.price("tickSize", quoted: true),
      lotSize: try row.step(ofDecimals: "quantityDecimals"),
      minimumOrder: try row.number("minOrderInBaseAsset", quoted: true),
      maximumOrder: try row.number("maxOrderInBaseAsset", quoted: true),
      minimumNotional: try row.number("minOrderInQuoteAsset", quoted: true), id: .text(name))
  }

  private static let states: [String: Instrument.State] = [
    "trading": .open, "halted": .closed, "auction": .limited, "auctionMatching": .limited,
    "cancelOnly": .limited,
  ]
}
