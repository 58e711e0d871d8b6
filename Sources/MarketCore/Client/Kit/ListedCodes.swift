import Synchronization

/// The codes of pairs that an exchange has listed in this run, if ``CoinCodes`` has them. They are never
/// removed: a pair that is missing from one answer would change the names of other pairs.
final class ListedCodes: Sendable {
  private struct State {
    /// The pairs, in own codes, with a code of ``CoinCodes``; `nil` until all pairs have been listed.
    var pairs: Set<Pair>?
    var listed: Set<String> = []
    var codes: CoinCodes?
    var map: CodeMap? { didSet { last = nil } }
    /// The last list of all pairs, in own codes and in everyday codes.
    var last: (own: [Pair], everyday: [Pair])?

    mutating func note(_ listedPairs: some Sequence<Pair>, of codes: CoinCodes) {
      if pairs == nil { (pairs, map) = ([], nil) }
      for pair in listedPairs where codes.concern(pair) && pairs?.insert(pair).inserted == true {
        listed.formUnion([pair.base, pair.quote].compactMap(\.self))
        map = nil
      }
    }

    mutating func map(of codes: CoinCodes) -> CodeMap {
      if let map, self.codes == codes { return map }
      let map = codes.map(listed: pairs.map { _ in listed })
      (self.codes, self.map) = (codes, map)
      return map
    }
  }

  private let state = Mutex(State())

  var areKnown: Bool { state.withLock { $0.pairs != nil } }

  /// Whether a pair, or a coin, has been listed under these own codes.
  func contain(_ pair: Pair) -> Bool {
    state.withLock { state in
      pair.base == nil
        ? state.pairs?.contains { $0.base == pair.symbol } ?? false
        : state.pairs?.contains(pair) ?? false
    }
  }

  /// Notes that these are all pairs that the exchange lists now; returns the mapping of the codes.
  func map(noting pairs: Set<Pair>, of codes: CoinCodes) -> CodeMap {
    state.withLock { state in
      state.note(pairs, of: codes)
      return state.map(of: codes)
    }
  }

  /// Notes that these are all pairs that the exchange lists now; returns their everyday names.
  func names(of pairs: [Pair], by codes: CoinCodes) -> [Pair] {
    state.withLock { state in
      // Exchanges mostly list the same pairs in the same order.
      if let last = state.last, last.own == pairs, state.codes == codes { return last.everyday }
      state.note(pairs, of: codes)
      let map = state.map(of: codes)
      let names = map.everyday.isEmpty ? pairs : pairs.map { map.everyday($0) }
      state.last = (pairs, names)
      return names
    }
  }

  func map(of codes: CoinCodes) -> CodeMap { state.withLock { $0.map(of: codes) } }
}
