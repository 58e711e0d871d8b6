/// A currency by its everyday code: its name, its sign, and whether it is the money of a country.
public struct Currency: Hashable, Sendable {
  /// The code, as in `BTC`, `USD`.
  public let code: String

  /// The currency of a code, in capital letters. Any code is one.
  public init(_ code: String) { self.code = code }

  /// The name in our own table, as in `Bitcoin`; `nil` when it has none.
  public var name: String? { CurrencyNames.all[code] }

  /// The sign before an amount, where everybody knows one: `$`, `€`, `£`, `₺`.
  public var sign: String? {
    switch code {
    case "USD": "$"
    case "EUR": "€"
    case "GBP": "£"
    case "TRY": "₺"
    default: nil
    }
  }

  /// Whether it is the money of a country: an active code of ISO 4217. MNT, RON, SCR and BOB are coins; their
  /// money is written `MNT.cash`.
  public var isOfficial: Bool {
    switch code.utf8.count {
    case 3: CurrencyNames.isoCodes.contains(code) && !Self.coinsWithISOCodes.contains(code)
    case 8: Self.coinsWithISOCodes.contains { code == $0 + Self.cashEnding }
    default: false
    }
  }

  /// The currency of cash with an ISO code: `EUR`, and `MNT.cash` for MNT; `nil` for other codes.
  package static func cash(_ code: String) -> Currency? {
    [Currency(code), Currency(code + cashEnding)].first(where: \.isOfficial)
  }

  /// The word that stands in the place of an exchange for money.
  package static let cashWord = "cash"
  private static let cashEnding = ".\(cashWord)"

  /// ISO codes that exchanges list as coins: Mantle, Ronin, Scroll and BOB.
  private static let coinsWithISOCodes: Set = ["MNT", "RON", "SCR", "BOB"]

  /// The coins of one dollar, the most usual first.
  package static let stablecoins = ["USDT", "USDC", "DAI", "FDUSD", "USDP", "PYUSD", "TUSD"]

  /// The currency that a person names, as in `bitcoin`, or `toncoin` for one that was renamed; `nil` when
  /// it is none.
  public init?(named name: String) {
    let name = name.lowercased()
    func code(_ name: String) -> String? {
      CurrencyNames.all.first { $1.lowercased() == name && $0.lowercased() != name }?.key
    }
    if let code = code(name) {
      self.init(code)
    } else if CurrencyNames.all[name.uppercased()] == nil, let old = code("\(name) (old)"),
      let rename = CoinRename.of(old)
    {
      self.init(rename.new)
    } else {
      return nil
    }
  }

  /// The codes of the currencies whose name in our own table has a word that begins with a text, in
  /// any case.
  static func codes(named text: String) -> Set<String> {
    Set(CurrencyNames.all.filter { hasWord(in: $0.value, beginningWith: text) }.keys)
  }

  /// Whether a name has a word that begins with a text, in any case.
  static func hasWord(in name: String, beginningWith text: String) -> Bool {
    let (name, text) = (name.lowercased(), text.lowercased())
    return name.indices.contains { index in
      name[index...].hasPrefix(text)
        && !(name[..<index].last.map { $0.isLetter || $0.isNumber } ?? false)
    }
  }
}
