import Synchronization

/// The codes that an exchange has listed in this run, of those whose meaning depends on it. None leaves:
/// a pair that is missing from one answer would change the names of others.
final class ListedCodes: Sendable {
  private struct State {
    /// The pairs in own codes that have such a code; `nil` until all pairs have been listed.
    var pairs: Set<Pair>?
    var listed: Set<String> = []
    var codes: CoinCodes?
    var map: CodeMap?
  }

  private let state = Mutex(State())

  /// Whether all pairs have been listed.
  var areKnown: Bool { state.withLock { $0.pairs != nil } }

  /// Whether a pair in own codes, or a coin, has been listed.
  func contain(_ pair: Pair) -> Bool {
    state.withLock { state in
      pair.base == nil
        ? state.pairs?.contains { $0.base == pair.symbol } ?? false
        : state.pairs?.contains(pair) ?? false
    }
  }

  /// Notes that the exchange lists these pairs, and no others by now.
  func note(_ pairs: some Sequence<Pair>, of codes: CoinCodes) {
    state.withLock { state in
      if state.pairs == nil { (state.pairs, state.map) = ([], nil) }
      for pair in pairs where codes.concern(pair) && state.pairs?.insert(pair).inserted == true {
        state.listed.formUnion([pair.base, pair.quote].compactMap(\.self))
        state.map = nil
      }
    }
  }

  /// The mapping by these codes.
  func map(of codes: CoinCodes) -> CodeMap {
    state.withLock { state in
      if let map = state.map, state.codes == codes { return map }
      let map = codes.map(listed: state.pairs.map { _ in state.listed })
      (state.codes, state.map) = (codes, map)
      return map
    }
  }
}
