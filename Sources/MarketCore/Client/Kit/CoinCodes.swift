/// Maps an exchange's own codes of currencies to everyday codes and back, where they differ: Kraken's
/// `LUNA` is `LUNC`. The mapping depends on the pairs that the exchange lists.
///
/// An everyday code is the code that CoinGecko and most exchanges used in 2026. If two coins had the same
/// everyday code, one of them has another code, such as `FUN.kraken`, with the id of an exchange.
public struct CoinCodes: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let own: String
    let everyday: String
    /// Whether the entry does not apply while the list of pairs is unknown.
    let dependsOnList: Bool
  }

  private let entries: [Entry]
  private let aliases: [String: String]
  private let codes: Set<String>

  /// - Parameters:
  ///   - codes: everyday codes by the exchange's own codes, the more important first.
  ///   - ifUnlisted: further codes, which do not apply while the list of pairs is unknown. Renames of
  ///     coins (``CoinRename``) are added to them on every exchange.
  ///   - aliases: everyday codes by codes that users may type, but that the exchange does not list.
  package init(
    _ codes: KeyValuePairs<String, String> = [:],
    ifUnlisted: KeyValuePairs<String, String> = [:], aliases: [String: String] = [:]
  ) {
    self.init(codes.map { ($0, $1) }, ifUnlisted: ifUnlisted, aliases: aliases)
  }

  init(
    _ codes: [(own: String, everyday: String)], ifUnlisted: KeyValuePairs<String, String> = [:],
    aliases: [String: String] = [:]
  ) {
    var entries: [Entry] = []
    func add(_ codes: [(own: String, everyday: String)], dependsOnList: Bool) {
      for (own, everyday) in codes where own != everyday {
        if entries.contains(where: { $0.own == own }) { continue }
        entries.append(Entry(own: own, everyday: everyday, dependsOnList: dependsOnList))
      }
    }
    add(codes, dependsOnList: false)
    add(ifUnlisted.map { ($0, $1) }, dependsOnList: true)
    add(CoinRename.codes, dependsOnList: true)
    (self.entries, self.aliases) = (entries, aliases)
    self.codes = Set(entries.flatMap { [$0.own, $0.everyday] })
  }

  /// Whether the listed pairs can change the translation of a pair, or of a coin (a ``Pair`` of one code).
  func concern(_ pair: Pair) -> Bool { pair.hasCode(among: codes.contains) }

  /// Whether the list of pairs is needed to understand a typed pair or coin: it has an own code that is
  /// also an everyday code, or whose entry depends on the list.
  func areUnclear(in pair: Pair) -> Bool {
    pair.hasCode { code in
      entries.contains { entry in
        entry.own == code && (entry.dependsOnList || entries.contains { $0.everyday == code })
      }
    }
  }

  func isOwn(_ code: String) -> Bool {
    aliases[code] != nil || entries.contains { $0.own == code }
  }

  /// Codes that are different coins on different exchanges. If a user types one, a note may explain it.
  /// Sources: for each code two of ccxt 4.5.90, rotki and the CoinGecko ids of 2026-02; for AE only ccxt.
  static let ambiguous: Set = [
    "AE", "AI", "BEAM", "BTT", "FUN", "LIT", "LUNA", "OMNI", "PROS", "REP", "SUP", "U", "VELO",
    "WBT",
  ]

  /// The everyday code of a typed coin; the same coin if its meaning depends on the list of pairs.
  func everydayCoin(typed coin: Pair) -> Pair {
    areUnclear(in: coin) ? coin : map(listed: nil).everyday(typed: coin)
  }

  /// The mapping for an exchange whose pairs have these codes; `nil` while the list of pairs is unknown.
  /// With a list, an entry applies if its own code is listed and its everyday code is free, unless an
  /// earlier entry with the same everyday code applies.
  func map(listed: Set<String>?) -> CodeMap {
    let byOwn = Dictionary(entries.map { ($0.own, $0) }) { first, _ in first }
    var results: [String: Bool] = [:]
    func holds(_ entry: Entry) -> Bool {
      guard let listed else { return !entry.dependsOnList }
      guard listed.contains(entry.own) else { return false }
      if let result = results[entry.own] { return result }
      // Ends the recursion if two coins have exchanged their codes: both entries apply.
      results[entry.own] = true
      // Free: not listed, or the coin that is listed under this code has another everyday code.
      let isFree = !listed.contains(entry.everyday) || byOwn[entry.everyday].map(holds) ?? false
      results[entry.own] = isFree
      return isFree
    }
    let unconditional = entries.filter { !$0.dependsOnList }
    var map = CodeMap(typed: unconditional.reduce(into: aliases) { $0[$1.own] = $1.everyday })
    for entry in entries where holds(entry) && map.own[entry.everyday] == nil {
      map.everyday[entry.own] = entry.everyday
      map.own[entry.everyday] = entry.own
    }
    return map
  }
}

struct CodeMap: Hashable {
  fileprivate(set) var everyday: [String: String] = [:]
  fileprivate(set) var own: [String: String] = [:]
  /// Everyday codes by codes that users may type, whatever the exchange lists.
  fileprivate let typed: [String: String]

  func everyday(_ pair: Pair) -> Pair {
    pair.hasCode { everyday[$0] != nil } ? pair.renamed(everyday) : pair
  }

  func everyday(typed pair: Pair) -> Pair {
    pair.renamed(everyday.merging(typed) { listed, _ in listed })
  }

  /// The pair in own codes; `nil` if one of its codes is another coin on this exchange.
  func own(_ pair: Pair) -> Pair? {
    if pair.hasCode(among: { own[$0] == nil && everyday[$0] != nil }) { return nil }
    return pair.hasCode { own[$0] != nil } ? pair.renamed(own) : pair
  }
}

extension Pair {
  /// Whether the base or the quote is among the codes; of a coin, whether its code is.
  fileprivate func hasCode(among isAmong: (String) -> Bool) -> Bool {
    guard let base, let quote else { return isAmong(symbol) }
    return isAmong(base) || isAmong(quote)
  }
}
