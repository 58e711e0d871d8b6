/// Binance's spot market. Source: github.com/binance/binance-spot-api-docs (rest-api.md of July 2026,
/// errors.md), where no other is named.
package struct Binance: Exchange {
  /// The address is that for market data alone: api.binance.com answers 451 or 403 in some countries.
  /// All tickers weigh 80 of the 6,000 of a minute, which is one of the clock: any 60 seconds within
  /// the limit are, too.
  ///
  /// Codes: BEAM was the privacy coin, BTT BitTorrent of before 2022; AI is Sleepless AI, U United
  /// Stables, PROS Prosper (two adapters, U one). AIGENSYN and YOYO: one adapter. BCC, which was Bitcoin
  /// Cash, is closed for good. 1000SATS, 1000CAT, 1000CHEEMS and 1MBABYDOGE are thousands and a million of
  /// a coin, and no other name of it.
  package let info = ExchangeInfo(
    id: "binance", title: "Binance", url: "https://data-api.binance.vision/api/v3",
    minimumPollInterval: .seconds(2)
  ) {
    $0.limit = RateLimit("weight", 6000, per: .seconds(60))
    $0.periods = Period.allCases
    $0.bookLimit = 5000
    $0.sizeParameters = ["limit"]
    $0.itemParameters = ["symbol", "symbols"]
    $0.codes = CoinCodes(
      [
        "BEAMX": "BEAM", "BEAM": "BEAM.binance", "BTTC": "BTT", "BTT": "BTT.binance",
        "RONIN": "RON", "BROCCOLI714": "BROCCOLI", "AIGENSYN": "AI", "AI": "AI.binance",
        "U": "U.binance", "PROS": "PROS.binance",
      ], ifUnlisted: ["YOYO": "YOYOW"])
  }

  /// The exchange, at its own address.
  package init() {}

  /// The pairs of `/exchangeInfo`, also those that are not traded just now.
  package func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    PairList(try await directory(of: nil, in: scope).symbols.keys)
  }

  /// The response about one pair, once its symbol is known to be its own: `BTCUSDT` is not BT-CUSDT.
  func response(
    about pair: Pair, in scope: RequestScope,
    fetch: (_ symbol: String) async throws(MarketError) -> Transport.Response
  ) async throws(MarketError) -> Transport.Response {
    guard let symbol = pair.joined else { throw .notRequestable(pair) }
    async let listed = Result { () async throws(MarketError) in
      try await directory(of: [pair], in: scope)
    }
    let response = try await fetch(symbol)
    guard try await listed.get().pairs[symbol] == pair else { throw .unknownSymbol("", near: []) }
    return response
  }
}

/// The symbols in requests, and their pairs.
extension Binance {
  /// The parameters that select these pairs, and how many these are; all, for more than 100, which
  /// weigh as much. Pairs without a base and a quote are ignored.
  static func selection(of pairs: [Pair]?) -> (symbol: String?, symbols: String?, count: Int) {
    let symbols = Set((pairs ?? []).compactMap(\.joined)).sorted()
    switch symbols.count {
    case 1: return (symbols[0], nil, 1)
    case 2...100:
      let quoted = symbols.map { "\"\($0.filter { !"\"\\".contains($0) })\"" }
      return (nil, "[\(quoted.joined(separator: ","))]", symbols.count)
    default: return (nil, nil, .max)
    }
  }

  /// `/exchangeInfo`; all symbols without their permissions, which are several times the rest.
  func exchangeInfo(
    of pairs: [Pair]?, in scope: RequestScope
  ) async throws(MarketError) -> Transport.Response {
    let (symbol, symbols, count) = Self.selection(of: pairs)
    let query: KeyValuePairs = [
      "showPermissionSets": count == .max ? "false" : nil, "symbol": symbol, "symbols": symbols,
    ]
    return try await scope.get("exchangeInfo", query: query, cost: 20)
  }

  /// The symbols of these pairs or of all, cached: a joined symbol does not show where its base ends
  /// (`TUSDT` is T-USDT). A request about few pairs need not wait for megabytes; none is made where
  /// all symbols are cached and these are among them. The list also marks delisted pairs, so that
  /// it is requested again hourly.
  func directory(
    of pairs: [Pair]?, in scope: RequestScope
  ) async throws(MarketError) -> SymbolDirectory<String> {
    if let pairs, let all = scope.cache.cached(SymbolDirectory<String>.self),
      pairs.allSatisfy({ pair in pair.joined.map { all.lacks(symbols: [$0]) } == false })
    {
      return try await directory(of: nil, in: scope)
    }
    let (symbol, symbols, _) = Self.selection(of: pairs)
    return try await scope.directory(about: symbol ?? symbols ?? "", isOutdated: { _ in true }) {
      () async throws(MarketError) in
      let rows = try await exchangeInfo(of: pairs, in: scope).parsed { (root: JSONObject) in
        try root.array("symbols").objects(named: "symbol") { row in
          // A trading halt ends.
          (listed: try Self.symbol(row), isClosed: try row.text("status") == "BREAK")
        }
      }
      // A row that cannot be parsed may be the requested pair.
      if let first = rows.warnings.first, pairs != nil { throw .malformed(first.description) }
      return SymbolDirectory(
        rows.elements.map(\.listed),
        closed: Set(rows.elements.lazy.filter(\.isClosed).map(\.listed.symbol)), rows.warnings)
    }
  }

  /// `{"symbol":"币安人生USDT","baseAsset":"币安人生","quoteAsset":"USDT","status":"TRADING",…}`.
  static func symbol(_ row: JSONObject) throws -> (symbol: String, pair: Pair) {
    let symbol = try row.name("symbol")
    return (symbol, Pair(base: try row.name("baseAsset"), quote: try row.name("quoteAsset")))
  }
}
