import Foundation

extension Bitfinex {
  /// Requests `/conf` with symbols and sizes; concurrently the names of currencies, if they are needed.
  /// Statuses and tick sizes are not sent: a price has 5 significant digits. Amounts have 8 decimals.
  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    async let firstNames = withNames ? names(in: scope) : .none
    let response = try await configuration("\(Self.symbolKeys),pub:info:pair", in: scope)
    let (listed, rows) = try response.parsed { (values: inout JSONArray) in
      (try Self.directory(&values), try values.array().arrays(Self.sizes))
    }
    // Caches the list, because it also has the codes of currencies.
    _ = try await scope.directory(isOutdated: { $0.lacks(symbols: listed.pairs.keys) }) { listed }
    let sizes = Dictionary(rows.elements.map { ($0.symbol, $0) }) { first, _ in first }
    let names = await firstNames
    let instruments = listed.symbols.compactMap { pair, symbol -> Instrument? in
      let size = sizes[symbol.text]
      // If a row of sizes was skipped, it may be the row of this pair.
      guard size != nil || rows.warnings.isEmpty else { return nil }
      return Instrument(
        pair: pair, lotSize: .powerOfTen(-8), minimumOrder: size?.minimum,
        maximumOrder: size?.maximum, id: .text("t\(symbol.text)"), name: names[symbol.own.base])
    }
    return try Answer(instruments, in: response, listed.warnings + rows.warnings + names.warnings)
  }

  /// `["BTCUSD",[null,null,null,"0.00004","2000.0",…]]`: the smallest and largest order in base currency.
  private static func sizes(
    _ row: inout JSONArray
  ) throws -> (symbol: String, minimum: Decimal?, maximum: Decimal?) {
    let symbol = try row.text()
    var sizes = try row.array()
    try sizes.skip(3)
    return (symbol, try sizes.number(quoted: true), try sizes.number(quoted: true))
  }
}

/// `/conf/KEY,…`, the configuration: an array with one element per key.
extension Bitfinex {
  private static let symbolKeys = "pub:list:pair:exchange,pub:map:currency:sym"

  private func configuration(
    _ keys: String, in scope: RequestScope
  ) async throws(MarketError) -> Transport.Response {
    try await scope.get("conf", keys, limit: RateLimit("conf", 90, per: .seconds(60)))
  }

  func directory(
    in scope: RequestScope, isOutdated: (SymbolDirectory<Symbol>) -> Bool = { _ in false }
  ) async throws(MarketError) -> SymbolDirectory<Symbol> {
    try await scope.directory(isOutdated: isOutdated) { () async throws(MarketError) in
      try await configuration(Self.symbolKeys, in: scope).parsed(Self.directory)
    }
  }

  /// `["BTCUSD","LINK:USD",…],[["UST","USDt"],…]`: the listed pairs, and everyday codes by own codes.
  private static func directory(_ values: inout JSONArray) throws -> SymbolDirectory<Symbol> {
    let symbols = try values.array().texts()
    let rows = try values.array().arrays(code)
    let listed = symbols.elements.compactMap(Symbol.init).filter {
      $0.isSpot && $0.text.consists(of: "A"..."Z", "0"..."9", ":"...":")
    }
    let own = Set(listed.flatMap { [$0.own.base, $0.own.quote] })
    // Names such as `LN-BTC` and `LEO-Vaulta` are names of networks, not everyday codes.
    let codes = rows.elements.filter { own.contains($0.code) && !$0.name.contains("-") }
      .map { (own: $0.code, everyday: $0.name.uppercased()) }
    return SymbolDirectory(
      listed.map { ($0, $0.own) }, codes: Self.codes(codes), symbols.warnings + rows.warnings)
  }

  /// The names of currencies by Bitfinex's own codes; a warning if the request fails.
  func names(in scope: RequestScope) async -> NameList {
    await scope.currencyNames { () async throws(MarketError) in
      try await configuration("pub:map:currency:label", in: scope).parsed {
        (values: inout JSONArray) in try values.array().arrays(Self.code)
      }
    }
  }

  /// `["UST","USDt"]`, `["UST","Tether USDt"]`: a code, and its everyday code or its name.
  private static func code(_ row: inout JSONArray) throws -> (code: String, name: String) {
    (try row.text(), try row.nonBlankText())
  }
}
