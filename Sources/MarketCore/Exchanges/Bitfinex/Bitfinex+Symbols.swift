extension Bitfinex {
  /// A pair in Bitfinex's own codes: `LINK:USD`, or `BTCUSD` where both have three letters, as all 197
  /// without a colon had in August 2026.
  struct Symbol: Hashable, Sendable {
    let text, base, quote: String

    init?(_ text: String) {
      let codes = text.split(omittingEmptySubsequences: false) { $0 == ":" }.map(String.init)
      switch codes.count {
      case 2: (base, quote) = (codes[0], codes[1])
      case 1 where text.count == 6: (base, quote) = (String(text.prefix(3)), String(text.suffix(3)))
      default: return nil
      }
      guard !base.isEmpty, !quote.isEmpty else { return nil }
      self.text = text
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

    /// The pair in the same codes.
    fileprivate var pair: Pair { Pair(base: base, quote: quote) }

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
    /// Codes of unknown meaning.
    private let ambiguousCodes: Set<String>

    init(_ symbols: [String], _ codes: [(String, String)], ambiguousCodes: Set<String> = []) {
      let symbols = symbols.compactMap(Symbol.init).filter {
        $0.isSpot && $0.text.consists(of: "A"..."Z", "0"..."9", ":"...":")
      }
      // `LN-BTC` and `LEO-Vaulta` name a network: no code that can be part of a symbol.
      let codes = Dictionary(codes) { $1 }
        .filter { !$0.value.contains("-") }.mapValues { $0.uppercased() }
      self.codes = codes
      self.ambiguousCodes = ambiguousCodes
      own = Dictionary(symbols.map { ($0.pair, $0) }) { first, _ in first }
      self.symbols = Dictionary(symbols.map { (Self.pair(of: $0, codes), $0) }) { first, _ in first
      }
    }

    /// The codes that are known without a request: those that have not changed from 2020 to August 2026.
    static let builtIn = SymbolMap(
      [],
      [
        ("ALG", "ALGO"), ("ATO", "ATOM"), ("DSH", "DASH"), ("IOT", "IOTA"), ("UDC", "USDC"),
        ("UST", "USDT"),
      ], ambiguousCodes: ["WBT"])

    /// The pair of a symbol; `nil` when a code of it is ambiguous.
    func pair(of symbol: Symbol) -> Pair? {
      ambiguousCodes.isDisjoint(with: [symbol.base, symbol.quote])
        ? Self.pair(of: symbol, codes) : nil
    }

    /// A code is mapped once and not again: `WHBT` is WBT, although `WBT` is WBTC.
    private static func pair(of symbol: Symbol, _ codes: [String: String]) -> Pair {
      Pair(base: codes[symbol.base] ?? symbol.base, quote: codes[symbol.quote] ?? symbol.quote)
    }

    /// The listed pair of this everyday name, or else of this name in Bitfinex's own codes.
    func everydayName(of pair: Pair) -> Pair? {
      if symbols[pair] != nil { return pair }
      return own[pair].flatMap(self.pair(of:))
    }

    func lists(_ symbol: Symbol) -> Bool { own[symbol.pair] != nil }
  }
}
