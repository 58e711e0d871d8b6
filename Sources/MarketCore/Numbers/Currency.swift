/// A coin, or the money of a country.
public struct Currency: Hashable, Sendable {
  /// The everyday code: `BTC`, even if an exchange lists Bitcoin as `XBT`.
  public let code: String

  /// Creates the currency of a code. The code is not changed, and need not be known.
  public init(_ code: String) { self.code = code }

  /// The name, as in `Bitcoin`; `nil` if the code is not in the built-in table of names.
  public var name: String? { CurrencyNames.all[code] }

  /// The sign before an amount: `$`, `€`, `£` or `₺`; `nil` for every other currency.
  public var sign: String? {
    switch code {
    case "USD": "$"
    case "EUR": "€"
    case "GBP": "£"
    case "TRY": "₺"
    default: nil
    }
  }

  /// Whether the currency is the money of a country, by its active code in ISO 4217. But MNT, RON, SCR
  /// and BOB are coins. The money with such a code has an ending: `MNT.cash`.
  public var isOfficial: Bool {
    switch code.utf8.count {
    case 3: Self.isoCodes.contains(code) && !Self.coinsWithISOCodes.contains(code)
    case 8: Self.coinsWithISOCodes.contains { code == $0 + Self.cashEnding }
    default: false
    }
  }

  /// Whether amounts of an official currency have cents, by ISO 4217.
  var hasCents: Bool { !Self.codesWithoutCents.contains(code) }

  /// Returns the money of a country by its ISO code: `EUR`, but `MNT.cash` for MNT. `nil` if no money of
  /// a country has the code.
  package static func cash(_ code: String) -> Currency? {
    [Currency(code), Currency(code + cashEnding)].first(where: \.isOfficial)
  }

  /// The ending in `MNT.cash`. An ending of a coin is the id of an exchange instead: `FUN.kraken`.
  package static let cashWord = "cash"
  private static let cashEnding = ".\(cashWord)"

  /// The active codes in ISO 4217 of the money of countries.
  private static let isoCodes = Set(
    """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD \
    CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS \
    GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW \
    KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR \
    MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR \
    SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX \
    USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
    """.split(separator: " ").map(String.init))

  /// The codes in ISO 4217 of the currencies without a minor unit.
  private static let codesWithoutCents: Set = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
    "XAF", "XOF", "XPF",
  ]

  /// ISO codes that stand for coins here: Mantle, Ronin, Scroll and BOB.
  private static let coinsWithISOCodes: Set = ["MNT", "RON", "SCR", "BOB"]

  /// Coins that count as one US dollar, the most common coin first.
  package static let stablecoins = ["USDT", "USDC", "DAI", "FDUSD", "USDP", "PYUSD", "TUSD"]

  /// Creates the currency with a name, as in `bitcoin`, or with the former name of a coin in the list of
  /// renames, as in `toncoin`. Case is ignored. `nil` if the name is unknown, or is also its code.
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

  /// Returns the codes of the currencies whose built-in name contains a text at the beginning of a word.
  static func codes(named text: String) -> Set<String> {
    Set(CurrencyNames.all.filter { hasWord(in: $0.value, beginningWith: text) }.keys)
  }

  /// Whether a name contains a text at the beginning of a word. Case is ignored.
  static func hasWord(in name: String, beginningWith text: String) -> Bool {
    let (name, text) = (name.lowercased(), text.lowercased())
    return name.indices.contains { index in
      name[index...].hasPrefix(text)
        && !(name[..<index].last.map { $0.isLetter || $0.isNumber } ?? false)
    }
  }
}
