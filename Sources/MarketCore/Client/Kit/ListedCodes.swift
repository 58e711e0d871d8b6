import Synchronization

/// Collects the listed pairs that have a code in ``CoinCodes``, because everyday names depend on them. A
/// pair is never removed: if one were missing in an answer, the names of other pairs could change.
final class ListedCodes: Sendable {
  private struct State {
    /// The collected pairs, in the exchange's own codes; `nil` before the first list of all pairs.
    var pairs: Set<Pair>?
    var listed: Set<String> = []
    var codes: CoinCodes?
    var map: CodeMap? { didSet { last = nil } }
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

  /// Whether this pair, or a pair with this coin as its base, has been collected. Codes are own codes.
  func contain(_ pair: Pair) -> Bool {
    state.withLock { state in
      pair.base == nil
        ? state.pairs?.contains { $0.base == pair.symbol } ?? false
        : state.pairs?.contains(pair) ?? false
    }
  }

  /// Collects pairs of the list of all pairs, and returns the resulting mapping of codes.
  func map(noting pairs: Set<Pair>, of codes: CoinCodes) -> CodeMap {
    state.withLock { state in
      state.note(pairs, of: codes)
      return state.map(of: codes)
    }
  }

  /// Collects pairs of the list of all pairs, and returns the everyday names of the whole list.
  func names(of pairs: [Pair], by codes: CoinCodes) -> [Pair] {
    state.withLock { state in
      // The last result is kept, because the next list often has the same pairs in the same order.
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
