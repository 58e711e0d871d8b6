import Foundation

extension Binance {
  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    try await exchangeInfo(of: pairs, in: scope).rows { (root: JSONObject) in
      try root.array("symbols").objects(named: "symbol", Self.instrument)
    }
  }

  /// `{"symbol":"BTCUSDT",…,"status":"TRADING","filters":[{"filterType":"PRICE_FILTER",
  /// "tickSize":"0.01000000",…},…]}`: filters restrict orders. A step of 0 means no step.
  private static func instrument(_ row: JSONObject) throws -> Instrument {
    let (symbol, pair) = try symbol(row)
    let status = try row.text("status")
    var tickSize, lotSize, minimumOrder, maximumOrder, minimumNotional: Decimal?
    for filter in try row.optionalValue("filters") ?? [JSONObject]() {
      switch try filter.text("filterType") {
      case "PRICE_FILTER":
        tickSize = try tickSize ?? filter.number("tickSize", quoted: true)
      case "LOT_SIZE":
        lotSize = try lotSize ?? filter.number("stepSize", quoted: true)
        minimumOrder = try minimumOrder ?? filter.number("minQty", quoted: true)
        maximumOrder = try maximumOrder ?? filter.number("maxQty", quoted: true)
      // The smallest value of an order, its price times its quantity. `MIN_NOTIONAL` is the older name.
      case "NOTIONAL", "MIN_NOTIONAL":
        minimumNotional = try minimumNotional ?? filter.number("minNotional", quoted: true)
      default: break
      }
    }
    return Instrument(
      pair: pair, status: status, state: status.flatMap { states[$0] },
      tickSize: tickSize.nilIfZero, lotSize: lotSize.nilIfZero, minimumOrder: minimumOrder,
      maximumOrder: maximumOrder, minimumNotional: minimumNotional, id: .text(symbol))
  }

  /// `AUCTION_MATCH`, `PRE_TRADING`, `POST_TRADING` and `END_OF_DAY` are documented, but were not seen in
  /// responses (unconfirmed). Other statuses may exist.
  private static let states: [String: Instrument.State] = [
    "TRADING": .open, "AUCTION_MATCH": .limited, "PRE_TRADING": .limited, "POST_TRADING": .limited,
    "BREAK": .closed, "HALT": .closed, "END_OF_DAY": .closed,
  ]
}
