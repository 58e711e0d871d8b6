import Foundation

extension Kraken {
  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    try await rows("AssetPairs", of: pairs, in: scope, Self.instrument)
  }

  /// `{"altname":"XBTUSD","wsname":"XBT/USD","status":"online","tick_size":"0.1","pair_decimals":1,
  /// "lot_decimals":8,"ordermin":"0.0001","costmin":"0.5",…}`: orders and Kraken's pages use `altname`.
  /// `status` and `tick_size` were missing in 2021.
  private static func instrument(of pair: Pair, _ row: JSONObject) throws -> Instrument {
    let id = try row.text("altname")
    _ = try row.text("wsname")
    let status = try row.text("status")
    let tickSize = try row.number("tick_size", quoted: true)
    return Instrument(
      pair: pair, status: status, state: status.flatMap { states[$0] },
      tickSize: try tickSize ?? row.step(ofDecimals: "pair_decimals"),
      lotSize: try row.step(ofDecimals: "lot_decimals"),
      minimumOrder: try row.number("ordermin", quoted: true),
      minimumNotional: try row.number("costmin", quoted: true), id: id.map { .text($0) })
  }

  private static let states: [String: Instrument.State] = [
    "online": .open, "cancel_only": .limited, "post_only": .limited, "limit_only": .limited,
    "reduce_only": .limited,
  ]
}
