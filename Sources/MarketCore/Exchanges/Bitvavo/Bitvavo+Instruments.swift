extension Bitvavo {
  /// FILL IN: `/symbols`.
  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    try await scope.get("symbols").rows { (list: JSONArray) in
      try list.objects(named: "symbol", Self.instrument)
    }
  }

  /// FILL IN: `{"symbol":"BTC-USD","status":"online","tick_size":"0.01","lot_size":"0.00000001",…}`.
  private static func instrument(_ row: JSONObject) throws -> Instrument {
    let symbol = try row.name("symbol")
    let status = try row.text("status")
    return Instrument(
      pair: Pair(symbol: symbol), status: status, state: status.flatMap { states[$0] },
      tickSize: try row.price("tick_size", quoted: true),
      lotSize: try row.price("lot_size", quoted: true), id: .text(symbol))
  }

  /// FILL IN: the exchange's words; those of unknown meaning are unconfirmed.
  private static let states: [String: Instrument.State] = ["online": .open, "offline": .closed]
}
