/// Bitfinex, over version 2 of its public API. Sources: docs.bitfinex.com (docs/rest-public), and
/// answers of 2019 to September 2026.
package struct Bitfinex: Exchange {
  /// Cloudflare caches a response for about 5 s (headers of September 2026): faster polls show nothing
  /// new. 250 is the most levels that a side can have (docs.bitfinex.com rest-public-book). There are
  /// also candles of 3h and 14D, and none of 4h.
  package let info = ExchangeInfo(
    id: "bitfinex", title: "Bitfinex", url: "https://api-pub.bitfinex.com/v2",
    minimumPollInterval: .seconds(5), hasOrders: true, hasNames: true,
    periods: Period.allCases.filter { $0 != .fourHours }, bookLimit: 250)

  /// The exchange, at its own address.
  package init() {}

  /// Requests per minute (docs.bitfinex.com of each endpoint, September 2026).
  static let tickersLimit = RateLimit("tickers", 30, per: .seconds(60))
  static let booksLimit = RateLimit("book", 240, per: .seconds(60))
  static let candlesLimit = RateLimit("candles", 30, per: .seconds(60))
  private static let configurationLimit = RateLimit("conf", 90, per: .seconds(60))

  /// The pairs of `pub:list:pair:exchange`.
  package func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    PairList(try await symbolMap(in: scope).symbols.keys)
  }

  /// By the list, which all but plain pairs need, or else by the codes that are built in.
  package func everydayName(of pair: Pair, in scope: RequestScope) async -> Pair {
    guard Symbol(unambiguous: pair) == nil else { return pair }
    let map = try? await symbolMap(in: scope) { $0.everydayName(of: pair) == nil }
    guard let map, pair.base != nil else { return pair.renamed(SymbolMap.builtInCodes) }
    return map.everydayName(of: pair) ?? pair
  }

  /// Bitfinex's symbol of a pair, which is in the list, or unambiguous.
  func symbol(of pair: Pair, in scope: RequestScope) async throws(MarketError) -> Symbol {
    if let symbol = Symbol(unambiguous: pair) { return symbol }
    let map = try await symbolMap(in: scope) { $0.symbols[pair] == nil }
    guard let symbol = map.symbols[pair] else { throw .unknownSymbol(pair.symbol, near: []) }
    return symbol
  }
}

/// The configuration, `/conf/KEY,…`: an array with an element per key.
extension Bitfinex {
  /// The listed pairs, `["BTCUSD","LINK:USD",…]`, and the everyday codes of Bitfinex's own codes of
  /// currencies, `[["UST","USDt"],…]`.
  static let symbolKeys = ["pub:list:pair:exchange", "pub:map:currency:sym"]

  func configuration(
    _ keys: [String], in scope: RequestScope
  ) async throws(MarketError) -> Transport.Response {
    try await scope.get("conf", keys.joined(separator: ","), limit: Self.configurationLimit)
  }

  /// The elements for ``symbolKeys``.
  static func symbols(
    _ values: inout JSONArray
  ) throws -> (symbols: Rows<String>, codes: Rows<(String, String)>) {
    let symbols = try values.array().texts()
    return (symbols, try values.array().arrays(code))
  }

  /// The symbol map, cached; an outdated one lacks something, and is requested again.
  func symbolMap(
    in scope: RequestScope, isOutdated: (SymbolMap) -> Bool = { _ in false }
  ) async throws(MarketError) -> SymbolMap {
    try await scope.cache.value(isOutdated: isOutdated) { () async throws(MarketError) in
      let response = try await configuration(Self.symbolKeys, in: scope)
      let (symbols, codes) = try response.parsed { (values: JSONArray) in
        var values = values
        return try Self.symbols(&values)
      }
      if symbols.elements.isEmpty, let first = symbols.warnings.first {
        throw .malformed(first.description)
      }
      return SymbolMap(symbols.elements, codes.elements)
    }
  }

  /// Names of currencies by Bitfinex's own codes; a warning where the request fails.
  func names(
    ifNeeded isNeeded: Bool, in scope: RequestScope
  ) async -> (byCode: [String: String], warnings: [Warning]) {
    guard isNeeded else { return ([:], []) }
    let (names, warnings) = await scope.cache.optional("currency names") {
      () async throws(MarketError) in
      let rows = try await configuration(["pub:map:currency:label"], in: scope).parsed {
        (values: JSONArray) in
        var values = values
        return try values.array().arrays(Self.code)
      }
      return Dictionary(rows.elements) { $1 }
    }
    return (names ?? [:], warnings)
  }

  /// `["UST","USDt"]`: what a code stands for, or its name.
  private static func code(_ row: inout JSONArray) throws -> (String, String) {
    let (code, name) = (try row.text(), try row.text())
    guard name.contains(where: { !$0.isWhitespace }) else { throw row.invalid("empty") }
    return (code, name)
  }
}
