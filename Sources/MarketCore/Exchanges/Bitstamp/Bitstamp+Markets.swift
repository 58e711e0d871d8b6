/// The list of pairs: their names in a path, and the names of currencies.
extension Bitstamp {
  /// The listed pairs.
  struct Markets: Sendable {
    let byPair: [Pair: WireMarket]
    /// The reasons of rows that were left out.
    let warnings: [Warning]

    init(_ response: Transport.Response) throws(MarketError) {
      let rows: Rows<WireMarket> = try response.decoded()
      let spot = rows.elements.compactMap { row in row.spotPair.map { ($0, row) } }
      byPair = Dictionary(spot) { first, _ in first }
      warnings = rows.warnings
      if byPair.isEmpty, let first = warnings.first { throw .malformed(first.description) }
    }

    /// Whether these pairs are all listed.
    func lists(_ pairs: [Pair]) -> Bool { pairs.allSatisfy { byPair[$0] != nil } }
  }

  /// The list, asked for once.
  ///
  /// - Parameter isOutdated: whether something is missing, so that it is asked for again.
  func markets(
    in scope: RequestScope, isOutdated: (Markets) -> Bool = { _ in false }
  ) async throws(MarketError) -> Markets {
    try await scope.cache.value(isOutdated: isOutdated) { () async throws(MarketError) in
      try Markets(await scope.get("markets/", limit: Self.limit))
    }
  }

  /// The list for names of currencies; a warning where the request fails.
  func optionalMarkets(
    areNeeded: Bool, in scope: RequestScope
  ) async -> (Markets?, [Warning]) {
    guard areNeeded else { return (nil, []) }
    return await scope.cache.optional("currency names") { () async throws(MarketError) in
      try await markets(in: scope)
    }
  }

  /// The name of a pair in a path. When the list fails, the pair is asked for all the same.
  func name(
    of pair: Pair, in scope: RequestScope
  ) async throws(MarketError) -> (name: String, warnings: [Warning]) {
    let codes = [pair.base, pair.quote].compactMap(\.self)
    let joined = codes.joined().lowercased()
    if codes.count == 2, Self.unambiguousCodes.isSuperset(of: codes) { return (joined, []) }
    let known: Markets
    do throws(MarketError) {
      known = try await markets(in: scope) { $0.byPair[pair] == nil }
    } catch {
      guard codes.count == 2, joined.isPathName else { throw error }
      return (joined, [.note("no list of pairs: \(error)")])
    }
    guard let market = known.byPair[pair] else { throw .unknownSymbol(pair.symbol, near: []) }
    return (market.pathName, [])
  }

  /// Codes whose joined names can be split in one way only, so that no list is needed: `btcusdt` is
  /// BTC-USDT, for there is no currency BT. Of others the list tells.
  static let unambiguousCodes: Set = [
    "AAVE", "ADA", "AVAX", "BCH", "BTC", "DOGE", "DOT", "ETH", "EUR", "GBP", "LINK", "LTC", "SHIB",
    "SOL", "UNI", "USD", "USDC", "USDT", "XLM", "XRP",
  ]
}

extension String {
  /// Whether it can be part of a path: small ASCII letters and digits.
  var isPathName: Bool {
    !isEmpty
      && utf8.allSatisfy { character in
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
      }
  }
}
