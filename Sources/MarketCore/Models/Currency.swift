/// A currency by its everyday code.
public struct Currency: Hashable, Sendable {
  /// The code, as in `BTC`, `USD`.
  public let code: String

  /// The currency of a code.
  public init(_ code: String) {
    self.code = code
  }

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

  /// Whether it is an active code of a country's currency (ISO 4217).
  public var isOfficial: Bool { code.utf8.count == 3 && Self.isoCodes.contains(code) }

  /// The currency that a person names, as in `bitcoin`; `nil` when it is none.
  public init?(named name: String) {
    let name = name.lowercased()
    let match = CurrencyNames.all.first { $1.lowercased() == name && $0.lowercased() != name }
    guard let match else { return nil }
    self.init(match.key)
  }

  /// The codes of the currencies whose name in our own table has a word that begins with a text, in
  /// any case.
  static func codes(named text: String) -> Set<String> {
    let text = text.lowercased()
    return Set(
      CurrencyNames.all.filter { _, name in
        let name = name.lowercased()
        return name.indices.contains { index in
          let isStart = index == name.startIndex || !name[name.index(before: index)].isWordPart
          return isStart && name[index...].hasPrefix(text)
        }
      }.keys)
  }

  /// ISO 4217, the active codes of countries' currencies.
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
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber }
}
