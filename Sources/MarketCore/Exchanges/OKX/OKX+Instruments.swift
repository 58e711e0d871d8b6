import Foundation

extension OKX {
  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    let name = try pairs.single.map(Self.name)
    let response = try await scope.get(
      "public", "instruments", query: ["instType": "SPOT", "instId": name])
    return try response.rows { (root: JSONObject) in
      try root.array("data").objects(named: "instId", Self.instrument)
    }
  }

  /// `{"instType":"SPOT","instId":"BTC-USDT","baseCcy":"BTC","quoteCcy":"USDT","state":"live","tickSz":"0.1",
  /// "lotSz":"0.00000001","minSz":"0.00001","maxLmtSz":"9999999999","maxMktSz":"1000000",…}`: sizes are in
  /// the base currency, except `maxMktSz`, the largest market order, which is in USDT.
  private static func instrument(_ row: JSONObject) throws -> Instrument {
    func size(_ key: JSONKey) throws -> Decimal? {
      try row.number(key, quoted: true, canBeEmpty: true).nilIfZero
    }
    let name = try row.name("instId")
    let status = try row.text("state")
    return Instrument(
      pair: Pair(symbol: name), status: status, state: status.flatMap { states[$0] },
      tickSize: try size("tickSz"), lotSize: try size("lotSz"), minimumOrder: try size("minSz"),
      maximumOrder: try size("maxLmtSz"), id: .text(name))
  }

  /// Which orders are accepted in `preopen` is unconfirmed. A `test` pair cannot be traded.
  private static let states: [String: Instrument.State] = [
    "live": .open, "preopen": .limited, "suspend": .closed, "test": .closed,
  ]
}
