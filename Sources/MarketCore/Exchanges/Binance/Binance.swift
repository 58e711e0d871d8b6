/// Binance's spot market. Source, unless another one is named: github.com/binance/binance-spot-api-docs
/// (rest-api.md of July 2026, errors.md).
package struct Binance: JoinedSymbolExchange {
  /// The URL is for market data only: api.binance.com returns 451 or 403 in some countries. Requests with a
  /// total weight of 6,000 are allowed per minute of the clock. A limit for any 60 seconds is stricter.
  ///
  /// Codes (sources: two open-source adapters; for U, AIGENSYN and YOYO only one): BEAM was the privacy
  /// coin Beam, BTT is the BitTorrent coin from before 2022, AI is Sleepless AI, U is United Stables, PROS
  /// is Prosper. BCC was Bitcoin Cash; it needs no entry, because it is closed for good. 1000SATS, 1000CAT,
  /// 1000CHEEMS and 1MBABYDOGE have no entry, because each is 1,000 or 1,000,000 of a coin.
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

  package init() {}
}

extension Binance {
  /// The parameters that select these pairs, and the number of symbols. Both parameters are `nil`, and the
  /// number is `Int.max`, if all symbols are selected: for `nil`, for more than 100 symbols, because the
  /// weight is the same, and if no pair has a base and a quote.
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

  /// Requests `/exchangeInfo`. The list of all symbols omits permissions, which are most of the response.
  func exchangeInfo(
    of pairs: [Pair]?, in scope: RequestScope
  ) async throws(MarketError) -> Transport.Response {
    let (symbol, symbols, count) = Self.selection(of: pairs)
    let query: KeyValuePairs = [
      "showPermissionSets": count == .max ? "false" : nil, "symbol": symbol, "symbols": symbols,
    ]
    return try await scope.get("exchangeInfo", query: query, cost: 20)
  }

  /// The cached symbols of these pairs, or of all pairs. They are needed because a symbol does not show
  /// where its base ends (`TUSDT` is T-USDT). The list also marks delisted pairs, so it is requested again
  /// after an hour. For few pairs, the list of all, megabytes, is used only if it is cached and has them all.
  package func directory(
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
          // `HALT`, a trading halt, is only temporary.
          (listed: try Self.symbol(row), isClosed: try row.text("status") == "BREAK")
        }
      }
      // A row that cannot be parsed may be the requested pair.
      if pairs != nil, let error = rows.warnings.malformed { throw error }
      return SymbolDirectory(
        rows.elements.map(\.listed),
        closed: Set(rows.elements.lazy.filter(\.isClosed).map(\.listed.symbol)), rows.warnings)
    }
  }

  /// `{"symbol":"币安人生USDT","baseAsset":"币安人生","quoteAsset":"USDT","status":"TRADING",…}`.
  static func symbol(_ row: JSONObject) throws -> (symbol: String, pair: Pair) {
    try row.symbol("symbol", base: "baseAsset", quote: "quoteAsset")
  }
}
