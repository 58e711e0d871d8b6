import Foundation

extension Bybit {
  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    let symbol = try pairs.single?.joinedSymbol()
    return try await instruments(symbol, in: scope).rows { (root: JSONObject) in
      try Self.list(root).objects(named: "symbol", Self.instrument)
    }
  }

  /// Requests `/instruments-info`: all symbols of the spot market, without pages. An unknown symbol has an
  /// empty list, not an error (response of 2026-09-25).
  func instruments(
    _ symbol: String?, in scope: RequestScope
  ) async throws(MarketError) -> Transport.Response {
    try await scope.get("instruments-info", query: ["category": "spot", "symbol": symbol])
  }

  /// `{"symbol":"BTCUSDT","baseCoin":"BTC","quoteCoin":"USDT","status":"Trading",…,"lotSizeFilter":
  /// {"basePrecision":"0.000001","minOrderAmt":"5","maxLimitOrderQty":"230","maxMarketOrderQty":"120",…},
  /// "priceFilter":{"tickSize":"0.1"},"symbolType":""}`: `minOrderAmt` is in the quote currency.
  /// `minOrderQty`, `maxOrderQty` and `maxOrderAmt` are deprecated. Tokenised shares are listed, too.
  private static func instrument(_ row: JSONObject) throws -> Instrument {
    let (symbol, pair) = try symbol(row)
    let (sizes, prices) = (try row.object("lotSizeFilter"), try row.object("priceFilter"))
    func size(_ key: JSONKey) throws -> Decimal? {
      try sizes.price(key, quoted: true, canBeEmpty: true)
    }
    let status = try row.text("status")
    return Instrument(
      pair: pair, status: status, state: status.flatMap { states[$0] },
      tickSize: try prices.price("tickSize", quoted: true, canBeEmpty: true),
      lotSize: try size("basePrecision"), maximumOrder: try size("maxLimitOrderQty"),
      minimumNotional: try size("minOrderAmt"), id: .text(symbol))
  }

  /// Symbols of the spot market that have another status are not listed.
  private static let states: [String: Instrument.State] = ["Trading": .open]
}
