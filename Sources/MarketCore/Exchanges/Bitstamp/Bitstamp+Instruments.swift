import Foundation

extension Bitstamp {
  /// The list of spot markets.
  struct Markets: Sendable {
    /// The name of each pair in a path, as in `btcusd`, and its instrument.
    let byPair: [Pair: (pathName: String, instrument: Instrument)]
    /// The reasons of skipped rows.
    let warnings: [Warning]

    init(_ response: Transport.Response) throws(MarketError) {
      let rows = try response.parsed { (list: JSONArray) in
        try list.objects(named: "name", Bitstamp.market)
      }
      byPair = Dictionary(rows.elements.map { ($0.instrument.pair, $0) }) { first, _ in first }
      warnings = rows.warnings
      if byPair.isEmpty, let first = warnings.first { throw .malformed(first.description) }
    }
  }

  /// The list of markets, cached.
  ///
  /// - Parameter isOutdated: whether something is missing, so that it is requested again.
  func markets(
    in scope: RequestScope, isOutdated: (Markets) -> Bool = { _ in false }
  ) async throws(MarketError) -> Markets {
    try await scope.cache.value(isOutdated: isOutdated) { () async throws(MarketError) in
      try Markets(await scope.get("markets/", limit: Self.limit))
    }
  }

  /// The list for names of currencies; a warning where the request fails.
  func optionalMarkets(
    ifNeeded isNeeded: Bool, in scope: RequestScope
  ) async -> (Markets?, [Warning]) {
    guard isNeeded else { return (nil, []) }
    return await scope.cache.optional("currency names") { () async throws(MarketError) in
      try await markets(in: scope)
    }
  }

  /// `/markets/`.
  public func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    let response = try await scope.get("markets/", limit: Self.limit)
    let markets = try Markets(response)
    return try Answer(markets.byPair.values.map(\.instrument), in: response, markets.warnings)
  }

  /// `{"name":"BTC/USD","market_symbol":"btcusd","market_type":"SPOT","trading":"Enabled",
  /// "description":"Bitcoin / U.S. dollar","base_decimals":8,"counter_decimals":0,…}`. The documented
  /// `tick_size` is not sent (September 2026).
  ///
  /// - Returns: `nil` when it is not a spot market, or cannot be requested.
  private static func market(
    _ row: JSONObject
  ) throws -> (pathName: String, instrument: Instrument)? {
    let name = try row.name("name")
    let symbol = try? row.text("market_symbol")
    let pathName = symbol ?? name.lowercased().replacing("/", with: "")
    let trading = try? row.text("trading")
    let description = try? row.text("description")
    let tickSize = try row.step(ofDecimals: "counter_decimals")
    let lotSize = try row.step(ofDecimals: "base_decimals")
    let minimum = try row.number("minimum_order_value", quoted: true)
    guard isSpot(row, named: name), isPathName(pathName), let pair = pair(name) else { return nil }
    let baseName = description.flatMap { text in
      text.range(of: " / ").map { String(text[..<$0.lowerBound]) }
    }
    let state: Instrument.State? =
      switch trading {
      case "Enabled": .open
      case "Disabled": .closed
      default: nil
      }
    let instrument = Instrument(
      pair: pair, status: trading, state: state, tickSize: tickSize, lotSize: lotSize,
      minimumNotional: minimum, id: .text(name), name: baseName)
    return (pathName, instrument)
  }
}
