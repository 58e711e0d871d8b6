/// Bitstamp, by version 2 of its public API. Sources: www.bitstamp.net/api, and responses of 2019 to
/// September 2026. Paths end in a slash.
package struct Bitstamp: Exchange {
  /// 400 requests per second and 10,000 per 10 minutes are allowed (www.bitstamp.net/api, September 2026):
  /// 400 requests per 24 s exceed neither limit. The status for an unknown pair is 404 (September 2026),
  /// except in `/ticker/`. Bitstamp also has candles of 3m, 2h and 3d, but not of weeks and months. UST was
  /// TerraUSD (source: one open-source adapter).
  package let info = ExchangeInfo(
    id: "bitstamp", title: "Bitstamp", url: "https://www.bitstamp.net/api/v2",
    minimumPollInterval: .seconds(1)
  ) {
    $0.limit = RateLimit("all", 400, per: .seconds(24))
    ($0.hasOrders, $0.hasNames) = (true, true)
    $0.periods = [
      .oneMinute, .fiveMinutes, .fifteenMinutes, .thirtyMinutes, .oneHour, .fourHours, .sixHours,
      .twelveHours, .oneDay,
    ]
    $0.sizeParameters = ["limit"]
    $0.unlistedStatuses = [404]
    $0.codes = CoinCodes(["UST": "USTC"])
  }

  package init() {}

  package func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    PairList(try await directory(in: scope).symbols.keys)
  }

  /// The name of a pair in a path (`btcusd`). If the list of markets fails, possibly a guess, with a warning.
  func name(
    of pair: Pair, in scope: RequestScope
  ) async throws(MarketError) -> (name: String, warnings: [Warning]) {
    let joined = pair.joined?.lowercased()
    if let joined, pair.consists(of: Self.unambiguousCodes) { return (joined, []) }
    let listed: SymbolDirectory<String>
    do throws(MarketError) {
      listed = try await directory(in: scope) { $0.lacks([pair]) }
    } catch {
      guard let joined, Self.isPathName(joined) else { throw error }
      return (joined, [.note("no list of pairs: \(error)")])
    }
    return (try listed.symbol(of: pair), [])
  }

  /// Codes whose joined symbols can be split in only one way: `btcusdt` is BTC-USDT, because BT is not a
  /// currency. Pairs with other codes need the list of markets.
  static let unambiguousCodes: Set = [
    "AAVE", "ADA", "AVAX", "BCH", "BTC", "DOGE", "DOT", "ETH", "EUR", "GBP", "LINK", "LTC", "SHIB",
    "SOL", "UNI", "USD", "USDC", "USDT", "XLM", "XRP",
  ]

  static func isPathName(_ text: String) -> Bool {
    !text.isEmpty && text.consists(of: "a"..."z", "0"..."9")
  }

  /// Whether a row is of a spot market. Until 2023, rows had no type. A perpetual contract has the type
  /// `PERPETUAL` and a name such as `BTC/USD-PERP`.
  static func isSpot(_ row: JSONObject, named name: String) -> Bool {
    let type = try? row.text("market_type")
    return type ?? "SPOT" == "SPOT" && !name.hasSuffix("-PERP")
  }
}
