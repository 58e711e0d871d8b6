package import Foundation

/// A change of a coin's code, at which an old coin can become several new coins, or a part of one.
///
/// Sources, unless an entry names others: notices of the exchanges and of the projects, as quoted by two
/// adapters (ccxt 4.5.90 and rotki). An "unconfirmed" rename is widely reported, but its notice was not
/// read.
package struct CoinRename: Sendable {
  package let old: String
  package let new: String
  /// The number of new coins that one old coin became.
  package let ratio: Decimal

  /// Whether prices before and after the rename can be compared directly.
  var isOneToOne: Bool { ratio == 1 }

  private init(_ old: String, _ new: String, _ ratio: Decimal = 1) {
    (self.old, self.new, self.ratio) = (old, new, ratio)
  }

  /// Returns the rename with this old code; `nil` if the list has none.
  package static func of(_ code: String) -> CoinRename? { byOld[code] }

  /// The one-to-one renames, for ``CoinCodes``: some exchanges still list a coin under its old code.
  static let codes = all.filter(\.isOneToOne).map { (own: $0.old, everyday: $0.new) }

  private static let byOld = Dictionary(all.map { ($0.old, $0) }) { first, _ in first }

  // Not in the list: LIT→HEI (2025-02), because LIT is Lighter on several exchanges. LUNA→LUNC and
  // UST→USTC (2022-05), because LUNA is Terra 2, and UST is Tether on Bitfinex. These three are in the
  // `CoinCodes` of the exchanges that still list the old coins under the old codes.
  static let all = [
    CoinRename("TON", "GRAM"),  // 2026-06-15
    CoinRename("IP", "DATA"),  // 2026-06; sources: Upbit and one adapter
    CoinRename("FXS", "FRAX"),  // 2026-01
    CoinRename("EOS", "A"),  // 2025-05, unconfirmed
    CoinRename("FTM", "S"),  // 2025-01
    CoinRename("KLAY", "KAIA"),  // 2024-10
    CoinRename("MATIC", "POL"),  // 2024-09, unconfirmed
    CoinRename("RNDR", "RENDER"),  // 2024-07, unconfirmed
    CoinRename("TOMO", "VIC"),  // 2023, unconfirmed
    CoinRename("NANO", "XNO"),  // 2022, unconfirmed
    CoinRename("GNT", "GLM"),  // 2020, unconfirmed
    CoinRename("CGLD", "CELO"),  // 2020, unconfirmed
    CoinRename("BCHSV", "BSV"),  // 2019, unconfirmed
    CoinRename("BCHABC", "BCH"),  // 2018, unconfirmed
    CoinRename("OM", "MANTRA", 4),  // 2026-03
    CoinRename("MKR", "SKY", 24_000),  // 2024-09
    CoinRename("GAL", "G", 60),  // 2024-07, unconfirmed
    CoinRename("AGIX", "FET", Decimal(43_335) / 100_000),  // 2024-07
    CoinRename("OCEAN", "FET", Decimal(433_226) / 1_000_000),  // 2024-07
    CoinRename("BCHA", "XEC", 1_000_000),  // 2021, unconfirmed
    CoinRename("LEND", "AAVE", Decimal(1) / 100),  // 2020, unconfirmed
    CoinRename("ERD", "EGLD", Decimal(1) / 1_000),  // 2020, unconfirmed
    CoinRename("VEN", "VET", 100),  // 2018, unconfirmed
  ]
}

extension CoinRename {
  /// Returns a hint about the first old code in a symbol: `renamed to POL`, or
  /// `renamed to SKY (1 MKR = 24,000 SKY)`. `nil` if the symbol has no old code.
  static func hint(on symbol: String) -> String? {
    guard let rename = symbol.split(separator: "-").lazy.compactMap({ of(String($0)) }).first
    else { return nil }
    let ratio = "(1 \(rename.old) = \(NumberFormat.grouped(rename.ratio)) \(rename.new))"
    return "renamed to \(rename.new)" + (rename.isOneToOne ? "" : " \(ratio)")
  }
}
