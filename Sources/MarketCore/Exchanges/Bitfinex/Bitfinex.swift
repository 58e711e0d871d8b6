/// Bitfinex, by version 2 of its public API. Sources: docs.bitfinex.com (docs/rest-public), and responses
/// of 2019 to September 2026.
package struct Bitfinex: Exchange {
  /// Cloudflare caches a response for about 5 s (headers of September 2026): faster polls get the same
  /// prices. A side of a book has at most 250 levels (docs.bitfinex.com rest-public-book). Bitfinex also
  /// has candles of 3h and 14D, but not of 4h. Each endpoint has a separate limit per minute
  /// (docs.bitfinex.com of each endpoint, September 2026).
  package let info = ExchangeInfo(
    id: "bitfinex", title: "Bitfinex", url: "https://api-pub.bitfinex.com/v2",
    minimumPollInterval: .seconds(5)
  ) {
    ($0.hasOrders, $0.hasNames) = (true, true)
    $0.candleLimit = RateLimit("candles", 30, per: .seconds(60))
    $0.periods = Period.allCases.filter { $0 != .fourHours }
    $0.bookLimit = 250
    $0.sizeParameters = ["len", "limit"]
    $0.itemParameters = ["symbols"]
    $0.codes = codes(ownMap)
  }

  package init() {}

  package func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    PairList(try await directory(in: scope).symbols.keys)
  }

  /// The codes in the list of pairs. If the list cannot be requested, or if pairs of unambiguous codes do
  /// not need it, the codes of August 2026.
  package func codes(for pairs: [Pair]?, in scope: RequestScope) async -> CoinCodes {
    if let pairs, pairs.allSatisfy({ $0.consists(of: Self.unambiguousCodes) }) { return info.codes }
    return (try? await directory(in: scope))?.codes ?? info.codes
  }

  /// Bitfinex's map of currencies, and BCHN, which it lacked in August 2026 (two open-source adapters).
  static func codes(_ map: [(own: String, everyday: String)]) -> CoinCodes {
    CoinCodes(map, ifUnlisted: ["BCHN": "BCH"])
  }

  /// Bitfinex's map of currencies in August 2026, without currencies that have no pairs. Earlier maps also
  /// had AMP (Ampleforth), DAT (Streamr) and other currencies that are no longer listed.
  private static let ownMap = [
    ("ALG", "ALGO"), ("ATO", "ATOM"), ("DSH", "DASH"), ("EOS", "A"), ("GTX", "GT"),
    ("IOT", "IOTA"), ("LIFIII", "LIF3"), ("OMN", "OMNI"), ("OPX", "OP"), ("TON", "GRAM"),
    ("UDC", "USDC"), ("UST", "USDT"), ("WBT", "WBTC"), ("WHBT", "WBT"),
  ].map { (own: $0, everyday: $1) }

  /// Some codes of three letters that have their everyday meaning in the maps of 2020 and August 2026. Pairs
  /// with other codes need the list: `WBT` is WBTC, and WBT is `WHBT`.
  static let unambiguousCodes: Set = [
    "ADA", "BTC", "DOT", "ETC", "ETH", "EUR", "FIL", "GBP", "JPY", "LTC", "SOL", "TRX", "UNI",
    "USD", "XLM", "XMR", "XRP", "XTZ", "ZEC",
  ]

  /// The symbols of all listed pairs. If these pairs have only unambiguous codes, only the symbols of
  /// these pairs, without a request.
  func directory(
    of pairs: [Pair], in scope: RequestScope
  ) async throws(MarketError) -> SymbolDirectory<Symbol> {
    guard pairs.allSatisfy({ $0.consists(of: Self.unambiguousCodes) }) else {
      return try await directory(in: scope) { $0.lacks(pairs) }
    }
    return SymbolDirectory(pairs.compactMap { pair in Symbol(own: pair).map { ($0, pair) } })
  }

  /// The symbol of a pair: `LINK:USD`, or without a colon `BTCUSD` if both codes have three letters, as in
  /// all 197 symbols without a colon in August 2026.
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

    init?(own pair: Pair) {
      guard let base = pair.base, let quote = pair.quote else { return nil }
      (text, own) = (base + (base.count == 3 && quote.count == 3 ? "" : ":") + quote, pair)
    }

    /// Whether the symbol is of a spot market: not of a derivative (`BTCF0:USTF0`), of paper trading
    /// (`TESTBTC:TESTUSD`) or of Bitfinex's test pair (`AAABBB`, in the list of 2021).
    var isSpot: Bool {
      guard let base = own.base, let quote = own.quote, text != "AAABBB" else { return false }
      return !base.hasSuffix("F0") && !quote.hasSuffix("F0") && !quote.hasPrefix("TEST")
    }
  }
}
