/// The codes of currencies in which an exchange differs from everyday codes. A code names a currency only
/// together with its exchange. The same mapping is used for the base and for the quote of a pair.
///
/// An everyday code is the code of CoinGecko and of most exchanges in 2026. If two coins have the same
/// code, one of them has the name of its exchange after a dot, as in `FUN.kraken`.
public struct CoinCodes: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let own: String
    let everyday: String
    /// Whether the entry applies only if the list of pairs has the own code and lacks the everyday code.
    let dependsOnList: Bool
  }

  private let entries: [Entry]
  /// Everyday codes by codes that the exchange accepts, but does not use in its symbols.
  private let aliases: [String: String]
  /// The own and the everyday codes of all entries.
  private let codes: Set<String>

  /// - Parameters:
  ///   - codes: everyday codes by the exchange's own codes, the more important first.
  ///   - ifUnlisted: further codes, which apply only if the exchange does not list the everyday code.
  ///     Renames of coins (``CoinRename``) are added to them on every exchange.
  ///   - aliases: everyday codes by further codes that users may type.
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

  /// Whether the everyday name of a pair, or of a coin, depends on the list of pairs.
  func concern(_ pair: Pair) -> Bool { pair.hasCode(among: codes.contains) }

  /// Whether the meaning of a pair, or of a coin, that a user typed depends on the list of pairs. This is
  /// so if a code is both an own code and an everyday code, or an own code only under a condition.
  func areUnclear(in pair: Pair) -> Bool {
    pair.hasCode { code in
      entries.contains { entry in
        entry.own == code && (entry.dependsOnList || entries.contains { $0.everyday == code })
      }
    }
  }

  /// Whether a code is an own code of the exchange, or an alias that users may type for it.
  func isOwn(_ code: String) -> Bool {
    aliases[code] != nil || entries.contains { $0.own == code }
  }

  /// Codes that name different coins on different exchanges: users are told the meaning of such a code.
  ///
  /// Each code is in two of ccxt 4.5.90, rotki and the CoinGecko ids of 2026-02, except AE (ccxt only).
  static let ambiguous: Set = [
    "AE", "AI", "BEAM", "BTT", "FUN", "LIT", "LUNA", "OMNI", "PROS", "REP", "SUP", "U", "VELO",
    "WBT",
  ]

  /// The everyday code of a coin that is typed in own codes. The code is unchanged if its meaning depends
  /// on the pairs that the exchange lists.
  func everydayCoin(typed coin: Pair) -> Pair {
    areUnclear(in: coin) ? coin : map(listed: nil).everyday(typed: coin)
  }

  /// The mapping if, of the codes of the entries, these are listed; `nil` while the list is unknown.
  func map(listed: Set<String>?) -> CodeMap {
    let byOwn = Dictionary(entries.map { ($0.own, $0) }) { first, _ in first }
    var results: [String: Bool] = [:]
    func holds(_ entry: Entry) -> Bool {
      guard let listed else { return !entry.dependsOnList }
      guard listed.contains(entry.own) else { return false }
      if let result = results[entry.own] { return result }
      // If two coins exchange their codes, both entries apply.
      results[entry.own] = true
      // An everyday code is free if the coin that is listed under it has another everyday code.
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
  /// Everyday codes by the codes that users may type, whatever the exchange lists.
  fileprivate let typed: [String: String]

  /// The everyday name of a pair, or of a coin, in own codes.
  func everyday(_ pair: Pair) -> Pair {
    pair.hasCode { everyday[$0] != nil } ? pair.renamed(everyday) : pair
  }

  /// The everyday name of a pair, or of a coin, that a user typed in own codes.
  func everyday(typed pair: Pair) -> Pair {
    pair.renamed(everyday.merging(typed) { listed, _ in listed })
  }

  /// The pair in own codes; `nil` if the exchange cannot list the pair, because one of its codes names
  /// another coin on this exchange.
  func own(_ pair: Pair) -> Pair? {
    if pair.hasCode(among: { own[$0] == nil && everyday[$0] != nil }) { return nil }
    return pair.hasCode { own[$0] != nil } ? pair.renamed(own) : pair
  }
}

extension Pair {
  /// Whether the base, the quote or the code of a coin is among the codes.
  fileprivate func hasCode(among isAmong: (String) -> Bool) -> Bool {
    guard let base, let quote else { return isAmong(symbol) }
    return isAmong(base) || isAmong(quote)
  }
}
