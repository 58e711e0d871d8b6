/// An exchange's own codes of currencies that differ from the everyday ones: a code names a currency only
/// together with its exchange. A code is mapped once, as a base and as a quote alike.
///
/// An everyday code is the one of CoinGecko and of most exchanges in 2026. Where two coins have the same, the
/// coin of one exchange has that exchange's name behind a dot, as in `FUN.kraken`.
public struct CoinCodes: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let own: String
    let everyday: String
    /// Whether it holds only where the list of pairs has the own code and lacks the everyday one, and not
    /// before that list is known.
    let dependsOnList: Bool
  }

  private let entries: [Entry]
  /// The everyday codes of codes that the exchange accepts, but does not have in its symbols.
  private let aliases: [String: String]
  /// The codes whose meaning depends on the pairs that the exchange lists: all of the entries.
  private let codes: Set<String>

  /// - Parameters:
  ///   - codes: everyday codes by own codes, the more important first.
  ///   - ifUnlisted: those that hold only while the exchange does not list the everyday code itself. Renames
  ///     of coins (``CoinRename``) are among them on every exchange.
  ///   - aliases: everyday codes by further codes that people may type.
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

  /// Whether the everyday name of a pair, or a coin, depends on the list of pairs.
  func concern(_ pair: Pair) -> Bool { pair.hasCode(among: codes.contains) }

  /// Whether the meaning of a typed pair, or coin, depends on the list of pairs: a code is an everyday code,
  /// too, or may be no own code.
  func areUnclear(in pair: Pair) -> Bool {
    pair.hasCode { code in
      entries.contains { entry in
        entry.own == code && (entry.dependsOnList || entries.contains { $0.everyday == code })
      }
    }
  }

  /// Whether it is an own code, or one that people may type for one.
  func isOwn(_ code: String) -> Bool {
    aliases[code] != nil || entries.contains { $0.own == code }
  }

  /// The codes that name another coin on another exchange, as a user should be told: their meaning here is
  /// not that of everyday.
  ///
  /// Sources: the lists of two of ccxt 4.5.90, rotki and CoinGecko ids of 2026-02, except AE (ccxt alone).
  static let ambiguous: Set = [
    "AE", "AI", "BEAM", "BTT", "FUN", "LIT", "LUNA", "OMNI", "PROS", "REP", "SUP", "U", "VELO",
    "WBT",
  ]

  /// A coin that is typed in own codes, by its everyday code; the same if what the code means depends on the
  /// pairs that the exchange lists.
  func everydayCoin(typed coin: Pair) -> Pair {
    areUnclear(in: coin) ? coin : map(listed: nil).everyday(typed: coin)
  }

  /// The mapping for a list that has these codes, of those that the entries have; `nil` while it is unknown.
  func map(listed: Set<String>?) -> CodeMap {
    let byOwn = Dictionary(entries.map { ($0.own, $0) }) { first, _ in first }
    var results: [String: Bool] = [:]
    func holds(_ entry: Entry) -> Bool {
      guard let listed else { return !entry.dependsOnList }
      guard listed.contains(entry.own) else { return false }
      if let result = results[entry.own] { return result }
      // Two that change places hold both.
      results[entry.own] = true
      // An everyday code is free where the coin that is listed under it has a name of its own.
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

/// The everyday codes of an exchange's own codes where they differ, and the reverse.
struct CodeMap: Hashable {
  fileprivate(set) var everyday: [String: String] = [:]
  fileprivate(set) var own: [String: String] = [:]
  /// The everyday codes of those that people may type, whatever the exchange lists.
  fileprivate let typed: [String: String]

  /// The everyday name of a pair, or coin, in own codes.
  func everyday(_ pair: Pair) -> Pair {
    pair.hasCode { everyday[$0] != nil } ? pair.renamed(everyday) : pair
  }

  /// The everyday name of a pair, or coin, that is typed in own codes.
  func everyday(typed pair: Pair) -> Pair {
    pair.renamed(everyday.merging(typed) { listed, _ in listed })
  }

  /// The pair in own codes; `nil` if the exchange cannot list it, for one of its codes is that of another
  /// coin there.
  func own(_ pair: Pair) -> Pair? {
    if pair.hasCode(among: { own[$0] == nil && everyday[$0] != nil }) { return nil }
    return pair.hasCode { own[$0] != nil } ? pair.renamed(own) : pair
  }
}

extension Pair {
  /// Whether base or quote, or the code of a coin, is among some codes.
  fileprivate func hasCode(among isAmong: (String) -> Bool) -> Bool {
    guard let base, let quote else { return isAmong(symbol) }
    return isAmong(base) || isAmong(quote)
  }
}
