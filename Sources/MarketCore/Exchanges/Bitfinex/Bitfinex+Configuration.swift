/// The answer of `/conf`: an array with an element for each key that is asked for.
extension Bitfinex {
  /// The parts of the configuration that are asked for.
  enum Key: String {
    /// Names of the pairs.
    case pairs = "pub:list:pair:exchange"
    /// The everyday codes of Bitfinex's own codes of currencies.
    case codes = "pub:map:currency:sym"
    /// Names of currencies.
    case names = "pub:map:currency:label"
    /// Least and largest orders of pairs.
    case sizes = "pub:info:pair"
  }

  /// Names of currencies by Bitfinex's own codes.
  private struct Names: Sendable { let byCode: [String: String] }

  func configuration(
    _ keys: Key..., in scope: RequestScope
  ) async throws(MarketError) -> Transport.Response {
    let path = keys.map(\.rawValue).joined(separator: ",")
    return try await scope.get("conf", path, limit: Self.configurationLimit)
  }

  func askForSpellings(in scope: RequestScope) async throws(MarketError) -> SymbolMap {
    let response = try await configuration(.pairs, .codes, in: scope)
    let wire: Elements<Rows<String>, Rows<WireCode>> = try response.decoded()
    let (list, codes) = wire.values
    if list.elements.isEmpty, let first = list.warnings.first {
      throw .malformed(first.description)
    }
    return SymbolMap(list, codes)
  }

  /// The spellings, asked for once.
  ///
  /// - Parameter isOutdated: whether something is missing, so that they are asked for again.
  func spellings(
    in scope: RequestScope, isOutdated: (SymbolMap) -> Bool = { _ in false }
  ) async throws(MarketError) -> SymbolMap {
    try await scope.cache.value(isOutdated: isOutdated) { () async throws(MarketError) in
      try await askForSpellings(in: scope)
    }
  }

  /// Bitfinex's name of a pair, which is in the list, or plain.
  func name(of pair: Pair, in scope: RequestScope) async throws(MarketError) -> WireName {
    if let name = WireName(plain: pair) { return name }
    let spellings = try await spellings(in: scope) { $0.names[pair] == nil }
    guard let name = spellings.names[pair] else { throw .unknownSymbol(pair.symbol, near: []) }
    return name
  }

  /// Names of currencies by Bitfinex's own codes; a warning where the request fails.
  func names(
    areNeeded: Bool, in scope: RequestScope
  ) async -> (byCode: [String: String], warnings: [Warning]) {
    guard areNeeded else { return ([:], []) }
    let (names, warnings) = await scope.cache.optional("currency names") {
      () async throws(MarketError) in
      let response = try await configuration(.names, in: scope)
      let wire: Elements<Rows<WireCode>> = try response.decoded()
      return Names(byCode: Dictionary(wire.values.elements.map { ($0.code, $0.name) }) { $1 })
    }
    return (names?.byCode ?? [:], warnings)
  }
}

/// An array whose elements differ in type; it may have more.
struct Elements<each Element: Decodable>: Decodable {
  let values: (repeat each Element)

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    values = (repeat try container.decode((each Element).self))
  }
}
