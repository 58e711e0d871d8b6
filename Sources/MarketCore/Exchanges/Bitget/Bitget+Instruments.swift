import Foundation

extension Bitget {
  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    let symbol = try pairs.single?.joinedSymbol()
    return try await symbols(symbol, in: scope).rows { (root: JSONObject) in
      try root.array("data").objects(named: "symbol", Self.instrument)
    }
  }

  func symbols(
    _ symbol: String?, in scope: RequestScope
  ) async throws(MarketError) -> Transport.Response {
    try await scope.get("spot", "public", "symbols", query: ["symbol": symbol])
  }

  /// `{"symbol":"BTCUSDT","baseCoin":"BTC","quoteCoin":"USDT","minTradeAmount":"0",
  /// "maxTradeAmount":"900000000000000000000","pricePrecision":"2","quantityPrecision":"6",
  /// "status":"online","minTradeUSDT":"1",…}`: precisions are numbers of decimals, a `minTradeAmount` of 0 is
  /// none. `minTradeUSDT` is the smallest value of an order in USDT, whatever the quote currency. That the
  /// amounts are in the base currency, and that the largest one stands for no limit, is unconfirmed.
  private static func instrument(_ row: JSONObject) throws -> Instrument {
    let (symbol, pair) = try symbol(row)
    let status = try row.text("status")
    let maximum = try row.number("maxTradeAmount", quoted: true, canBeEmpty: true)
    let minimumNotional = try row.price("minTradeUSDT", quoted: true, canBeEmpty: true)
    return Instrument(
      pair: pair, status: status, state: status.flatMap { states[$0] },
      tickSize: try row.step(ofDecimals: "pricePrecision", quoted: true),
      lotSize: try row.step(ofDecimals: "quantityPrecision", quoted: true),
      minimumOrder: try row.price("minTradeAmount", quoted: true, canBeEmpty: true),
      maximumOrder: maximum == unlimited ? 0 : maximum,
      minimumNotional: pair.quote == "USDT" ? minimumNotional : nil, id: .text(symbol))
  }

  private static let unlimited = Decimal(9).multiplied(by: .powerOfTen(20))

  /// In `gray`, only some users can trade (unconfirmed).
  private static let states: [String: Instrument.State] = [
    "online": .open, "gray": .limited, "halt": .closed, "offline": .closed,
  ]
}
