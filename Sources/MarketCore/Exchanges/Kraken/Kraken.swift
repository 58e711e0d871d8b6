/// Kraken's spot market. Source, unless another one is named: docs.kraken.com, May 2026.
package struct Kraken: Exchange {
  /// Responses are cached for two seconds (`Cache-Control: max-age=2`, response of 2026-06-24). Single
  /// orders (`Level3`) require a key. Names of currencies are not sent. Kraken also has candles of 15 days.
  /// "1 per second (or less) would remain within the rate limits" (support.kraken.com, API rate limits).
  /// These limits are per address, for `/OHLC` per address and pair: one limit for all requests is safe.
  ///
  /// Codes: LUNA is Terra Classic since May 2022 (support.kraken.com 6548163943956; its price of
  /// 2026-06-24). LIT is Litentry, REP is Augur from before 2020, SIDEKICK is K, which was Kinto before
  /// (sources: two open-source adapters). OMNI is Omni Network, AI is Gensyn, the everyday AI, and needs no
  /// entry (one adapter). FUN is Sport.fun, not FUNToken (two adapters). BELDEX and HUMANITY: one adapter,
  /// unconfirmed.
  package let info = ExchangeInfo(
    id: "kraken", title: "Kraken", url: "https://api.kraken.com/0/public",
    minimumPollInterval: .seconds(2)
  ) {
    $0.limit = RateLimit("public", 1, per: .seconds(1))
    $0.changeReference = .utcDay
    $0.periods = [
      .oneMinute, .fiveMinutes, .fifteenMinutes, .thirtyMinutes, .oneHour, .fourHours, .oneDay,
      .oneWeek,
    ]
    ($0.historyDepth, $0.bookLimit) = (720, 500)
    $0.sizeParameters = ["count"]
    $0.itemParameters = ["pair"]
    $0.codes = CoinCodes(
      [
        "LUNA": "LUNC", "LUNA2": "LUNA", "UST": "USTC", "LIT": "HEI", "LIGHTER": "LIT",
        "REPV2": "REP", "REP": "REPV1", "WAXL": "AXL", "SIDEKICK": "K", "APENFT": "NFT",
        "BELDEX": "BDX", "HUMANITY": "H", "FUN": "FUN.kraken", "OMNI": "OMNI.kraken",
      ], aliases: spellings)
  }

  package init() {}

  /// The cached pairs of `/Ticker`, a smaller response than `/AssetPairs` (430 and 670 kB in 2026).
  package func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    try await scope.cache.value { () async throws(MarketError) in
      PairList(try await tickers(of: nil, details: .none, in: scope).requiringRows().value)
    }
  }

  /// Everyday codes by codes that the member `wsname` still has. With `assetVersion=1`, only the keys of a
  /// response have everyday codes. `XBT` is bitcoin in ISO 4217, `XDG` is Kraken's own code of dogecoin
  /// (responses of 2026-08-27).
  private static let spellings = ["XBT": "BTC", "XDG": "DOGE"]

  /// The name of a pair in a request: `BTC/USD`, which Kraken also accepts without `assetVersion=1`
  /// (response of 2026-07-27). A symbol with `,` would be several pairs, with `:` a pair of another venue.
  static func name(of pair: Pair) throws(MarketError) -> String {
    guard let base = pair.base, let quote = pair.quote, pair.symbol.utf8.count <= 64,
      !pair.symbol.contains(where: { ",/:".contains($0) || $0.isWhitespace })
    else { throw .notRequestable(pair) }
    return "\(base)/\(quote)"
  }

  /// The pair of a name such as `BTC/USD`; `nil` if it has another form. Names of the older form, such as
  /// `XXBTZUSD`, cannot be split: `AIOZUSD` is AIOZ/USD.
  static func pair(of name: String) -> Pair? { Pair(name: name, codes: spellings) }

  /// The result about one pair: `{"error":[],"result":{"BTC/USD":…}}`, in which the name of the pair is the
  /// only key, except `last`. The form of the name is not documented: `/Depth` and `/OHLC` have sent
  /// `XXBTZUSD` for `XBTUSD` (docs.kraken.com). Whether `assetVersion=1` changes this is unconfirmed.
  func result<Value: Decodable, Result>(
    about pair: Pair, _ path: String, _ query: KeyValuePairs<String, String?>,
    in scope: RequestScope, _ parse: @escaping (Value) throws -> Result
  ) async throws(MarketError) -> (Result, Transport.Response) {
    let response = try await scope.get(path, query: query)
    let found: (name: String, value: Result)? = try response.parsed { (root: JSONObject) in
      let result = try root.object("result")
      let names = result.members.allKeys.filter { $0.stringValue != "last" }
      guard names.count < 2 else { throw result.invalid("not an object with one pair") }
      return try names.first.map { ($0.stringValue, try parse(result.value($0))) }
    }
    guard let (name, value) = found else { throw .emptyResponse }
    guard [pair, nil].contains(Self.pair(of: name)) else {
      throw .malformed("unexpected pair \(name)")
    }
    return (value, response)
  }

  /// The rows about some pairs or all pairs: `{"error":[],"result":{"BTC/USD":{…},…}}`. Kraken rejects a
  /// request with an unknown name. Rows about another venue (`BTC/USD:BTNL`, response of 2026-06-24) and
  /// about dark pools (`XXBTZUSD.d`, listed until 2021) are ignored.
  func rows<Row>(
    _ path: String, of pairs: [Pair]?, in scope: RequestScope,
    _ parse: @escaping (Pair, JSONObject) throws -> Row
  ) async throws(MarketError) -> Answer<[Row]> {
    let wanted = Set(pairs ?? []).sorted()
    // The names are part of the URL, which might be too long with more than 100.
    let isAll = wanted.isEmpty || wanted.count > 100
    let names = isAll ? nil : try wanted.map(Self.name(of:)).joined(separator: ",")
    let query: KeyValuePairs<String, String?> = ["assetVersion": "1", "pair": names]
    if wanted.count == 1 {
      let (row, response) = try await result(about: wanted[0], path, query, in: scope) {
        try parse(wanted[0], $0)
      }
      return try Answer([row], in: response)
    }
    let response = try await scope.get(path, query: query)
    let rows = try response.parsed { (root: JSONObject) in
      try root.object("result").rows { (name, row: JSONObject) in
        let pair = Self.pair(of: name) ?? (try? row.text("wsname")).flatMap(Self.pair)
        return (name: name, pair: pair, value: try parse(pair ?? Pair(symbol: name), row))
      }
    }
    var warnings = rows.warnings
    let known = rows.elements.compactMap { name, pair, value -> Row? in
      if name.contains(":") || name.hasSuffix(".d") { return nil }
      if pair == nil { warnings.append(.rowSkipped("\(name) is not in the form BASE/QUOTE")) }
      return pair.map { _ in value }
    }
    return try Answer(known, in: response, warnings)
  }
}
