/// The pairs that an exchange lists, and its own symbol of each: for an exchange whose symbols do not
/// show their pairs.
struct SymbolDirectory<Symbol: Hashable & Sendable>: Sendable {
  /// The symbol of each listed pair.
  private(set) var symbols: [Pair: Symbol]
  /// The pair of each symbol.
  private(set) var pairs: [Symbol: Pair]
  /// The exchange's own codes of currencies that differ from everyday ones, if the list has them.
  private(set) var codes: CoinCodes
  /// The names of base currencies by their codes, if the list has them.
  private(set) var names: [String: String]
  /// The symbols of delisted pairs, if the list marks them.
  private(set) var closed: Set<Symbol>
  /// The reasons of skipped rows.
  let warnings: [Warning]

  /// The directory of these rows, of which the first one of a pair or a symbol counts.
  init(
    _ listed: [(symbol: Symbol, pair: Pair)], codes: CoinCodes = CoinCodes(),
    names: [String: String] = [:], closed: Set<Symbol> = [], _ warnings: [Warning] = []
  ) {
    symbols = Dictionary(listed.map { ($0.pair, $0.symbol) }) { first, _ in first }
    pairs = Dictionary(listed.map { ($0.symbol, $0.pair) }) { first, _ in first }
    self.codes = codes
    self.names = names
    self.closed = closed
    self.warnings = warnings
  }

  /// The directory with what an earlier one has beside it: a list that is cut for a moment hides no pair.
  func adding(_ earlier: SymbolDirectory) -> SymbolDirectory {
    var directory = self
    directory.closed.formUnion(earlier.closed.filter { pairs[$0] == nil })
    directory.symbols.merge(earlier.symbols) { new, _ in new }
    directory.pairs.merge(earlier.pairs) { new, _ in new }
    directory.names.merge(earlier.names) { new, _ in new }
    if pairs.count < earlier.pairs.count { directory.codes = earlier.codes }
    return directory
  }

  /// The symbol of a pair, or the error that it is not listed.
  func symbol(of pair: Pair) throws(MarketError) -> Symbol {
    guard let symbol = symbols[pair] else { throw .unknownSymbol(pair.symbol, near: []) }
    return symbol
  }

  /// Whether one of these pairs is not listed.
  func lacks(_ pairs: some Sequence<Pair>) -> Bool { pairs.contains { symbols[$0] == nil } }

  /// Whether one of these symbols is not listed.
  func lacks(symbols: some Sequence<Symbol>) -> Bool { symbols.contains { pairs[$0] == nil } }
}

/// The names of currencies by their codes; `nil` if they are not known, with the reason.
struct NameList: Sendable {
  let byCode: [String: String]?
  let warnings: [Warning]

  /// None: they are not needed.
  static let none = NameList(byCode: nil, warnings: [])

  /// The name of a currency, if both are known.
  subscript(code: String?) -> String? { code.flatMap { byCode?[$0] } }
}

extension RequestScope {
  /// The directory that `fetch` requests, cached. One that is outdated, because it lacks something of a
  /// request or a response, is requested again, at most once per hour. Malformed if it has rows, and
  /// none is valid; a failure without rows.
  func directory<Symbol>(
    about subject: String = "", isOutdated: (SymbolDirectory<Symbol>) -> Bool = { _ in false },
    fetch: () async throws(MarketError) -> SymbolDirectory<Symbol>
  ) async throws(MarketError) -> SymbolDirectory<Symbol> {
    try await cache.value(about: subject, isOutdated: isOutdated) { () async throws(MarketError) in
      let listed = try await fetch()
      if listed.pairs.isEmpty {
        for case .rowLeftOut(let reason) in listed.warnings { throw .malformed(reason) }
        throw .emptyResponse
      }
      guard subject.isEmpty else { return listed }
      return cache.all(SymbolDirectory<Symbol>.self).reduce(listed) { $0.adding($1) }
    }
  }

  /// The names of currencies that `fetch` requests, cached and renewed in the same way.
  func currencyNames(
    isOutdated: ([String: String]) -> Bool = { _ in false },
    fetch: () async throws(MarketError) -> Rows<(code: String, name: String)>
  ) async -> NameList {
    let (names, warnings) = await cache.optional("currency names", isOutdated: isOutdated) {
      () async throws(MarketError) in
      let names = try await fetch().elements
      guard !names.isEmpty else { throw .emptyResponse }
      let earlier = cache.cached([String: String].self) ?? [:]
      return Dictionary(names.map { ($0.code, $0.name) }) { first, _ in first }
        .merging(earlier) { new, _ in new }
    }
    return NameList(byCode: names, warnings: warnings)
  }
}

extension Result where Failure == MarketError {
  /// What the body returns or throws: for an `async let`, which does not keep the type of an error.
  init(_ body: () async throws(MarketError) -> Success) async {
    do throws(MarketError) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
