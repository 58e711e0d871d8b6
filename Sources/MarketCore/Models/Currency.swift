/// A currency by its everyday code.
package struct Currency: Hashable, Sendable {
  /// The code, as in `BTC`, `USD`.
  package let code: String

  /// The currency of a code.
  package init(_ code: String) { self.code = code }

  /// The name in our own table, as in `Bitcoin`; `nil` when it has none.
  package var name: String? { CurrencyNames.all[code] }

  /// The sign before an amount, where everybody knows one: `$`, `€`, `£`, `₺`.
  package var sign: String? {
    switch code {
    case "USD": "$"
    case "EUR": "€"
    case "GBP": "£"
    case "TRY": "₺"
    default: nil
    }
  }

  /// Whether it is an active code of a country's currency (ISO 4217).
  package var isOfficial: Bool { code.utf8.count == 3 && CurrencyNames.isoCodes.contains(code) }

  /// The coins of one dollar, the most usual first.
  package static let stablecoins = ["USDT", "USDC", "DAI", "FDUSD", "PAX", "PYUSD", "TUSD"]

  /// The stablecoin of two currencies whose other one is the dollar; `nil` if they are others.
  static func stablecoin(of lhs: String, and rhs: String) -> String? {
    guard let coin = lhs == "USD" ? rhs : rhs == "USD" ? lhs : nil else { return nil }
    return stablecoins.contains(coin) ? coin : nil
  }

  /// The currency that a person names, as in `bitcoin`; `nil` when it is none.
  package init?(named name: String) {
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
          name[index...].hasPrefix(text)
            && !(name[..<index].last.map { $0.isLetter || $0.isNumber } ?? false)
        }
      }.keys)
  }
}
