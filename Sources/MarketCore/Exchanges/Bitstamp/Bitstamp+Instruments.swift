import Foundation

extension Bitstamp {
  /// `pathName` is the name of a pair in a path, as in `btcusd`.
  private typealias SpotMarket = (pathName: String, instrument: Instrument)

  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    try await markets(in: scope).map { $0.map(\.instrument) }
  }

  private func markets(in scope: RequestScope) async throws(MarketError) -> Answer<[SpotMarket]> {
    try await scope.get("markets/").rows { (list: JSONArray) in
      try list.objects(named: "name", Self.market)
    }
  }

  /// The cached names of listed pairs in paths, as in `btcusd`, and the cached names of base currencies.
  func directory(
    in scope: RequestScope, isOutdated: (SymbolDirectory<String>) -> Bool = { _ in false }
  ) async throws(MarketError) -> SymbolDirectory<String> {
    try await scope.directory(isOutdated: isOutdated) { () async throws(MarketError) in
      let markets = try await markets(in: scope).value
      let names = markets.map { ($0.instrument.pair.base ?? "", $0.instrument.name) }
      return SymbolDirectory(
        markets.map { ($0.pathName, $0.instrument.pair) },
        names: Dictionary(names) { $0 ?? $1 }.compactMapValues(\.self))
    }
  }

  /// `{"name":"BTC/USD","market_symbol":"btcusd","market_type":"SPOT","trading":"Enabled",
  /// "description":"Bitcoin / U.S. dollar","base_decimals":8,"counter_decimals":0,…}`. The documented
  /// `tick_size` is not sent (September 2026). `nil` if it is not a spot market, or a name is invalid.
  private static func market(_ row: JSONObject) throws -> SpotMarket? {
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
