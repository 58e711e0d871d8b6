/// Bitstamp, over version 2 of its public API. Sources: www.bitstamp.net/api, and answers of 2019 to
/// September 2026. Its paths end in a slash.
package struct Bitstamp: Exchange {
  /// 400 requests a second and 10,000 in 10 minutes are allowed (www.bitstamp.net/api, September
  /// 2026): 400 within 24 seconds keep both. An unknown pair gets a 404 (as answered in September
  /// 2026), but for `/ticker/`. There are also candles of 3m, 2h and 3d; no weeks, no months. UST was
  /// TerraUSD (one adapter).
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

  /// The exchange, at its own address.
  package init() {}

  /// The pairs of `/markets/`.
  package func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    PairList(try await directory(in: scope).symbols.keys)
  }

  /// The name of a pair in a path. When the list of markets fails, the pair is requested all the same.
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

  /// Codes whose joined names can be split in one way only, so that no list is needed: `btcusdt` is
  /// BTC-USDT, for there is no currency BT. All other pairs need the market list.
  static let unambiguousCodes: Set = [
    "AAVE", "ADA", "AVAX", "BCH", "BTC", "DOGE", "DOT", "ETH", "EUR", "GBP", "LINK", "LTC", "SHIB",
    "SOL", "UNI", "USD", "USDC", "USDT", "XLM", "XRP",
  ]

  static func isPathName(_ text: String) -> Bool {
    !text.isEmpty && text.consists(of: "a"..."z", "0"..."9")
  }

  /// Whether a row is a spot market; one without a type is, as all were until 2023. A perpetual is
  /// `PERPETUAL`, and called `BTC/USD-PERP`.
  static func isSpot(_ row: JSONObject, named name: String) -> Bool {
    let type = try? row.text("market_type")
    return type ?? "SPOT" == "SPOT" && !name.hasSuffix("-PERP")
  }
}
