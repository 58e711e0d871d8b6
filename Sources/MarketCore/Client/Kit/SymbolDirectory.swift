/// Listed pairs of an exchange with their symbols, such as `BTCUSDT`, and other data of the same list.
package struct SymbolDirectory<Symbol: Hashable & Sendable>: Sendable {
  private(set) var symbols: [Pair: Symbol]
  private(set) var pairs: [Symbol: Pair]
  private(set) var codes: CoinCodes
  /// The names of base currencies by their codes; empty if the list has no names.
  private(set) var names: [String: String]
  /// The symbols of pairs that the list marks as closed for good; empty if it has no such marks.
  private(set) var closed: Set<Symbol>
  let warnings: [Warning]

  /// A directory of these rows. If a pair or a symbol is repeated, its first row counts.
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

  /// This directory, completed by an earlier one, so that an incomplete list hides no pair.
  func adding(_ earlier: SymbolDirectory) -> SymbolDirectory {
    var directory = self
    directory.closed.formUnion(earlier.closed.filter { pairs[$0] == nil })
    directory.symbols.merge(earlier.symbols) { new, _ in new }
    directory.pairs.merge(earlier.pairs) { new, _ in new }
    directory.names.merge(earlier.names) { new, _ in new }
    if pairs.count < earlier.pairs.count { directory.codes = earlier.codes }
    return directory
  }

  func symbol(of pair: Pair) throws(MarketError) -> Symbol {
    guard let symbol = symbols[pair] else { throw .unknownSymbol(pair.symbol, near: []) }
    return symbol
  }

  func lacks(_ pairs: some Sequence<Pair>) -> Bool { pairs.contains { symbols[$0] == nil } }

  func lacks(symbols: some Sequence<Symbol>) -> Bool { symbols.contains { pairs[$0] == nil } }
}

/// The names of currencies. `byCode` is `nil` if no names are needed or available.
struct NameList: Sendable {
  let byCode: [String: String]?
  let warnings: [Warning]

  static let none = NameList(byCode: nil, warnings: [])

  subscript(code: String?) -> String? { code.flatMap { byCode?[$0] } }
}

extension RequestScope {
  /// The cached directory, or else the directory that `fetch` returns. A cached directory for which
  /// `isOutdated` is true is fetched again, at most once per hour; if that fails, it is kept.
  /// - Throws: the error of `fetch`. For a directory without pairs, ``MarketError/malformed(_:)`` if a
  ///   warning reports an invalid row, else ``MarketError/emptyResponse``.
  func directory<Symbol>(
    about subject: String = "", isOutdated: (SymbolDirectory<Symbol>) -> Bool = { _ in false },
    fetch: () async throws(MarketError) -> SymbolDirectory<Symbol>
  ) async throws(MarketError) -> SymbolDirectory<Symbol> {
    try await cache.value(about: subject, isOutdated: isOutdated) { () async throws(MarketError) in
      let listed = try await fetch()
      if listed.pairs.isEmpty { throw listed.warnings.malformed ?? .emptyResponse }
      guard subject.isEmpty else { return listed }
      return cache.all(SymbolDirectory<Symbol>.self).reduce(listed) { $0.adding($1) }
    }
  }

  /// The cached names of currencies, without blank ones. They are requested again, at most once per hour, if
  /// they lack the base of one of these pairs. Without any names, there is a warning, not an error.
  func currencyNames(
    of pairs: [Pair] = [],
    fetch: () async throws(MarketError) -> Rows<(code: String, name: String)>
  ) async -> NameList {
    let (names, warnings) = await cache.optional(
      "currency names",
      isOutdated: { names in
        pairs.contains { pair in pair.base.map { names[$0] == nil } ?? false }
      }
    ) {
      () async throws(MarketError) in
      let names = try await fetch().elements.filter { $0.name.isName }
      guard !names.isEmpty else { throw .emptyResponse }
      let earlier = cache.cached([String: String].self) ?? [:]
      return Dictionary(names.map { ($0.code, $0.name) }) { first, _ in first }
        .merging(earlier) { new, _ in new }
    }
    return NameList(byCode: names, warnings: warnings)
  }
}

extension RequestScope {
  /// The tickers that `fetch` requests, with names if they are needed. A list of names is requested at the same
  /// time, but that of one pair only if the pair is listed.
  ///
  /// - Parameters:
  ///   - pairs: the requested pairs; `nil` for all.
  ///   - names: returns the cached names of the base currencies of pairs, or requests them.
  func tickers(
    of pairs: [Pair]?, withNames isNeeded: Bool, names: @Sendable ([Pair]) async -> NameList,
    fetch: () async throws(MarketError) -> Answer<[Ticker]>
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let isSingle = pairs.single != nil
    async let list = isNeeded && !isSingle ? names([]) : .none
    var (answer, found) = (try await fetch(), await list)
    // What has failed is not tried twice.
    if found.byCode != nil || isNeeded && isSingle {
      found = await names(answer.value.map(\.pair))
    }
    answer.value = answer.value.map { $0.with(name: found[$0.pair.base]) }
    answer.warnings += found.warnings
    return answer
  }
}

extension JSONObject {
  /// Returns the name of a currency; `nil` if it is blank, null or missing.
  func currencyName(_ key: JSONKey) throws -> String? {
    try text(key).flatMap { $0.isName ? $0 : nil }
  }
}

extension Answer<[Instrument]> {
  /// The answer with the names of base currencies.
  func with(_ names: NameList) -> Answer {
    var answer = self
    answer.warnings += names.warnings
    for index in value.indices { answer.value[index].name = names[value[index].pair.base] }
    return answer
  }
}

extension Result where Failure == MarketError {
  /// The result of the body. An `async let` can hold a result, but would lose the type of a thrown error.
  init(_ body: () async throws(MarketError) -> Success) async {
    do throws(MarketError) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
