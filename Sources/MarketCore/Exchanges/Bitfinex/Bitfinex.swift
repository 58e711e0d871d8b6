/// Bitfinex, over version 2 of its public API. Sources: docs.bitfinex.com (docs/rest-public), and
/// answers of 2019 to September 2026.
package struct Bitfinex: Exchange {
  /// Cloudflare caches a response for about 5 s (headers of September 2026): faster polls show nothing
  /// new. 250 is the most levels that a side can have (docs.bitfinex.com rest-public-book). There are
  /// also candles of 3h and 14D, and none of 4h. Limits are those of each endpoint, per minute
  /// (docs.bitfinex.com of each, September 2026).
  package let info = ExchangeInfo(
    id: "bitfinex", title: "Bitfinex", url: "https://api-pub.bitfinex.com/v2",
    minimumPollInterval: .seconds(5)
  ) {
    ($0.hasOrders, $0.hasNames) = (true, true)
    $0.periods = Period.allCases.filter { $0 != .fourHours }
    $0.bookLimit = 250
    $0.sizeParameters = ["len", "limit"]
    $0.itemParameters = ["symbols"]
    $0.codes = codes(ownMap)
  }

  /// The exchange, at its own address.
  package init() {}

  /// The pairs of `pub:list:pair:exchange`.
  package func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    PairList(try await directory(in: scope).symbols.keys)
  }

  /// Those of the list, which all but plain pairs need; if that fails, those that it had in August 2026.
  package func codes(for pairs: [Pair]?, in scope: RequestScope) async -> CoinCodes {
    if let pairs, pairs.allSatisfy({ $0.consists(of: Self.unambiguousCodes) }) { return info.codes }
    return (try? await directory(in: scope))?.codes ?? info.codes
  }

  /// Bitfinex's map of currencies, and what it lacked in August 2026: BCHN (two adapters).
  static func codes(_ map: [(own: String, everyday: String)]) -> CoinCodes {
    CoinCodes(map, ifUnlisted: ["BCHN": "BCH"])
  }

  /// The map of August 2026, of currencies with pairs. Earlier maps also had AMP, which was Ampleforth,
  /// DAT, which was Streamr, and others that are not listed any more.
  private static let ownMap = [
    ("ALG", "ALGO"), ("ATO", "ATOM"), ("DSH", "DASH"), ("EOS", "A"), ("GTX", "GT"),
    ("IOT", "IOTA"), ("LIFIII", "LIF3"), ("OMN", "OMNI"), ("OPX", "OP"), ("TON", "GRAM"),
    ("UDC", "USDC"), ("UST", "USDT"), ("WBT", "WBTC"), ("WHBT", "WBT"),
  ].map { (own: $0, everyday: $1) }

  /// Codes of three letters that stand for the same everywhere, in the maps of 2020 and August 2026
  /// alike. Of others that is unknown: `WBT` is WBTC, while WBT is `WHBT`.
  static let unambiguousCodes: Set = [
    "ADA", "BTC", "DOT", "ETC", "ETH", "EUR", "FIL", "GBP", "JPY", "LTC", "SOL", "TRX", "UNI",
    "USD", "XLM", "XMR", "XRP", "XTZ", "ZEC",
  ]

  /// The symbols of the listed ones of these pairs. Unambiguous pairs need no list.
  func directory(
    of pairs: [Pair], in scope: RequestScope
  ) async throws(MarketError) -> SymbolDirectory<Symbol> {
    guard pairs.allSatisfy({ $0.consists(of: Self.unambiguousCodes) }) else {
      return try await directory(in: scope) { $0.lacks(pairs) }
    }
    return SymbolDirectory(pairs.compactMap { pair in Symbol(own: pair).map { ($0, pair) } })
  }

  /// A pair in Bitfinex's own codes: `LINK:USD`, or `BTCUSD` where both have three letters, as all 197
  /// without a colon had in August 2026.
  struct Symbol: Hashable, Sendable {
    let text: String
    /// The pair in Bitfinex's own codes.
    let own: Pair

    init?(_ text: String) {
      var codes = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      if codes.count == 1, text.count == 6 { codes = ["\(text.prefix(3))", "\(text.suffix(3))"] }
      guard codes.count == 2, !codes.contains("") else { return nil }
      (self.text, own) = (text, Pair(base: codes[0], quote: codes[1]))
    }

    /// The symbol of a pair that is written in Bitfinex's own codes.
    init?(own pair: Pair) {
      guard let base = pair.base, let quote = pair.quote else { return nil }
      (text, own) = (base + (base.count == 3 && quote.count == 3 ? "" : ":") + quote, pair)
    }

    /// Whether this is a spot market: no derivative (`BTCF0:USTF0`), no paper trading
    /// (`TESTBTC:TESTUSD`), not the exchange's own test (`AAABBB`, in the list of 2021).
    var isSpot: Bool {
      guard let base = own.base, let quote = own.quote, text != "AAABBB" else { return false }
      return !base.hasSuffix("F0") && !quote.hasSuffix("F0") && !quote.hasPrefix("TEST")
    }
  }
}
