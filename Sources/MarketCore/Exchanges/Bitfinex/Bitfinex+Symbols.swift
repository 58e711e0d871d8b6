extension Bitfinex {
  /// A pair in Bitfinex's own codes: `LINK:USD`, or `BTCUSD` where both have three letters, as all 197
  /// without a colon had in August 2026.
  struct Symbol: Hashable, Sendable {
    let text, base, quote: String

    init?(_ text: String) {
      var codes = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      if codes.count == 1, text.count == 6 { codes = ["\(text.prefix(3))", "\(text.suffix(3))"] }
      guard codes.count == 2, !codes.contains("") else { return nil }
      (self.text, base, quote) = (text, codes[0], codes[1])
    }

    /// The symbol of a pair of which no list is needed.
    init?(unambiguous pair: Pair) {
      guard let base = pair.base, let quote = pair.quote,
        Self.unambiguousCodes.isSuperset(of: [base, quote])
      else { return nil }
      (self.base, self.quote, text) = (base, quote, base + quote)
    }

    /// Codes of three letters that stand for the same everywhere, in the maps of 2020 and August 2026
    /// alike. Of others that is unknown: `WBT` is WBTC, while WBT is `WHBT`.
    private static let unambiguousCodes: Set = [
      "ADA", "BTC", "DOT", "ETC", "ETH", "EUR", "FIL", "GBP", "JPY", "LTC", "SOL", "TRX", "UNI",
      "USD", "XLM", "XMR", "XRP", "XTZ", "ZEC",
    ]

    /// The pair in these codes. A code is mapped once: `WHBT` is WBT, although `WBT` is WBTC.
    func pair(_ codes: [String: String]) -> Pair {
      Pair(base: codes[base] ?? base, quote: codes[quote] ?? quote)
    }

    /// Whether this is a spot market: no derivative (`BTCF0:USTF0`), no paper trading
    /// (`TESTBTC:TESTUSD`), not the exchange's own test (`AAABBB`, in the list of 2021).
    var isSpot: Bool {
      !base.hasSuffix("F0") && !quote.hasSuffix("F0") && !quote.hasPrefix("TEST")
        && text != "AAABBB"
    }
  }

  /// The listed pairs, and the everyday codes of Bitfinex's own codes of currencies.
  struct SymbolMap: Sendable {
    /// Bitfinex's symbol of each listed pair.
    let symbols: [Pair: Symbol]
    /// The listed symbols, by the pair in Bitfinex's own codes.
    private let own: [Pair: Symbol]
    /// The everyday codes of Bitfinex's own ones.
    let codes: [String: String]

    init(_ symbols: [String], _ codes: [(String, String)]) {
      let symbols = symbols.compactMap(Symbol.init).filter {
        $0.isSpot && $0.text.consists(of: "A"..."Z", "0"..."9", ":"...":")
      }
      // `LN-BTC` and `LEO-Vaulta` name a network: no code that can be part of a symbol.
      let codes = Dictionary(codes) { $1 }
        .filter { !$0.value.contains("-") }.mapValues { $0.uppercased() }
      self.codes = codes
      own = Dictionary(symbols.map { ($0.pair([:]), $0) }) { first, _ in first }
      self.symbols = Dictionary(symbols.map { ($0.pair(codes), $0) }) { first, _ in first }
    }

    /// The codes that are known without a request: those that have not changed from 2020 to August 2026.
    static let builtInCodes = [
      "ALG": "ALGO", "ATO": "ATOM", "DSH": "DASH", "IOT": "IOTA", "UDC": "USDC", "UST": "USDT",
    ]

    /// The listed pair of this everyday name, or else of this name in Bitfinex's own codes.
    func everydayName(of pair: Pair) -> Pair? {
      symbols[pair] != nil ? pair : own[pair].map { $0.pair(codes) }
    }

    func lists(_ symbol: Symbol) -> Bool { own[symbol.pair([:])] != nil }
  }
}
