import Foundation

extension Bitstamp {
  /// A spot market: the name of its pair in a path, as in `btcusd`, and its instrument.
  typealias Market = (pathName: String, instrument: Instrument)

  /// The list of markets, cached; an outdated one lacks something, and is requested again.
  func markets(
    in scope: RequestScope, isOutdated: ([Pair: Market]) -> Bool = { _ in false }
  ) async throws(MarketError) -> [Pair: Market] {
    try await scope.cache.value(isOutdated: isOutdated) { () async throws(MarketError) in
      let markets = try await allMarkets(in: scope).value
      return Dictionary(markets.map { ($0.instrument.pair, $0) }) { first, _ in first }
    }
  }

  private func allMarkets(in scope: RequestScope) async throws(MarketError) -> Answer<[Market]> {
    try await scope.get("markets/").rows { (list: JSONArray) in
      try list.objects(named: "name", Self.market)
    }
  }

  /// `/markets/`.
  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    try await allMarkets(in: scope).map { $0.map(\.instrument) }
  }

  /// `{"name":"BTC/USD","market_symbol":"btcusd","market_type":"SPOT","trading":"Enabled",
  /// "description":"Bitcoin / U.S. dollar","base_decimals":8,"counter_decimals":0,…}`. The documented
  /// `tick_size` is not sent (September 2026). `nil` unless it is a spot market with a usable name.
  private static func market(_ row: JSONObject) throws -> Market? {
    let name = try row.name("name")
    let pathName = (try? row.text("market_symbol")) ?? name.lowercased().replacing("/", with: "")
    let trading = try? row.text("trading")
    let description = try? row.text("description")
    let tickSize = try row.step(ofDecimals: "counter_decimals")
    let lotSize = try row.step(ofDecimals: "base_decimals")
    let minimum = try row.number("minimum_order_value", quoted: true)
    guard isSpot(row, named: name), isPathName(pathName), let pair = Pair(name: name) else {
      return nil
    }
    let baseName = description.flatMap { text in
      text.range(of: " / ").map { String(text[..<$0.lowerBound]) }
    }
    let instrument = Instrument(
      pair: pair, status: trading,
      state: trading == "Enabled" ? .open : trading == "Disabled" ? .closed : nil,
      tickSize: tickSize, lotSize: lotSize, minimumNotional: minimum, id: .text(name),
      name: baseName)
    return (pathName, instrument)
  }
}
