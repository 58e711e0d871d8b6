extension Bitfinex {
  /// A pair in Bitfinex's own codes: `LINK:USD`, or `BTCUSD` where both have three letters, as all 197
  /// without a colon had in August 2026.
  struct WireName: Hashable, Sendable {
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

    /// The name of a pair of which no list is needed.
    init?(plain pair: Pair) {
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

    /// Whether the name can be part of a path.
    fileprivate var isRequestable: Bool {
      text.utf8.allSatisfy { character in
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: ":"):
          true
        default: false
        }
      }
    }
  }

  /// The listed pairs, and the everyday codes of Bitfinex's own codes of currencies.
  struct SymbolMap: Sendable {
    /// Bitfinex's name of each listed pair.
    let names: [Pair: WireName]
    /// The listed names, by the pair in Bitfinex's own codes.
    private let own: [Pair: WireName]
    /// The everyday codes of Bitfinex's own ones.
    let codes: [String: String]
    /// Codes of unknown meaning.
    private var unclear: Set<String> = []

    init(_ list: Rows<String>, _ codes: Rows<WireCode>) {
      let names = list.elements.compactMap(WireName.init).filter { $0.isSpot && $0.isRequestable }
      self.init(names, Dictionary(codes.elements.map { ($0.code, $0.name) }) { $1 })
    }

    private init(_ names: [WireName], _ codes: [String: String]) {
      // `LN-BTC` and `LEO-Vaulta` name a network: no code that can be part of a symbol.
      let codes = codes.filter { !$0.value.contains("-") }.mapValues { $0.uppercased() }
      self.codes = codes
      own = Dictionary(names.map { ($0.pair, $0) }, uniquingKeysWith: { first, _ in first })
      self.names = Dictionary(
        names.map { (Self.pair(of: $0, codes), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The codes that are known without a request: those that have not changed from 2020 to August 2026.
    static let builtIn: SymbolMap = {
      var spellings = SymbolMap(
        [],
        [
          "ALG": "ALGO", "ATO": "ATOM", "DSH": "DASH", "IOT": "IOTA", "UDC": "USDC", "UST": "USDT",
        ])
      spellings.unclear = ["WBT"]
      return spellings
    }()

    /// The pair of a name; `nil` when a code of it is unclear.
    func pair(of name: WireName) -> Pair? {
      unclear.isDisjoint(with: [name.base, name.quote]) ? Self.pair(of: name, codes) : nil
    }

    /// A code is mapped once and not again: `WHBT` is WBT, although `WBT` is WBTC.
    private static func pair(of name: WireName, _ codes: [String: String]) -> Pair {
      Pair(base: codes[name.base] ?? name.base, quote: codes[name.quote] ?? name.quote)
    }

    /// The listed pair of this everyday name, or else of this name in Bitfinex's own codes.
    func everydayName(of pair: Pair) -> Pair? {
      if names[pair] != nil { return pair }
      return own[pair].flatMap(self.pair(of:))
    }

    /// Whether these names are all listed.
    func lists(_ names: [WireName]) -> Bool { names.allSatisfy { own[$0.pair] != nil } }
  }
}
